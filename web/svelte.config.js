// The configuration of Svelte for svelte-check and editors.
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

export default { preprocess: vitePreprocess(), compilerOptions: { runes: true } };
