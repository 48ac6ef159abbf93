// A whole game alone: by clicks on a phone, and by the keyboard alone.
import { expect, test } from 'vitest';
import { alone, goneOn, over, picture, revision, stage, stageOf } from './browser';
import { step } from './play-clever';

const at = stage();

test('a whole solo game by clicks', async () => {
  const page = await at.visitor({ width: 360, height: 740, touch: true, dark: true });
  await alone(page);
  let steps = 0;
  while (await step(page)) {
    expect(++steps).toBeLessThan(300);
    if (steps === 30) await picture(page, 'game-clever-phone-dark');
  }
  await picture(page, 'over-clever-phone-dark');
  await over(page);
  const total = Number(await page.locator('.number').textContent());
  expect(total).toBeGreaterThan(20);
  const record = await page.request.get(`/api/v1${new URL(page.url()).pathname.replace('/t/', '/tables/')}/record`);
  expect(await record.text()).toContain(`result: ${total}`);
});

test('a whole solo game by the keyboard', async () => {
  const page = await at.visitor();
  await page.goto('/');
  const focused = () =>
    page.evaluate(
      () => document.activeElement?.textContent?.trim() || document.activeElement?.getAttribute('aria-label') || '',
    );
  // To the button by Tab alone.
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
    // The focus never falls to the page: after every decision it is where play goes on.
    const next = await page.waitForFunction(() => {
      if (document.querySelector('main')?.dataset.stage === 'over') return 'over';
      const active = document.activeElement as HTMLElement | null;
      if (!active || active === document.body) return null;
      if (active.matches('.confirm, .actions .main')) return 'decide';
      // Box and die are chosen: what they lead to comes, and the focus with it.
      if (
        document.querySelector('[data-box][aria-pressed=true]') &&
        !document.querySelector('[data-die][aria-pressed=false]')
      )
        return null;
      if (document.querySelectorAll('[data-box][aria-pressed=true], [data-die][aria-pressed=true]').length === 2)
        return null;
      // A box that two dice can mark waits for one of them, which comes later in the order.
      const choice = active.matches('button[data-box], button[data-die]');
      return choice && active.getAttribute('aria-pressed') === 'false' ? 'press' : 'tab';
    });
    const what = await next.jsonValue();
    if (what === 'over') break;
    const before = await revision(page);
    await page.keyboard.press(what === 'tab' ? 'Tab' : 'Enter');
    if (what === 'decide') await goneOn(page, before);
  }
  await over(page);
  expect(Number(await page.locator('.number').textContent())).toBeGreaterThan(20);
});
