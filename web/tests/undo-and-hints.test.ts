// What forgives and helps: undo, hints, the coach; and a server that goes away in mid-game.
import { expect, test } from 'vitest';
import { alone, goneOn, revision, stage } from './browser';
import { step } from './play-clever';

const at = stage();

test('a decision is taken back up to the roll', async () => {
  const page = await at.visitor();
  await alone(page);
  await step(page);
  const dice = await page.locator('button[data-die]').count();
  await step(page); // a pick
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => page.locator('button[data-die]').count()).toBe(dice);
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0); // not the roll
});

test('a choice can be cancelled before it is made', async () => {
  const page = await at.visitor();
  await alone(page);
  await step(page);
  const before = await revision(page);
  await page.locator('button[data-box]').first().click();
  // Where several dice can mark it, none is chosen yet.
  const chosen = await page.locator('button[data-die][aria-pressed=true]').count();
  if (chosen === 0) await page.locator('button[data-die]').first().click();
  await page.locator('.confirm').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(await page.locator('.confirm').count()).toBe(0);
  expect(await revision(page)).toBe(before);
});

test('a hint says what is best and why, and shows it', async () => {
  const page = await at.visitor();
  await alone(page);
  await step(page);
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.getByText(/^Best: /).waitFor();
  await page.getByRole('button', { name: 'Show it' }).click();
  await page.locator('.confirm, .actions button').first().waitFor();
});

test('the coach says what a decision cost', async () => {
  const page = await at.visitor();
  await alone(page);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('checkbox', { name: /^Coach/ }).check();
  await page.keyboard.press('Escape');
  await step(page);
  await step(page);
  await page.getByText(/(best decision|good decision|Not quite the best|mistake)\./).waitFor();
});

test('what a store that is away for a moment could not say is asked again', async () => {
  const page = await at.visitor();
  const away = new Set(['hello', 'watch']); // each of them once
  await page.routeWebSocket('**/ws', (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const { op, id } = JSON.parse(String(message));
      if (!away.delete(op)) server.send(message);
      else socket.send(JSON.stringify({ type: 'error', id, error: { code: 'unavailable', message: 'try again' } }));
    });
  });
  await alone(page);
  expect(away.size).toBe(0);
  const before = await revision(page);
  await page.getByRole('button', { name: 'Roll', exact: true }).click();
  await goneOn(page, before);
});

test('a game goes on after the server was killed, without a decision lost or doubled', async () => {
  const page = await at.visitor();
  await alone(page);
  for (let steps = 0; steps < 4; ++steps) await step(page);
  await at.server.kill();
  await page.getByText('The connection is gone').waitFor();
  // What is asked for now is done when the server is back, once.
  const before = await revision(page);
  const button = page.locator('.dock .actions .main, button[data-die]').first();
  await button.click();
  await at.server.start();
  await page.getByText('The connection is gone').waitFor({ state: 'detached' });
  if ((await page.locator('.confirm').count()) > 0 || (await page.locator('button[data-box]').count()) > 0)
    await step(page);
  await goneOn(page, before);
  let steps = 0;
  while (await step(page)) expect(++steps).toBeLessThan(300);
  const record = await page.request.get(`/api/v1${new URL(page.url()).pathname.replace('/t/', '/tables/')}/record`);
  expect(await record.text()).toContain('result: ');
});
