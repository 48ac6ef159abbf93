// A table or replay that is drawn ahead of its answer: behind a lobby or a result, and from what is known of it.
import type { Page, WebSocketRoute } from 'playwright-core';
import { expect, test } from 'vitest';
import { alone, goneOn, open, revision, stage } from './browser';

const at = stage();

const offered = (page: Page) =>
  page.locator('main button').evaluateAll((all) => all.filter((one) => !one.closest('[inert]')).length);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim());
const said = (page: Page) => page.getByRole('status').allTextContents();
const drawnBehind = (page: Page) => page.waitForSelector('.dock', { state: 'attached' });

// Holds what the server says of tables and of steps of a replay, until it is let go.
async function held(page: Page): Promise<{ hold: () => void; letGo: () => void }> {
  let holds = false;
  let kept: (() => void)[] = [];
  await page.routeWebSocket('**/ws', (socket: WebSocketRoute) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const { type, plies } = JSON.parse(String(message));
      if (holds && (type === 'table' || plies !== undefined)) kept.push(() => socket.send(message));
      else socket.send(message);
    });
  });
  return {
    hold: () => {
      holds = true;
    },
    letGo: () => {
      holds = false;
      for (const send of kept) send();
      kept = [];
    },
  };
}

for (const game of ['clever', 'genial'])
  test(`behind a lobby the table waits, and is played when the game begins: ${game}`, async () => {
    const anna = await at.visitor();
    const ben = await at.visitor({ width: 360, height: 740 });
    await open(anna, { game, seats: ['me', 'free'], first: '0' });
    await ben.goto(anna.url());
    await ben.getByRole('button', { name: 'Take seat 2' }).click();
    await ben.getByText('Whoever opened the table starts the game.').waitFor();
    const docks = await Promise.all([anna, ben].map(drawnBehind));
    for (const page of [anna, ben]) {
      expect(await offered(page)).toBe(await page.locator('.lobby button').count());
      expect(await page.getByRole('button', { name: 'Roll', exact: true }).count()).toBe(0);
      expect(await said(page)).toEqual(['']);
    }
    await anna.getByRole('button', { name: 'Start', exact: true }).click();
    // In Genial whoever comes last throws the first dice.
    const [plays, waits] = game === 'clever' ? [anna, ben] : [ben, anna];
    await expect.poll(() => focused(plays)).toBe('Roll');
    await waits.getByText('Guest is playing …').waitFor();
    for (const page of [anna, ben]) {
      expect(await page.locator('.lobby').count()).toBe(0);
      expect(await said(page)).toEqual(['']);
    }
    // What was there goes on: nothing is drawn anew.
    for (const dock of docks) expect(await dock.evaluate((one) => one.isConnected)).toBe(true);
    await plays.keyboard.press('Enter');
    await expect.poll(async () => (await said(waits)).join()).not.toBe('');
  });

test('a table that is continued or loaded again is there before its answer', async () => {
  const page = await at.visitor({ width: 360, height: 740 });
  const { hold, letGo } = await held(page);
  await alone(page);
  const address = page.url();
  await page.getByRole('button', { name: 'Roll', exact: true }).click();
  await page.locator('button[data-die]').first().waitFor();
  for (const way of ['continued', 'loaded again'] as const) {
    if (way === 'continued') await page.getByRole('link', { name: 'Back' }).click();
    const heard = way === 'continued' ? await said(page) : [''];
    hold();
    if (way === 'continued') await page.locator(`a[href="${new URL(address).pathname}"]`).click();
    else await page.reload();
    const dock = await page.waitForSelector('main[aria-busy=true] .dock');
    expect(await offered(page)).toBe(0);
    letGo();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.matches('button[data-die], button[data-box]')))
      .toBe(true);
    expect(await dock.evaluate((one) => one.isConnected)).toBe(true);
    expect(page.url()).toBe(address);
    expect(await said(page)).toEqual(heard);
  }
});

test('a table is there before its answer on a device that has never seen the page', async () => {
  for (const game of ['clever', 'genial']) {
    const anna = await at.visitor();
    await open(anna, { game, seats: ['me', 'level1'], first: '0' });
    await anna.waitForSelector('main[data-stage=playing] .dock');
    const ben = await at.visitor({ width: 360, height: 740 });
    const { hold, letGo } = await held(ben);
    hold();
    await ben.goto(anna.url());
    const dock = await ben.waitForSelector('main[aria-busy=true] .dock');
    expect(await offered(ben)).toBe(0);
    letGo();
    await ben.waitForSelector('main[data-stage=playing][aria-busy=false] .dock');
    expect(await dock.evaluate((one) => one.isConnected)).toBe(true);
  }
});

test('the sheet of a replay is there before its answer', async () => {
  for (const game of ['clever', 'genial']) {
    const page = await at.visitor({ width: 360, height: 740 });
    const { hold, letGo } = await held(page);
    await open(page, { game, seats: ['me', 'level1'], first: '0' });
    await page.waitForSelector('main[data-stage=playing] .dock');
    hold();
    await page.goto(page.url().replace('/t/', '/replay/'));
    const sheet = await page.waitForSelector('.game[aria-busy=true] .sheet');
    expect(await page.locator('.game:not([inert])').count()).toBe(0);
    letGo();
    await page.waitForSelector('.game[aria-busy=false] .sheet');
    await page.getByRole('heading', { name: 'The game begins' }).waitFor();
    expect(await sheet.evaluate((one) => one.isConnected)).toBe(true);
  }
});

test('the sheets stay behind a result, and the next game of a match is played on them', async () => {
  const page = await at.visitor();
  await open(page, { game: 'genial', seats: ['me', 'level1'], first: '0', match: true });
  const played = await page.waitForSelector('.dock');
  await page.getByRole('button', { name: 'Menu' }).click();
  for (const where of [page, page.getByRole('dialog').filter({ hasText: 'A bot plays' })])
    await where.getByRole('button', { name: 'Give up my seat' }).click();
  await page.locator('.result').waitFor();
  await expect.poll(async () => (await said(page)).join()).toMatch(/win/);
  expect(await played.evaluate((one) => one.isConnected)).toBe(true);
  // Also for who comes when it is over.
  await page.reload();
  await page.locator('.result').waitFor();
  const dock = await drawnBehind(page);
  expect(await dock.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Look at the sheets' }).click();
  expect(await dock.isVisible()).toBe(true);
  await page.getByRole('button', { name: 'Result' }).click();
  expect(await dock.isVisible()).toBe(false);
  const before = await revision(page);
  await page.getByRole('button', { name: 'Next game' }).click();
  await goneOn(page, before);
  expect(await dock.evaluate((one) => one.isConnected)).toBe(true);
});
