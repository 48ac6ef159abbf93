// Which colours the page shows: light, dark, or those the system prefers.
export type Theme = 'auto' | 'light' | 'dark';

const darkSystem = () => matchMedia('(prefers-color-scheme: dark)');

export function showTheme(theme: Theme): void {
  const shown = theme === 'auto' ? (darkSystem().matches ? 'dark' : 'light') : theme;
  document.documentElement.dataset.theme = shown;
}

export const onSystemThemeChange = (changed: () => void) => darkSystem().addEventListener('change', changed);
