// A server that goes away in the middle of a game, and one whose store does.
import { expect, test } from 'vitest';
import { playStep } from './play-clever';
import { fetchRecord, openSoloGame, revision, testBrowser, waitForNextRevision } from './test-browser';

const browser = testBrowser();

test('the page repeats requests that the store could not serve for a moment', async () => {
  const page = await browser.newDevice();
  const unavailable = new Set(['hello', 'watch']); // each of them once
  await page.routeWebSocket('**/ws', (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const { op, id } = JSON.parse(String(message));
      if (!unavailable.delete(op)) server.send(message);
      else socket.send(JSON.stringify({ type: 'error', id, error: { code: 'unavailable', message: 'try again' } }));
    });
  });
  await openSoloGame(page);
  expect(unavailable.size).toBe(0);
  const before = await revision(page);
  await page.getByRole('button', { name: 'Roll', exact: true }).click();
  await waitForNextRevision(page, before);
});

test('a game continues after the server was killed, without a lost or repeated decision', async () => {
  const page = await browser.newDevice();
  await openSoloGame(page);
  for (let steps = 0; steps < 4; ++steps) await playStep(page);
  await browser.server.kill();
  await page.getByText('The connection is gone').waitFor();
  // An action sent now takes effect once, when the server is back.
  const before = await revision(page);
  const button = page.locator('.dock .actions .main, button[data-die]').first();
  await button.click();
  await browser.server.start();
  await page.getByText('The connection is gone').waitFor({ state: 'detached' });
  if ((await page.locator('.confirm').count()) > 0 || (await page.locator('button[data-box]').count()) > 0)
    await playStep(page);
  await waitForNextRevision(page, before);
  let steps = 0;
  while (await playStep(page)) expect(++steps).toBeLessThan(300);
  const record = await fetchRecord(page);
  expect(record).toContain('result: ');
});
