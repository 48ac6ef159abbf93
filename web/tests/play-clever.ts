// Playing Clever by clicks: whatever the page offers, the first of it.
import type { Page } from 'playwright-core';
import { goneOn } from './browser';

// Does the next thing that the page offers: rolls, chooses and confirms, passes. False when the game is over.
export async function step(page: Page): Promise<boolean> {
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
  await goneOn(page, offers.before);
  return true;
}

// A die and then a box, or a box alone for a bonus; then what is shown is confirmed. What was chosen already is not tapped again:
// that would take it back.
async function choose(page: Page, byDie: boolean): Promise<void> {
  const begun = await page.locator('.table-screen [aria-pressed=true]:is([data-die], [data-box])').count();
  const first = page.locator(byDie ? 'button[data-die]' : 'button[data-box]').first();
  if (begun === 0) await first.click();
  const chosen = await page.locator('button[data-box][aria-pressed=true]').count();
  if (chosen === 0) await page.locator('button[data-box]').first().click();
  await page.locator('.confirm').click();
}
