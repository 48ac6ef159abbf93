// Games in which only one sheet is on the device and the others are on paper.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { playStep } from './play-clever';
import {
  fetchView,
  revision,
  screenshot,
  testBrowser,
  waitForEnd,
  waitForNextRevision,
  waitForTable,
} from './test-browser';

const browser = testBrowser();

// Opens a table with real dice at which only one sheet is on this device.
async function openWithOwnSheet(
  page: Page,
  game: string,
  seats: number,
  place: number,
  names: string[],
): Promise<void> {
  await page.goto(`/new/${game}`);
  await page.getByRole('radio', { name: /real dice/ }).check();
  await page.getByRole('radio', { name: /Only my own sheet/ }).check();
  await page
    .getByRole('group', { name: 'How many play?' })
    .getByRole('button', { name: String(seats) })
    .click();
  await page
    .getByRole('group', { name: 'My place' })
    .getByRole('button', { name: String(place) })
    .click();
  const others = page.getByRole('textbox', { name: /^Player/ });
  expect(await others.count()).toBe(seats - 1);
  for (const [other, name] of names.entries()) await others.nth(other).fill(name);
  await screenshot(page, `new-${game}-own-desktop-light`);
  await page.getByRole('button', { name: 'Start' }).click();
  await waitForTable(page);
}

const colours = ['Yellow', 'Blue', 'Green', 'Orange', 'Purple', 'White'];

test('a player plays a whole game of Clever while the other seat is on paper', async () => {
  const page = await browser.newDevice({ width: 360, height: 740, touch: true });
  await openWithOwnSheet(page, 'clever', 2, 2, ['Grandpa']);
  const dock = page.locator('.dock');
  let reported = 0;
  let undone = false;
  for (let steps = 0; ; ++steps) {
    expect(steps).toBeLessThan(400);
    const now = await page.waitForFunction(() => {
      const table = document.querySelector<HTMLElement>('main.table-screen');
      if (table?.dataset.stage === 'over') return 'over';
      if (document.querySelector('.dock .lying')) return 'leave';
      if (document.querySelector('.dock .enter')) return 'roll';
      return document.querySelector('button[data-die], button[data-box], .dock .actions button') ? 'decide' : null;
    });
    const what = await now.jsonValue();
    if (what === 'over') break;
    if (what === 'decide') {
      await playStep(page);
      continue;
    }
    const before = await revision(page);
    // Up to six dice, with values from one to six in turn.
    const rows = dock.getByRole('radiogroup');
    for (let row = 0; row < (await rows.count()); ++row)
      await rows
        .nth(row)
        .getByRole('radio')
        .nth((row + steps) % 6)
        .click();
    if (what === 'leave') {
      expect(await dock.locator('.prompt').textContent()).toBe('What lies on the table after Grandpa’s turn?');
      // A slip: a die goes back from its field to the tray.
      for (let placed = 0; placed < reported % 4; ++placed) await dock.locator('button[data-tray]').first().click();
      if (reported % 4 === 3) {
        expect(await dock.locator('button[data-tray]:disabled').count()).toBe(3);
        await dock.locator('button[data-placed]').first().click();
        await screenshot(page, 'paper-clever-phone-light');
      }
      ++reported;
    }
    await dock.getByRole('button', { name: what === 'leave' ? 'This lies on the table' : 'Enter the roll' }).click();
    await waitForNextRevision(page, before);
    if (what === 'leave' && reported === 2 && !undone) {
      // Undone; the next turn of the loop enters it again.
      undone = true;
      const since = await revision(page);
      await page.getByRole('button', { name: 'Undo' }).click();
      await waitForNextRevision(page, since);
      --reported;
    }
  }
  expect(reported).toBe(6); // once in each round
  await waitForEnd(page);
  await page.getByRole('heading', { name: 'Now compare with the sheets on paper' }).waitFor();
  expect(Number(await page.locator('.number').textContent())).toBeGreaterThan(0);
  expect(await page.getByRole('link', { name: 'Luck and skill' }).count()).toBe(0);
  expect(await page.locator('.result-actions').textContent()).not.toContain('Record');
  await screenshot(page, 'paper-over-clever-phone-light');
});

test('a player corrects what a seat on paper left, several steps back', async () => {
  const page = await browser.newDevice();
  await openWithOwnSheet(page, 'clever', 3, 2, ['Grandpa']);
  expect(await page.locator('.seats').textContent()).toContain('Grandpa');
  expect(await page.locator('.seats').textContent()).toContain('Player 3');
  for (const colour of colours) await page.getByRole('radio', { name: `${colour} 2`, exact: true }).click();
  await page.getByRole('button', { name: 'White 2: to a dice field' }).click();
  await screenshot(page, 'paper-clever-desktop-light');
  await page.getByRole('button', { name: 'This lies on the table' }).click();
  await playStep(page);
  await page.getByRole('button', { name: 'Menu' }).click();
  expect(await page.getByRole('button', { name: 'Give up my seat' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Correct a slip' }).click();
  await page.getByRole('button', { name: /^Correct: Left in the tray/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'White 5', exact: true }).click();
  const before = await revision(page);
  await dialog.getByRole('button', { name: 'This lies on the table' }).click();
  await waitForNextRevision(page, before);
  const view = await fetchView(page);
  expect(view.recent[0].event).toMatch(/^left .* \| w5$/);
});

test('seats on paper without a name have a number, in the language of each viewer', async () => {
  const page = await browser.newDevice();
  await openWithOwnSheet(page, 'clever', 3, 2, ['Grandpa']);
  const viewer = await browser.newDevice({ language: 'de' });
  await viewer.goto(new URL(page.url()).pathname);
  for (const [device, name] of [[page, 'Player 3'] as const, [viewer, 'Person 3'] as const]) {
    await device.waitForSelector('.seats');
    const others = await device.locator('.seats').textContent();
    expect(others).toContain('Grandpa');
    expect(others).toContain(name);
  }
});

test('a seat on paper wins a short game of Genial', async () => {
  const page = await browser.newDevice({ width: 360, height: 740, touch: true });
  await openWithOwnSheet(page, 'genial', 2, 1, ['Grandma']);
  const enter = async (symbols: string[], button: string) => {
    const before = await revision(page);
    for (const symbol of symbols) await page.locator(`[data-face=${symbol}]`).click();
    await page.getByRole('button', { name: button }).click();
    await waitForNextRevision(page, before);
  };
  await enter(['r', 'g', 'g', 'b'], 'Enter the roll'); // her opening dice
  await enter(['r', 'r', 'g', 'p'], 'Enter the roll'); // mine
  const before = await revision(page);
  await page.getByRole('button', { name: /^Score \+/ }).click();
  await waitForNextRevision(page, before);
  expect(await page.locator('.prompt').textContent()).toBe('What lies on the table after Grandma’s turn?');
  await screenshot(page, 'paper-genial-phone-light');
  await enter(['y', 'y', 'g', 'b'], 'This lies on the table');
  await enter(['r', 'r', 'g', 'p'], 'Enter the roll');
  const since = await revision(page);
  await page.getByRole('button', { name: /^Score \+/ }).click();
  await waitForNextRevision(page, since);
  await page.getByRole('button', { name: 'Grandma has won' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await waitForEnd(page);
  await page.getByRole('heading', { name: 'Grandma wins' }).waitFor();
  await screenshot(page, 'paper-over-genial-phone-light');
});
