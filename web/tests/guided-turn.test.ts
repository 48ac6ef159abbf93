// The guided first turn in the browser.
import { expect, test } from 'vitest';
import { screenshot, testBrowser } from './test-browser';

const browser = testBrowser();

test('the first turn of Genial leads to a game and forgives wrong taps', async () => {
  const page = await browser.newDevice({ width: 360, height: 740, touch: true });
  await page.goto('/learn/genial');
  await page.getByRole('link', { name: 'Your first turn' }).click();
  const prompt = page.locator('.prompt');
  const says = (words: RegExp) => expect.poll(() => prompt.textContent()).toMatch(words);
  await page.getByRole('button', { name: 'Roll', exact: true }).click();
  await says(/the centre is locked/);
  await screenshot(page, 'first-turn-genial-locked-phone-light');
  await page.getByRole('button', { name: /Roll again/ }).click();
  await says(/Tap an orange die/);
  const wrongTap = page.locator('.wrong-tap');
  await page.locator('button[data-die="2"]').click(); // green
  await wrongTap.waitFor();
  await screenshot(page, 'first-turn-genial-joker-phone-light');
  await page.locator('button[data-die="0"]').click();
  await says(/Which row/);
  expect(await wrongTap.count()).toBe(0);
  await page.locator('button[data-row=r]').click();
  await wrongTap.waitFor();
  await page.locator('button[data-row=b]').click();
  // One blue cross by the joker opens the centre for three of the four green ones.
  await expect.poll(() => page.locator('.box.ghost').count()).toBe(4);
  await screenshot(page, 'first-turn-genial-score-phone-light');
  await page.getByRole('button', { name: 'Score +4' }).click();
  await says(/well done/);
  await page.getByRole('button', { name: 'Play against a bot' }).click();
  await page.waitForSelector('main.table-screen .dock');
});
