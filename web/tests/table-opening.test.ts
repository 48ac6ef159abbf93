// A table while it is being laid: it can be left, it offers nothing yet, and what goes wrong is said where one came from.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { laid, stage } from './browser';

const at = stage();
const opening = '**/api/v1/tables';

// Holds the request that opens a table, until it is let go.
async function hold(page: Page): Promise<() => void> {
  let letGo = () => {};
  const free = new Promise<void>((done) => {
    letGo = done;
  });
  await page.route(opening, async (route) => {
    await free;
    await route.continue();
  });
  return letGo;
}

// Resolves when the game was started at the server, and the page has had time to draw what it makes of it.
async function started(page: Page): Promise<void> {
  const sitAndStart = 2;
  await new Promise<void>((done) => {
    let answers = 0;
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (JSON.parse(String(payload)).type === 'done' && ++answers === sitAndStart) done();
      }),
    );
  });
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
}

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName);
const laying = (page: Page) => page.waitForSelector('main[aria-busy=true] .dock');

for (const way of ['the button of the browser', 'the link'] as const)
  test(`who goes back by ${way} stays there when the table comes`, async () => {
    const page = await at.visitor();
    await page.goto('/me');
    await page.getByRole('link', { name: 'Back' }).click();
    const letGo = await hold(page);
    const start = started(page);
    await page.getByRole('button', { name: 'Play alone' }).click();
    await laying(page);
    if (way === 'the link') await page.getByRole('link', { name: 'Back' }).click();
    else await page.goBack();
    await page.getByRole('button', { name: 'Play alone' }).waitFor();
    letGo();
    await start;
    expect(new URL(page.url()).pathname).toBe('/');
    expect(await page.locator('main').count()).toBe(1);
    expect(await page.getByRole('button', { name: 'Play alone' }).isVisible()).toBe(true);
    // Keys go on from the top, as on every screen.
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.matches('header a'))).toBe(true);
    // Another table can be laid, and is the one that is shown.
    await page.getByRole('button', { name: 'Play alone' }).click();
    await page.getByRole('button', { name: 'Roll', exact: true }).waitFor();
    await laid(page);
    // Back from there the first screen knows both tables.
    await page.goBack();
    await expect.poll(() => page.locator('a[href^="/t/"]').count()).toBe(2);
  });

test('a table that is being laid offers only the way back, and then the first roll', async () => {
  const page = await at.visitor({ width: 360, height: 740 });
  await page.goto('/');
  const letGo = await hold(page);
  await page.getByRole('button', { name: 'Play alone' }).click();
  await laying(page);
  await page.keyboard.press('r');
  const buttons = page.locator('main button');
  expect(await buttons.evaluateAll((all) => all.filter((one) => !one.closest('[inert]')).length)).toBe(0);
  expect(await focused(page)).toBe('BODY');
  expect(await page.getByRole('status').allTextContents()).toEqual(['']);
  const dock = await page.locator('.dock').elementHandle();
  letGo();
  await laid(page);
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Roll');
  expect(await page.getByRole('status').allTextContents()).toEqual(['']);
  expect(await page.locator('main[aria-busy=true]').count()).toBe(0);
  // What was there goes on: nothing is drawn anew.
  expect(await dock?.evaluate((one) => one.isConnected)).toBe(true);
});

test('what goes wrong is said on the screen that laid the table, with what was filled in', async () => {
  const page = await at.visitor();
  await page.goto('/new/clever');
  await page.locator('#seat-1').selectOption('me');
  await page.getByRole('textbox', { name: 'Name at seat 2' }).fill('Ben');
  await page.route(opening, (route) => route.abort('connectionrefused'));
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('alert').waitFor();
  expect(new URL(page.url()).pathname).toBe('/new/clever');
  expect(await page.getByRole('textbox', { name: 'Name at seat 2' }).inputValue()).toBe('Ben');
  await page.unroute(opening);
  await page.getByRole('button', { name: 'Start' }).click();
  await laid(page);
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('somebody the server has forgotten plays as somebody new', async () => {
  const page = await at.visitor();
  await page.goto('/');
  await page.evaluate(() => localStorage.setItem('volpe.me', JSON.stringify({ token: 'forgotten', name: 'Anna' })));
  await page.reload();
  await page.getByRole('button', { name: 'Play alone' }).click();
  await page.getByRole('button', { name: 'Roll', exact: true }).click();
  await page.locator('button[data-die]').first().waitFor();
  at.errors.splice(0, at.errors.length, ...at.errors.filter((error) => !error.includes('401')));
});
