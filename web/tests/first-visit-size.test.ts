// The size of a first visit: what is loaded until the first roll.
import type { Response } from 'playwright-core';
import { expect, test } from 'vitest';
import { openSoloGame, testBrowser } from './test-browser';

const browser = testBrowser();

test('scripts and styles of a first game stay below 100 kB', async () => {
  const page = await browser.newDevice();
  const sizes: Promise<{ type: string; bytes: number }>[] = [];
  const note = (response: Response) => {
    const type = response.request().resourceType();
    const sent = response.request().sizes();
    if (type === 'script' || type === 'stylesheet')
      sizes.push(sent.then((size) => ({ type, bytes: size.responseBodySize })));
  };
  page.on('response', note);
  await openSoloGame(page);
  page.off('response', note);
  const sent = await Promise.all(sizes);
  const total = sent.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(sent.some(({ type }) => type === 'stylesheet')).toBe(true);
  expect(total).toBeGreaterThan(10_000);
  expect(total).toBeLessThan(100_000);
  console.log(`first game: ${sent.length} files, ${total} bytes`);
});
