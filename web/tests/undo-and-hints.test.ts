// Undo, hints and the coach.
import { expect, test } from 'vitest';
import { playStep } from './play-clever';
import { openSoloGame, revision, testBrowser } from './test-browser';

const browser = testBrowser();

test('a player undoes a decision, but not the roll', async () => {
  const page = await browser.newDevice();
  await openSoloGame(page);
  await playStep(page);
  const dice = await page.locator('button[data-die]').count();
  await playStep(page); // a pick
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => page.locator('button[data-die]').count()).toBe(dice);
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0); // not the roll
});

test('a player cancels a decision before it is made', async () => {
  const page = await browser.newDevice();
  await openSoloGame(page);
  await playStep(page);
  const before = await revision(page);
  await page.locator('button[data-box]').first().click();
  // Where several dice can mark it, none is chosen yet.
  const chosen = await page.locator('button[data-die][aria-pressed=true]').count();
  if (chosen === 0) await page.locator('button[data-die]').first().click();
  await page.locator('.confirm').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(await page.locator('.confirm').count()).toBe(0);
  expect(await revision(page)).toBe(before);
});

test('a hint names the best decision, its reasons, and shows it', async () => {
  const page = await browser.newDevice();
  await openSoloGame(page);
  await playStep(page);
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.getByText(/^Best: /).waitFor();
  await page.getByRole('button', { name: 'Show it' }).click();
  await page.locator('.confirm, .actions button').first().waitFor();
});

test('the coach grades a decision', async () => {
  const page = await browser.newDevice();
  await openSoloGame(page);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('checkbox', { name: /^Coach/ }).check();
  await page.keyboard.press('Escape');
  await playStep(page);
  await playStep(page);
  await page.getByText(/(best decision|good decision|Not quite the best|mistake)\./).waitFor();
});
