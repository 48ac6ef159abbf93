// Starts the page: settings, language, links, and the first screen.
import { mount } from 'svelte';
import App from './App.svelte';
import { followLinks } from './route.svelte';
import { followSettings, settings } from './settings.svelte';
import { browserLanguage, speak } from './words/words.svelte';
import './look/look.css';

followSettings();
followLinks();
await speak(settings.language ?? browserLanguage());
mount(App, { target: document.getElementById('page') as HTMLElement });
if (import.meta.env.PROD) navigator.serviceWorker?.register('/worker.js');
