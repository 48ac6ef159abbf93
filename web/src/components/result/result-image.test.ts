// Tests of result-image.ts.
import { describe, expect, test } from 'vitest';
import { fitted, layoutOf, size } from './result-image';

describe('the image of a result', () => {
  test.each([1, 2, 3, 4])('has room for %i players side by side', (players) => {
    const { columns, rows } = layoutOf(players, 6);
    expect(columns).toHaveLength(players);
    for (const [at, column] of columns.entries()) {
      expect(column.x).toBeGreaterThan(at === 0 ? 0 : (columns[at - 1]?.x ?? 0) + (columns[at - 1]?.width ?? 0));
      expect(column.x + column.width).toBeLessThanOrEqual(size.width);
      expect(column.width).toBeGreaterThan(150);
    }
    for (const row of rows) {
      expect(row.height).toBeGreaterThan(40);
      expect(row.y + row.height).toBeLessThanOrEqual(size.height);
    }
  });

  test('shortens names that are too long', () => {
    const measure = (text: string) => text.length;
    expect(fitted('Anna', 4, measure)).toBe('Anna');
    expect(fitted('Annabella', 5, measure)).toBe('Anna…');
  });
});
