// Tests of the styles: a browser takes milliseconds for each font weight when it first draws one.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const weights = ['400', '600', '700', 'inherit'];

test('uses three font weights', () => {
  const source = resolve(import.meta.dirname, '..');
  const styled = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(css|svelte)$/.test(name),
  );
  const found = styled.flatMap((name) =>
    [...readFileSync(join(source, name), 'utf8').matchAll(/font-weight: ([^;]*);/g)].map((at) => ({
      name,
      weight: at[1],
    })),
  );
  expect(found.length).toBeGreaterThan(20);
  expect(found.filter(({ weight }) => !weights.includes(weight as string))).toEqual([]);
});
