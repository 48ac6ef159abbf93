// Other ways to play: real dice with a slip corrected, the game of the day, and the game after the game.
import { expect, test } from 'vitest';
import { alone, goneOn, open, over, picture, revision, stage } from './browser';
import { step } from './play-clever';

const at = stage();

test('real dice are entered by tapping, and a slip is corrected several steps back', async () => {
  const page = await at.visitor({ width: 360, height: 740 });
  await open(page, { seats: ['me'], dice: 'real' });
  const roll = async (values: Record<string, number>) => {
    const before = await revision(page);
    for (const [colour, value] of Object.entries(values))
      await page.getByRole('radio', { name: `${colour} ${value}`, exact: true }).click();
    await page.getByRole('button', { name: 'Enter the roll' }).click();
    await goneOn(page, before);
  };
  await roll({ Yellow: 1, Blue: 1, Green: 1, Orange: 2, Purple: 1, White: 1 });
  await step(page);
  const dice = await page.getByRole('radiogroup').count();
  expect(dice).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Correct a slip' }).click();
  await page.getByRole('button', { name: /^Correct: Rolled/ }).click();
  await page.getByRole('dialog').getByRole('radio', { name: 'Purple 6', exact: true }).click();
  const before = await revision(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Enter the roll' }).click();
  await goneOn(page, before);
  const record = await page.request.get(`/api/v1${new URL(page.url()).pathname.replace('/t/', '/tables/')}/record`);
  expect(await record.text()).toContain('p6');
});

test('the game of the day counts once and stands on the board', async () => {
  const page = await at.visitor();
  await page.goto('/daily');
  await page.getByRole('button', { name: /play/i }).first().click();
  await page.getByRole('button', { name: 'Roll', exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Hint' }).count()).toBe(0);
  while (await step(page));
  await over(page);
  const total = await page.locator('.number').textContent();
  await page.goto('/daily');
  await page
    .getByText(total ?? '?', { exact: true })
    .first()
    .waitFor();
});

test('a finished game is stepped through, with its luck and skill', async () => {
  const page = await at.visitor();
  await alone(page);
  for (let steps = 0; steps < 24; ++steps) await step(page);
  // In mid-game, with a decision that is shown before it is made.
  while ((await page.locator('button[data-die]').count()) < 3) await step(page);
  await page.locator('button[data-die]').last().click();
  if ((await page.locator('button[data-box][aria-pressed=true]').count()) === 0)
    await page.locator('button[data-box]').last().click();
  await page.locator('.confirm').waitFor();
  await picture(page, 'game-clever-desktop-light');
  while (await step(page));
  await picture(page, 'over-clever-desktop-light');
  await page.getByRole('link', { name: 'Luck and skill' }).click();
  await page.getByRole('slider').waitFor();
  await page.locator('svg[role=img]').first().waitFor();
  await picture(page, 'replay-clever-desktop-light');
  const words = () => page.locator('main').textContent();
  const first = await words();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect.poll(words).not.toBe(first);
});
