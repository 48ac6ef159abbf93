// A game with real dice, which the player enters.
import { expect, test } from 'vitest';
import { playStep } from './play-clever';
import { fetchRecord, openTable, revision, testBrowser, waitForNextRevision } from './test-browser';

const browser = testBrowser();

test('a player enters real dice and corrects a slip several steps back', async () => {
  const page = await browser.newDevice({ width: 360, height: 740 });
  await openTable(page, { seats: ['me'], dice: 'real' });
  const roll = async (values: Record<string, number>) => {
    const before = await revision(page);
    for (const [colour, value] of Object.entries(values))
      await page.getByRole('radio', { name: `${colour} ${value}`, exact: true }).click();
    await page.getByRole('button', { name: 'Enter the roll' }).click();
    await waitForNextRevision(page, before);
  };
  await roll({ Yellow: 1, Blue: 1, Green: 1, Orange: 2, Purple: 1, White: 1 });
  await playStep(page);
  const dice = await page.getByRole('radiogroup').count();
  expect(dice).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Correct a slip' }).click();
  await page.getByRole('button', { name: /^Correct: Rolled/ }).click();
  await page.getByRole('dialog').getByRole('radio', { name: 'Purple 6', exact: true }).click();
  const before = await revision(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Enter the roll' }).click();
  await waitForNextRevision(page, before);
  const record = await fetchRecord(page);
  expect(record).toContain('p6');
});
