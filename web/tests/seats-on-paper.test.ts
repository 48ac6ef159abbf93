// Only my own sheet, while the others use paper: whole games by clicks.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { goneOn, laid, over, picture, revision, stage } from './browser';
import { step } from './play-clever';

const at = stage();

// Opens a table as a family does: how many, real dice, only my sheet, my place, their names.
async function ownSheet(page: Page, game: string, seats: number, place: number, names: string[]): Promise<void> {
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
  await picture(page, `new-${game}-own-desktop-light`);
  await page.getByRole('button', { name: 'Start' }).click();
  await laid(page);
}

const colours = ['Yellow', 'Blue', 'Green', 'Orange', 'Purple', 'White'];

test('a whole game of Clever by clicks, the other on paper', async () => {
  const page = await at.visitor({ width: 360, height: 740, touch: true });
  await ownSheet(page, 'clever', 2, 2, ['Grandpa']);
  const dock = page.locator('.dock');
  let told = 0;
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
      await step(page);
      continue;
    }
    const before = await revision(page);
    // Six dice or fewer, their values from one to six in turn.
    const rows = dock.getByRole('radiogroup');
    for (let row = 0; row < (await rows.count()); ++row)
      await rows
        .nth(row)
        .getByRole('radio')
        .nth((row + steps) % 6)
        .click();
    if (what === 'leave') {
      expect(await dock.locator('.prompt').textContent()).toBe('What lies on the table after Grandpa’s turn?');
      // A slip: what lies on a field goes back to the tray.
      for (let placed = 0; placed < told % 4; ++placed) await dock.locator('button[data-tray]').first().click();
      if (told % 4 === 3) {
        expect(await dock.locator('button[data-tray]:disabled').count()).toBe(3);
        await dock.locator('button[data-placed]').first().click();
        await picture(page, 'paper-clever-phone-light');
      }
      ++told;
    }
    await dock.getByRole('button', { name: what === 'leave' ? 'This lies on the table' : 'Enter the roll' }).click();
    await goneOn(page, before);
    if (what === 'leave' && told === 2 && !undone) {
      // Taken back, and entered again in another turn of the loop.
      undone = true;
      const since = await revision(page);
      await page.getByRole('button', { name: 'Undo' }).click();
      await goneOn(page, since);
      --told;
    }
  }
  expect(told).toBe(6); // as many as there are rounds
  await over(page);
  await page.getByRole('heading', { name: 'Now compare with the sheets on paper' }).waitFor();
  expect(Number(await page.locator('.number').textContent())).toBeGreaterThan(0);
  expect(await page.getByRole('link', { name: 'Luck and skill' }).count()).toBe(0);
  expect(await page.locator('.result-actions').textContent()).not.toContain('Record');
  await picture(page, 'paper-over-clever-phone-light');
});

test('what somebody left is corrected several steps back', async () => {
  const page = await at.visitor();
  await ownSheet(page, 'clever', 3, 2, ['Grandpa']);
  expect(await page.locator('.seats').textContent()).toContain('Grandpa');
  expect(await page.locator('.seats').textContent()).toContain('Player 3');
  for (const colour of colours) await page.getByRole('radio', { name: `${colour} 2`, exact: true }).click();
  await page.getByRole('button', { name: 'White 2: to a dice field' }).click();
  await picture(page, 'paper-clever-desktop-light');
  await page.getByRole('button', { name: 'This lies on the table' }).click();
  await step(page);
  await page.getByRole('button', { name: 'Menu' }).click();
  expect(await page.getByRole('button', { name: 'Give up my seat' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Correct a slip' }).click();
  await page.getByRole('button', { name: /^Correct: Left in the tray/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'White 5', exact: true }).click();
  const before = await revision(page);
  await dialog.getByRole('button', { name: 'This lies on the table' }).click();
  await goneOn(page, before);
  const view = await (
    await page.request.get(`/api/v1${new URL(page.url()).pathname.replace('/t/', '/tables/')}`)
  ).json();
  expect(view.recent[0].event).toMatch(/^left .* \| w5$/);
});

test('seats on paper without a name have a number, in the language of whoever looks', async () => {
  const page = await at.visitor();
  await ownSheet(page, 'clever', 3, 2, ['Grandpa']);
  const looks = await at.visitor({ language: 'de' });
  await looks.goto(new URL(page.url()).pathname);
  for (const [visitor, name] of [[page, 'Player 3'] as const, [looks, 'Person 3'] as const]) {
    await visitor.waitForSelector('.seats');
    const others = await visitor.locator('.seats').textContent();
    expect(others).toContain('Grandpa');
    expect(others).toContain(name);
  }
});

test('a short game of Genial that somebody wins on paper', async () => {
  const page = await at.visitor({ width: 360, height: 740, touch: true });
  await ownSheet(page, 'genial', 2, 1, ['Grandma']);
  const enter = async (symbols: string[], button: string) => {
    const before = await revision(page);
    for (const symbol of symbols) await page.locator(`[data-face=${symbol}]`).click();
    await page.getByRole('button', { name: button }).click();
    await goneOn(page, before);
  };
  await enter(['r', 'g', 'g', 'b'], 'Enter the roll'); // her opening dice
  await enter(['r', 'r', 'g', 'p'], 'Enter the roll'); // mine
  const before = await revision(page);
  await page.getByRole('button', { name: /^Score \+/ }).click();
  await goneOn(page, before);
  expect(await page.locator('.prompt').textContent()).toBe('What lies on the table after Grandma’s turn?');
  await picture(page, 'paper-genial-phone-light');
  await enter(['y', 'y', 'g', 'b'], 'This lies on the table');
  await enter(['r', 'r', 'g', 'p'], 'Enter the roll');
  const since = await revision(page);
  await page.getByRole('button', { name: /^Score \+/ }).click();
  await goneOn(page, since);
  await page.getByRole('button', { name: 'Grandma has won' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await over(page);
  await page.getByRole('heading', { name: 'Grandma wins' }).waitFor();
  await picture(page, 'paper-over-genial-phone-light');
});
