// The replay of a finished game.
import { expect, test } from 'vitest';
import { playStep } from './play-clever';
import { openSoloGame, screenshot, testBrowser } from './test-browser';

const browser = testBrowser();

test('a player steps through a finished game with its luck and skill', async () => {
  const page = await browser.newDevice();
  await openSoloGame(page);
  for (let steps = 0; steps < 24; ++steps) await playStep(page);
  // A screenshot in the middle of a game, with the preview of a decision.
  while ((await page.locator('button[data-die]').count()) < 3) await playStep(page);
  await page.locator('button[data-die]').last().click();
  if ((await page.locator('button[data-box][aria-pressed=true]').count()) === 0)
    await page.locator('button[data-box]').last().click();
  await page.locator('.confirm').waitFor();
  await screenshot(page, 'game-clever-desktop-light');
  while (await playStep(page));
  await screenshot(page, 'over-clever-desktop-light');
  await page.getByRole('link', { name: 'Luck and skill' }).click();
  await page.getByRole('slider').waitFor();
  await page.locator('svg[role=img]').first().waitFor();
  await screenshot(page, 'replay-clever-desktop-light');
  const words = () => page.locator('main').textContent();
  const first = await words();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect.poll(words).not.toBe(first);
});
