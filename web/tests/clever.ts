// Playing Clever by clicks: whatever the page offers, the first of it.
import type { Page } from 'playwright-core';
import { goneOn, revision } from './browser';

// Does one thing that the page offers: rolls, chooses and confirms, passes. False if there is nothing to do.
export async function step(page: Page): Promise<boolean> {
  const before = await revision(page);
  const button = (name: RegExp | string) => page.locator('.dock').getByRole('button', { name, exact: true });
  const offers = await page.evaluate(() => {
    const dock = document.querySelector('.dock');
    const buttons = [...(dock?.querySelectorAll('.actions button') ?? [])] as HTMLButtonElement[];
    return {
      actions: buttons.filter((one) => !one.disabled).map((one) => one.textContent?.trim() ?? ''),
      die: document.querySelector('button[data-die]') !== null,
      box: document.querySelector('button[data-box]') !== null,
    };
  });
  if (offers.actions.includes('Roll')) await button('Roll').click();
  else if (offers.die || offers.box) await choose(page, offers.die);
  else if (offers.actions.includes('Done')) await button('Done').click();
  else if (offers.actions.includes('Pass')) await button('Pass').click();
  else return false;
  await goneOn(page, before);
  return true;
}

// A die and then a box, or a box alone for a bonus; then what is shown is confirmed.
async function choose(page: Page, byDie: boolean): Promise<void> {
  if (byDie) await page.locator('button[data-die]').first().click();
  else await page.locator('button[data-box]').first().click();
  const confirm = page.locator('.confirm');
  const box = page.locator('button[data-box]');
  await confirm.or(box.first()).first().waitFor();
  if (!(await confirm.isVisible())) {
    await box.first().click();
    await confirm.waitFor();
  }
  await confirm.click();
}
