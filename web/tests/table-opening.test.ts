// A table that is being opened: it can be left, offers nothing yet, and reports errors on the screen that opens it.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { testBrowser, waitForTable } from './test-browser';

const browser = testBrowser();
const opening = '**/api/v1/tables';

// Holds back the request that opens a table until it is released.
async function hold(page: Page): Promise<() => void> {
  let release = () => {};
  const free = new Promise<void>((done) => {
    release = done;
  });
  await page.route(opening, async (route) => {
    await free;
    await route.continue();
  });
  return release;
}

// Resolves when the server has started the game and the page has had time to draw it.
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
const waitForBlankTable = (page: Page) => page.waitForSelector('main[aria-busy=true] .dock');

for (const way of ['the button of the browser', 'the link'] as const)
  test(`a player who goes back by ${way} stays there when the table is open`, async () => {
    const page = await browser.newDevice();
    await page.goto('/me');
    await page.getByRole('link', { name: 'Back' }).click();
    const release = await hold(page);
    const start = started(page);
    await page.getByRole('button', { name: 'Play alone' }).click();
    await waitForBlankTable(page);
    if (way === 'the link') await page.getByRole('link', { name: 'Back' }).click();
    else await page.goBack();
    await page.getByRole('button', { name: 'Play alone' }).waitFor();
    release();
    await start;
    expect(new URL(page.url()).pathname).toBe('/');
    expect(await page.locator('main').count()).toBe(1);
    expect(await page.getByRole('button', { name: 'Play alone' }).isVisible()).toBe(true);
    // The keyboard begins at the top, as on every screen.
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.matches('header a'))).toBe(true);
    // Another table can be opened, and is the one that is shown.
    await page.getByRole('button', { name: 'Play alone' }).click();
    await page.getByRole('button', { name: 'Roll', exact: true }).waitFor();
    await waitForTable(page);
    // Back on the first screen, both tables are listed.
    await page.goBack();
    await expect.poll(() => page.locator('a[href^="/t/"]').count()).toBe(2);
  });

test('a table that is being opened offers only the link back, and then the first roll', async () => {
  const page = await browser.newDevice({ width: 360, height: 740 });
  await page.goto('/');
  const release = await hold(page);
  await page.getByRole('button', { name: 'Play alone' }).click();
  await waitForBlankTable(page);
  await page.keyboard.press('r');
  const buttons = page.locator('main button');
  expect(await buttons.evaluateAll((all) => all.filter((one) => !one.closest('[inert]')).length)).toBe(0);
  expect(await focused(page)).toBe('BODY');
  expect(await page.getByRole('status').allTextContents()).toEqual(['']);
  const dock = await page.locator('.dock').elementHandle();
  release();
  await waitForTable(page);
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Roll');
  expect(await page.getByRole('status').allTextContents()).toEqual(['']);
  expect(await page.locator('main[aria-busy=true]').count()).toBe(0);
  // The dock is still the same element: nothing was drawn again.
  expect(await dock?.evaluate((one) => one.isConnected)).toBe(true);
});

test('the screen that opens a table shows errors and keeps what was filled in', async () => {
  const page = await browser.newDevice();
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
  await waitForTable(page);
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('a person whom the server has forgotten plays as a new one', async () => {
  const page = await browser.newDevice();
  await page.goto('/');
  await page.evaluate(() => localStorage.setItem('volpe.me', JSON.stringify({ token: 'forgotten', name: 'Anna' })));
  await page.reload();
  await page.getByRole('button', { name: 'Play alone' }).click();
  await page.getByRole('button', { name: 'Roll', exact: true }).click();
  await page.locator('button[data-die]').first().waitFor();
  browser.errors.splice(0, browser.errors.length, ...browser.errors.filter((error) => !error.includes('401')));
});
