// Several people: two browsers at one table, three seats at one device, and a seat that is not mine.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { open, over, revision, stage } from './browser';
import { step } from './play-clever';

const at = stage();

test('two browsers play a whole game online', async () => {
  const anna = await at.visitor();
  const ben = await at.visitor({ width: 360, height: 740 });
  await open(anna, { seats: ['me', 'free'], first: '0' });
  await ben.goto(anna.url());
  await ben.getByRole('button', { name: 'Take seat 2' }).click();
  await anna.getByRole('button', { name: 'Start', exact: true }).click();
  await anna.getByRole('button', { name: 'Roll', exact: true }).waitFor();
  // The one who waits is told so, and is offered nothing.
  await ben.getByText('Guest is playing …').waitFor();
  expect(await ben.locator('.dock .actions button').count()).toBe(0);
  for (let steps = 0; await step(await whoCan([anna, ben])); ) expect(++steps).toBeLessThan(800);
  await over(anna);
  await over(ben);
  const totals = async (page: typeof anna) => (await page.locator('.result td.total').allTextContents()).join();
  expect(await totals(anna)).toMatch(/^\d+,\d+$/);
  expect(await totals(anna)).toBe(await totals(ben));
});

// The first of some pages that offers something, or shows the end.
async function whoCan(pages: Page[]): Promise<Page> {
  const offer = '.dock .actions button:enabled, button[data-die], button[data-box], main[data-stage=over]';
  for (;;) for (const page of pages) if ((await page.locator(offer).count()) > 0) return page;
}

test('passive picks are made at the same time, in any order', async () => {
  const anna = await at.visitor();
  const ben = await at.visitor();
  await open(anna, { seats: ['me', 'free', 'level1'], first: '2' }); // the bot takes the first turn
  await ben.goto(anna.url());
  await ben.getByRole('button', { name: 'Take seat 2' }).click();
  await anna.getByRole('button', { name: 'Start', exact: true }).click();
  // Both are asked, though Anna's seat comes first.
  for (const page of [anna, ben]) await page.getByText(/^(Choose a die from the tray|No die)/).waitFor();
  await step(ben);
  await anna.getByText(/^(Choose a die from the tray|No die)/).waitFor();
  await step(anna);
  const record = await anna.request.get(`/api/v1${new URL(anna.url()).pathname.replace('/t/', '/tables/')}/record`);
  expect(await record.text()).toMatch(/^names: .*bot:level1 \| Guest \| Guest/m);
});

test('three seats at one device, each with a name', async () => {
  const page = await at.visitor({ width: 360, height: 740 });
  await open(page, { seats: ['me', 'me', 'me'], names: ['Anna', 'Ben', 'Cleo'], first: '0' });
  await page.getByRole('button', { name: 'Roll', exact: true }).waitFor();
  for (const name of ['Anna', 'Ben', 'Cleo'])
    expect(await page.getByRole('button', { name: new RegExp(`^${name}`) }).count()).toBe(1);
  let steps = 0;
  while (await step(page)) expect(++steps).toBeLessThan(900);
  expect(await page.locator('.result td.total').count()).toBe(3);
});

test('a seat of somebody else can not be played', async () => {
  const anna = await at.visitor();
  const spy = await at.visitor();
  await open(anna, { seats: ['me', 'level1'], first: '0' });
  await anna.getByRole('button', { name: 'Roll', exact: true }).waitFor();
  await spy.goto(anna.url());
  await spy.getByText('Guest is playing …').waitFor();
  expect(await spy.locator('.dock .actions button').count()).toBe(0);
  // Nor by the interface, with a person of one's own.
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
  at.errors.length = 0; // the browser tells the refusal as an error
});
