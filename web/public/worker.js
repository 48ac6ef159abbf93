// The service worker: keeps the shell of the page, so that it opens at once and can report that the network is away.
// Files under /assets never change, since their names contain a hash: the cache comes first. For pages the network does.
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

async function networkFirst(request, key) {
  const cache = await caches.open(shell);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(key, response.clone());
    return response;
  } catch (error) {
    const cached = await cache.match(key);
    if (cached) return cached;
    throw error;
  }
}

async function cacheFirst(request) {
  const cache = await caches.open(shell);
  return (await cache.match(request)) ?? networkFirst(request, request);
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== 'GET' || address.origin !== location.origin || address.pathname.startsWith('/api/')) return;
  if (address.pathname.startsWith('/assets/')) event.respondWith(cacheFirst(request));
  else if (request.mode === 'navigate') event.respondWith(networkFirst(request, '/'));
});
