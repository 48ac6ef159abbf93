// A whole solo game: by clicks on a phone, and by keyboard.
import { expect, test } from 'vitest';
import { playStep } from './play-clever';
import {
  fetchRecord,
  openSoloGame,
  revision,
  screenshot,
  stageOf,
  testBrowser,
  waitForEnd,
  waitForNextRevision,
} from './test-browser';

const browser = testBrowser();

test('a player plays a whole solo game by clicks', async () => {
  const page = await browser.newDevice({ width: 360, height: 740, touch: true, dark: true });
  await openSoloGame(page);
  let steps = 0;
  while (await playStep(page)) {
    expect(++steps).toBeLessThan(300);
    if (steps === 30) await screenshot(page, 'game-clever-phone-dark');
  }
  await screenshot(page, 'over-clever-phone-dark');
  await waitForEnd(page);
  const total = Number(await page.locator('.number').textContent());
  expect(total).toBeGreaterThan(20);
  const record = await fetchRecord(page);
  expect(record).toContain(`result: ${total}`);
});

test('a player plays a whole solo game by keyboard', async () => {
  const page = await browser.newDevice();
  await page.goto('/');
  const focused = () =>
    page.evaluate(
      () => document.activeElement?.textContent?.trim() || document.activeElement?.getAttribute('aria-label') || '',
    );
  // Reaches the button by Tab.
  for (let tabs = 0; (await focused()) !== 'Play alone'; ++tabs) {
    expect(tabs).toBeLessThan(20);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Roll', exact: true }).waitFor();
  for (let tabs = 0; (await focused()) !== 'Roll'; ++tabs) {
    expect(tabs).toBeLessThan(20);
    await page.keyboard.press('Tab');
  }
  for (let presses = 0; (await stageOf(page)) !== 'over'; ++presses) {
    expect(presses).toBeLessThan(1500);
    // The focus is never lost: after every decision it is on the next action.
    const next = await page.waitForFunction(() => {
      if (document.querySelector('main')?.dataset.stage === 'over') return 'over';
      const active = document.activeElement as HTMLElement | null;
      if (!active || active === document.body) return null;
      if (active.matches('.confirm, .actions .main')) return 'decide';
      // Box and die are selected: their preview takes the focus when it comes.
      if (
        document.querySelector('[data-box][aria-pressed=true]') &&
        !document.querySelector('[data-die][aria-pressed=false]')
      )
        return null;
      if (document.querySelectorAll('[data-box][aria-pressed=true], [data-die][aria-pressed=true]').length === 2)
        return null;
      // A box that two dice can mark waits for one of them, which comes later in the tab order.
      const choice = active.matches('button[data-box], button[data-die]');
      return choice && active.getAttribute('aria-pressed') === 'false' ? 'press' : 'tab';
    });
    const what = await next.jsonValue();
    if (what === 'over') break;
    const before = await revision(page);
    await page.keyboard.press(what === 'tab' ? 'Tab' : 'Enter');
    if (what === 'decide') await waitForNextRevision(page, before);
  }
  await waitForEnd(page);
  expect(Number(await page.locator('.number').textContent())).toBeGreaterThan(20);
});
