// What a person has chosen on this device, kept by the browser.
import { readStored, writeStored } from '$src/api/storage';
import { type Language, loadLanguage } from '$src/i18n/texts.svelte';
import { onSystemThemeChange, showTheme, type Theme } from '$src/theme/theme';

interface Settings {
  language: Language | null; // null: the browser's
  theme: Theme;
  sound: boolean;
  coach: boolean;
  confirm: boolean; // preview a decision before it is made
  pace: 'slow' | 'normal' | 'fast'; // of bots
}

const defaults: Settings = { language: null, theme: 'auto', sound: false, coach: false, confirm: true, pace: 'normal' };
const key = 'volpe.settings';

export const settings = $state<Settings>({ ...defaults, ...readStored<Partial<Settings>>(key) });

// From now on every change is stored, and the theme applied.
export function applySettings(): void {
  const show = () => showTheme(settings.theme);
  onSystemThemeChange(show);
  $effect.root(() => {
    $effect(() => writeStored(key, $state.snapshot(settings)));
    $effect(show);
  });
}

export function chooseLanguage(language: Language): Promise<void> {
  settings.language = language;
  return loadLanguage(language);
}
