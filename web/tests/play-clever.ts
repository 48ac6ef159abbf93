// Plays Clever by clicks: always the first thing that the page offers.
import type { Page } from 'playwright-core';
import { waitForNextRevision } from './test-browser';

// Does the next thing that the page offers: rolls, selects and confirms, passes. Returns false when the game is over.
export async function playStep(page: Page): Promise<boolean> {
  const offered = await page.waitForFunction(() => {
    const table = document.querySelector<HTMLElement>('main.table-screen');
    if (table?.dataset.stage === 'over') return { before: 0, over: true, die: false, box: false, actions: [] };
    const actions = [...document.querySelectorAll<HTMLButtonElement>('.dock .actions button:enabled')];
    const offers = {
      before: Number(table?.dataset.revision),
      over: false,
      die: document.querySelector('button[data-die]') !== null,
      box: document.querySelector('button[data-box]') !== null,
      actions: actions.map((one) => one.textContent?.trim() ?? ''),
    };
    return offers.die || offers.box || actions.length > 0 ? offers : null;
  });
  const offers = await offered.jsonValue();
  if (!offers || offers.over) return false;
  const press = (name: string) => page.locator('.dock').getByRole('button', { name, exact: true }).click();
  if (offers.actions.includes('Roll')) await press('Roll');
  else if (offers.actions.includes('Confirm')) await press('Confirm');
  else if (offers.die || offers.box) await choose(page, offers.die);
  else await press(offers.actions.includes('Done') ? 'Done' : 'Pass');
  await waitForNextRevision(page, offers.before);
  return true;
}

// Selects a die and a box, or a box alone for a bonus, and confirms. Does not tap again what is selected already: that
// would clear it.
async function choose(page: Page, byDie: boolean): Promise<void> {
  const begun = await page.locator('.table-screen [aria-pressed=true]:is([data-die], [data-box])').count();
  const first = page.locator(byDie ? 'button[data-die]' : 'button[data-box]').first();
  if (begun === 0) await first.click();
  const chosen = await page.locator('button[data-box][aria-pressed=true]').count();
  if (chosen === 0) await page.locator('button[data-box]').first().click();
  await page.locator('.confirm').click();
}
