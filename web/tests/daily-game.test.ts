// The game of the day.
import { expect, test } from 'vitest';
import { playStep } from './play-clever';
import { testBrowser, waitForEnd } from './test-browser';

const browser = testBrowser();

test('the game of the day gives no hints and appears on the board', async () => {
  const page = await browser.newDevice();
  await page.goto('/daily');
  await page.getByRole('button', { name: /play/i }).first().click();
  await page.getByRole('button', { name: 'Roll', exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Hint' }).count()).toBe(0);
  while (await playStep(page));
  await waitForEnd(page);
  const total = await page.locator('.number').textContent();
  await page.goto('/daily');
  await page
    .getByText(total ?? '?', { exact: true })
    .first()
    .waitFor();
});
