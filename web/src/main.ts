// Starts the page: settings, language, links, and the first screen.
import { mount } from 'svelte';
import App from './App.svelte';
import { browserLanguage, speak } from './i18n/texts.svelte';
import { followLinks } from './state/router.svelte';
import { followSettings, settings } from './state/settings.svelte';
import './theme/theme.css';

followSettings();
followLinks();
// Not awaited here: chunks that are loaded may need this one.
void speak(settings.language ?? browserLanguage()).then(() => {
  mount(App, { target: document.getElementById('page') as HTMLElement });
});
// Only a shell: where it can not be kept, the page works without. It is not to slow down a first game.
const aWhile = 5000; // milliseconds
if (import.meta.env.PROD)
  setTimeout(() => navigator.serviceWorker?.register('/worker.js').catch(() => undefined), aWhile);
