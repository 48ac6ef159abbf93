// A whole game of Genial.
import { expect, test } from 'vitest';
import { fetchRecord, openTable, screenshot, testBrowser, waitForEnd, waitForNextRevision } from './test-browser';

const browser = testBrowser();

test('a player plays a whole game against a bot, with every joker there is', async () => {
  const page = await browser.newDevice({ width: 360, height: 740, touch: true });
  await openTable(page, { game: 'genial', seats: ['me', 'level1'], first: '0' });
  let jokers = 0;
  for (let steps = 0; ; ++steps) {
    expect(steps).toBeLessThan(400);
    const offered = await page.waitForFunction(() => {
      const table = document.querySelector<HTMLElement>('main.table-screen');
      const group = document.querySelector('[data-group]') !== null;
      const button = document.querySelector('.dock .actions .main:enabled') !== null;
      if (table?.dataset.stage !== 'over' && !button) return null;
      return { over: table?.dataset.stage === 'over', group, before: Number(table?.dataset.revision) };
    });
    const offers = await offered.jsonValue();
    if (!offers || offers.over) break;
    const scores = page.getByRole('button', { name: /^Score \+/ });
    // Each row shows what the joker would make there before it is chosen.
    if (offers.group) {
      await page.locator('[data-group]').first().click();
      const target = page.locator('[data-target]').first();
      const promised = Number((await target.textContent())?.match(/\d+/)?.[0]);
      await target.click();
      expect(await scores.textContent()).toContain(`+${promised}`);
      ++jokers;
      if (jokers === 4) await screenshot(page, 'game-genial-phone-light');
    }
    await page.locator('.dock .actions .main').click();
    await waitForNextRevision(page, offers.before);
  }
  await waitForEnd(page);
  expect(jokers).toBeGreaterThan(0);
  const record = await fetchRecord(page);
  expect(record.match(/^score \w+:\w/gm)?.length).toBeGreaterThanOrEqual(1);
});
