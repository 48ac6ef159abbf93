// Tests of the page in a real browser against a real server.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  cacheDir: '../../build/vite',
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts'],
    environment: 'node',
    testTimeout: 180_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
