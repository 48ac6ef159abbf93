// A first visit: how much is sent until the first die can be rolled.
import type { Response } from 'playwright-core';
import { expect, test } from 'vitest';
import { alone, stage } from './browser';

const at = stage();

test('script and style of a first game stay below 100 kB', async () => {
  const page = await at.visitor();
  const sizes: Promise<{ type: string; bytes: number }>[] = [];
  const note = (response: Response) => {
    const type = response.request().resourceType();
    const sent = response.request().sizes();
    if (type === 'script' || type === 'stylesheet')
      sizes.push(sent.then((size) => ({ type, bytes: size.responseBodySize })));
  };
  page.on('response', note);
  await alone(page);
  page.off('response', note);
  const sent = await Promise.all(sizes);
  const total = sent.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(sent.some(({ type }) => type === 'stylesheet')).toBe(true);
  expect(total).toBeGreaterThan(10_000);
  expect(total).toBeLessThan(100_000);
  console.log(`first game: ${sent.length} files, ${total} bytes`);
});
