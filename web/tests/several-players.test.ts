// Several people: two browsers at one table, three seats at one device, and a seat of another person.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { playStep } from './play-clever';
import { fetchRecord, openTable, revision, testBrowser, waitForEnd } from './test-browser';

const browser = testBrowser();

test('two browsers play a whole game online', async () => {
  const anna = await browser.newDevice();
  const ben = await browser.newDevice({ width: 360, height: 740 });
  await openTable(anna, { seats: ['me', 'free'], first: '0' });
  await ben.goto(anna.url());
  await ben.getByRole('button', { name: 'Take seat 2' }).click();
  await anna.getByRole('button', { name: 'Start', exact: true }).click();
  await anna.getByRole('button', { name: 'Roll', exact: true }).waitFor();
  // The waiting player is told so and has no actions.
  await ben.getByText('Guest is playing …').waitFor();
  expect(await ben.locator('.dock .actions button').count()).toBe(0);
  for (let steps = 0; await playStep(await nextToAct([anna, ben])); ) expect(++steps).toBeLessThan(800);
  await waitForEnd(anna);
  await waitForEnd(ben);
  const totals = async (page: typeof anna) => (await page.locator('.result td.total').allTextContents()).join();
  expect(await totals(anna)).toMatch(/^\d+,\d+$/);
  expect(await totals(anna)).toBe(await totals(ben));
});

// The first page that offers an action or shows the end.
async function nextToAct(pages: Page[]): Promise<Page> {
  const offer = '.dock .actions button:enabled, button[data-die], button[data-box], main[data-stage=over]';
  for (;;) for (const page of pages) if ((await page.locator(offer).count()) > 0) return page;
}

test('players make their passive picks at the same time, in any order', async () => {
  const anna = await browser.newDevice();
  const ben = await browser.newDevice();
  await openTable(anna, { seats: ['me', 'free', 'level1'], first: '2' }); // the bot takes the first turn
  await ben.goto(anna.url());
  await ben.getByRole('button', { name: 'Take seat 2' }).click();
  await anna.getByRole('button', { name: 'Start', exact: true }).click();
  // Both decide at the same time, though Anna's seat comes first.
  for (const page of [anna, ben]) await page.getByText(/^(Choose a die from the tray|No die)/).waitFor();
  await playStep(ben);
  await anna.getByText(/^(Choose a die from the tray|No die)/).waitFor();
  await playStep(anna);
  const record = await fetchRecord(anna);
  expect(record).toMatch(/^names: .*bot:level1 \| Guest \| Guest/m);
});

test('three people with names play at one device', async () => {
  const page = await browser.newDevice({ width: 360, height: 740 });
  await openTable(page, { seats: ['me', 'me', 'me'], names: ['Anna', 'Ben', 'Cleo'], first: '0' });
  await page.getByRole('button', { name: 'Roll', exact: true }).waitFor();
  for (const name of ['Anna', 'Ben', 'Cleo'])
    expect(await page.getByRole('button', { name: new RegExp(`^${name}`) }).count()).toBe(1);
  let steps = 0;
  while (await playStep(page)) expect(++steps).toBeLessThan(900);
  expect(await page.locator('.result td.total').count()).toBe(3);
});

test('nobody can play the seat of another person', async () => {
  const anna = await browser.newDevice();
  const spy = await browser.newDevice();
  await openTable(anna, { seats: ['me', 'level1'], first: '0' });
  await anna.getByRole('button', { name: 'Roll', exact: true }).waitFor();
  await spy.goto(anna.url());
  await spy.getByText('Guest is playing …').waitFor();
  expect(await spy.locator('.dock .actions button').count()).toBe(0);
  // Nor over the API, as another person.
  const table = new URL(anna.url()).pathname.split('/').at(-1);
  const before = await revision(anna);
  const refused = await spy.evaluate(async (id) => {
    const made = await fetch('/api/v1/people', { method: 'POST', body: '{"name":"Spy"}' });
    const { token } = await made.json();
    const answer = await fetch(`/api/v1/tables/${id}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: JSON.stringify({ id: 'x1', do: 'roll', seat: 0, ply: 0 }),
    });
    return (await answer.json()).error.code;
  }, table);
  expect(refused).toBe('not_yours');
  expect(await revision(anna)).toBe(before);
  browser.errors.length = 0; // the browser reports the refusal as an error
});
