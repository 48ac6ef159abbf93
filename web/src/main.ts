// Starts the page: settings, language, router, and the first screen.
import { mount } from 'svelte';
import App from './App.svelte';
import { browserLanguage, loadLanguage } from './i18n/texts.svelte';
import { startRouter } from './state/router.svelte';
import { applySettings, settings } from './state/settings.svelte';
import './theme/colours.css';
import './theme/theme.css';

applySettings();
startRouter();
// Not awaited: chunks that are being loaded may import this module.
void loadLanguage(settings.language ?? browserLanguage()).then(() => {
  mount(App, { target: document.getElementById('page') as HTMLElement });
});
// The service worker only keeps the shell, and the page works without it. It must not slow down a first game.
const registrationDelay = 5000; // milliseconds
if (import.meta.env.PROD)
  setTimeout(() => navigator.serviceWorker?.register('/worker.js').catch(() => undefined), registrationDelay);
