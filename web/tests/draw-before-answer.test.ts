// Tables and replays that are drawn before the server answers: behind a lobby or a result, or from cached data.
import type { Page, WebSocketRoute } from 'playwright-core';
import { expect, test } from 'vitest';
import { openSoloGame, openTable, revision, testBrowser, waitForNextRevision } from './test-browser';

const browser = testBrowser();

const offered = (page: Page) =>
  page.locator('main button').evaluateAll((all) => all.filter((one) => !one.closest('[inert]')).length);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim());
const said = (page: Page) => page.getByRole('status').allTextContents();
const drawnBehind = (page: Page) => page.waitForSelector('.dock', { state: 'attached' });

// Holds back the server's messages on tables and steps of a replay until they are released.
async function holdable(page: Page): Promise<{ hold: () => void; release: () => void }> {
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
    release: () => {
      holds = false;
      for (const send of kept) send();
      kept = [];
    },
  };
}

for (const game of ['clever', 'genial'])
  test(`the table waits behind the lobby and is played when the game begins: ${game}`, async () => {
    const anna = await browser.newDevice();
    const ben = await browser.newDevice({ width: 360, height: 740 });
    await openTable(anna, { game, seats: ['me', 'free'], first: '0' });
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
    // In Genial the last seat rolls first.
    const [plays, waits] = game === 'clever' ? [anna, ben] : [ben, anna];
    await expect.poll(() => focused(plays)).toBe('Roll');
    await waits.getByText('Guest is playing …').waitFor();
    for (const page of [anna, ben]) {
      expect(await page.locator('.lobby').count()).toBe(0);
      expect(await said(page)).toEqual(['']);
    }
    // The dock is still the same element: nothing was drawn again.
    for (const dock of docks) expect(await dock.evaluate((one) => one.isConnected)).toBe(true);
    await plays.keyboard.press('Enter');
    await expect.poll(async () => (await said(waits)).join()).not.toBe('');
  });

test('a table that is continued or reloaded is drawn before the server answers', async () => {
  const page = await browser.newDevice({ width: 360, height: 740 });
  const { hold, release } = await holdable(page);
  await openSoloGame(page);
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
    release();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.matches('button[data-die], button[data-box]')))
      .toBe(true);
    expect(await dock.evaluate((one) => one.isConnected)).toBe(true);
    expect(page.url()).toBe(address);
    expect(await said(page)).toEqual(heard);
  }
});

test('a table is drawn before the server answers on a device that has never seen the page', async () => {
  for (const game of ['clever', 'genial']) {
    const anna = await browser.newDevice();
    await openTable(anna, { game, seats: ['me', 'level1'], first: '0' });
    await anna.waitForSelector('main[data-stage=playing] .dock');
    const ben = await browser.newDevice({ width: 360, height: 740 });
    const { hold, release } = await holdable(ben);
    hold();
    await ben.goto(anna.url());
    const dock = await ben.waitForSelector('main[aria-busy=true] .dock');
    expect(await offered(ben)).toBe(0);
    release();
    await ben.waitForSelector('main[data-stage=playing][aria-busy=false] .dock');
    expect(await dock.evaluate((one) => one.isConnected)).toBe(true);
  }
});

test('the sheet of a replay is drawn before the server answers', async () => {
  for (const game of ['clever', 'genial']) {
    const page = await browser.newDevice({ width: 360, height: 740 });
    const { hold, release } = await holdable(page);
    await openTable(page, { game, seats: ['me', 'level1'], first: '0' });
    await page.waitForSelector('main[data-stage=playing] .dock');
    hold();
    await page.goto(page.url().replace('/t/', '/replay/'));
    const sheet = await page.waitForSelector('.game[aria-busy=true] .sheet');
    expect(await page.locator('.game:not([inert])').count()).toBe(0);
    release();
    await page.waitForSelector('.game[aria-busy=false] .sheet');
    await page.getByRole('heading', { name: 'The game begins' }).waitFor();
    expect(await sheet.evaluate((one) => one.isConnected)).toBe(true);
  }
});

test('the sheets stay behind a result, and the next game of a match is played on them', async () => {
  const page = await browser.newDevice();
  await openTable(page, { game: 'genial', seats: ['me', 'level1'], first: '0', match: true });
  const played = await page.waitForSelector('.dock');
  await page.getByRole('button', { name: 'Menu' }).click();
  for (const where of [page, page.getByRole('dialog').filter({ hasText: 'A bot plays' })])
    await where.getByRole('button', { name: 'Give up my seat' }).click();
  await page.locator('.result').waitFor();
  await expect.poll(async () => (await said(page)).join()).toMatch(/win/);
  expect(await played.evaluate((one) => one.isConnected)).toBe(true);
  // Also for a player who arrives when the game is over.
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
  await waitForNextRevision(page, before);
  expect(await dock.evaluate((one) => one.isConnected)).toBe(true);
});
