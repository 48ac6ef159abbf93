// The configuration of the tests in a real browser against a real server.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  cacheDir: '../../build/vite',
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts'],
    environment: 'node',
    testTimeout: 600_000, // the machine may be busy
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
});
