// What a person has chosen on this device, kept by the browser.
import type { Language } from '$src/i18n/texts.svelte';

interface Settings {
  language: Language | null; // null: the browser's
  theme: 'auto' | 'light' | 'dark';
  sound: boolean;
  coach: boolean;
  confirm: boolean; // show what a decision does before it is made
  pace: 'slow' | 'normal' | 'fast'; // of bots
}

const defaults: Settings = { language: null, theme: 'auto', sound: false, coach: false, confirm: true, pace: 'normal' };
const key = 'volpe.settings';

// A browser may forbid to keep anything: then choices last as long as the page.
export function kept<T>(name: string): T | null {
  try {
    const text = localStorage.getItem(name);
    return text ? (JSON.parse(text) as T) : null;
  } catch {
    return null;
  }
}

export function keep(name: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // kept nowhere
  }
}

export const settings = $state<Settings>({ ...defaults, ...kept<Partial<Settings>>(key) });

export function followSettings(): void {
  $effect.root(() => {
    $effect(() => keep(key, $state.snapshot(settings)));
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const show = () => {
      const theme = settings.theme === 'auto' ? (dark.matches ? 'dark' : 'light') : settings.theme;
      document.documentElement.dataset.theme = theme;
    };
    dark.addEventListener('change', show);
    $effect(show);
  });
}
