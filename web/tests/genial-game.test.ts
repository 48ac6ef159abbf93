// Genial against a bot, with jokers.
import { expect, test } from 'vitest';
import { goneOn, open, over, picture, stage } from './browser';

const at = stage();

test('a whole game against a bot, with a joker wherever there is one', async () => {
  const page = await at.visitor({ width: 360, height: 740, touch: true });
  await open(page, { game: 'genial', seats: ['me', 'level1'], first: '0' });
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
    // What a joker would make is shown before it is chosen, row by row.
    if (offers.group) {
      await page.locator('[data-group]').first().click();
      const target = page.locator('[data-target]').first();
      const promised = Number((await target.textContent())?.match(/\d+/)?.[0]);
      await target.click();
      expect(await scores.textContent()).toContain(`+${promised}`);
      ++jokers;
      if (jokers === 4) await picture(page, 'game-genial-phone-light');
    }
    await page.locator('.dock .actions .main').click();
    await goneOn(page, offers.before);
  }
  await over(page);
  expect(jokers).toBeGreaterThan(0);
  const record = await (
    await page.request.get(`/api/v1${new URL(page.url()).pathname.replace('/t/', '/tables/')}/record`)
  ).text();
  expect(record.match(/^score \w+:\w/gm)?.length).toBeGreaterThanOrEqual(1);
});
