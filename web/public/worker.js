// The shell of the page, kept by the browser: it opens at once, and without a network it can say so.
// Files under /assets never change (their names hold a hash); all else is asked for first and kept as a reserve.
const shell = 'volpe-shell-1';

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(shell).then((cache) => cache.add('/')));
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  const old = (names) => names.filter((name) => name !== shell);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))));
  self.clients.claim();
});

async function kept(request, key) {
  const cache = await caches.open(shell);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(key, answer.clone());
    return answer;
  } catch (error) {
    const known = await cache.match(key);
    if (known) return known;
    throw error;
  }
}

async function once(request) {
  const cache = await caches.open(shell);
  return (await cache.match(request)) ?? kept(request, request);
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== 'GET' || address.origin !== location.origin || address.pathname.startsWith('/api/')) return;
  if (address.pathname.startsWith('/assets/')) event.respondWith(once(request));
  else if (request.mode === 'navigate') event.respondWith(kept(request, '/'));
});
