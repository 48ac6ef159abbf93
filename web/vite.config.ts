// Builds the page: Svelte, the texts of ../locale as modules, and a compressed copy of every file for the server.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { parseRules } from './src/i18n/rules-format.ts';
import { parseTexts } from './src/i18n/text-format.ts';

// locale/<language>/*.txt become objects, *.md lists of blocks.
function locale(): Plugin {
  return {
    name: 'volpe-locale',
    enforce: 'pre',
    load(id) {
      if (!id.includes('/locale/')) return null;
      const read = id.endsWith('.txt') ? parseTexts : id.endsWith('.md') ? parseRules : null;
      if (!read) return null;
      this.addWatchFile(id);
      const code = `export default ${JSON.stringify(read(readFileSync(id, 'utf8')))}`;
      return { code, moduleType: 'js' };
    },
  };
}

function compressFiles(): Plugin {
  const compressible = /\.(html|js|css|svg|json|webmanifest|txt)$/;
  return {
    name: 'volpe-compress',
    apply: 'build',
    writeBundle({ dir }) {
      const folder = dir ?? 'dist';
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!compressible.test(name)) continue;
        const file = join(folder, name);
        const bytes = readFileSync(file);
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
        writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
      }
    },
  };
}

const server = process.env.VOLPE_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [locale(), svelte(), compressFiles()],
  resolve: {
    alias: { $src: resolve(import.meta.dirname, 'src'), $locale: resolve(import.meta.dirname, '../locale') },
    conditions: process.env.VITEST ? ['browser'] : undefined,
  },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // A first visit loads few files: one with all styles, one with what most screens share.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: 'shared', test: /\/src\/(i18n|api|state|components)\//, minShareCount: 3 }] },
      },
    },
  },
  server: {
    proxy: { '/api': { target: server }, '/ws': { target: server, ws: true } },
    fs: { allow: ['..'] },
  },
  test: { environment: 'jsdom', include: ['src/**/*.test.ts'] },
});
