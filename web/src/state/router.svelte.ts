// Which screen is shown: the path of the address, without reloading.
export interface Route {
  path: string[]; // parts of the path
  query: URLSearchParams;
}

const here = (): Route => ({
  path: location.pathname.split('/').filter((part) => part !== ''),
  query: new URLSearchParams(location.search),
});

let current = $state.raw<Route>(here());

export const route = () => current;

export function go(address: string): void {
  history.pushState(null, '', address);
  current = here();
  window.scrollTo(0, 0);
}

// A screen shows something else in its own place, which can be gone back from. Nothing is drawn anew, and what has no address
// yet gets it later.
export function step(): void {
  history.pushState(null, '', location.href);
  window.scrollTo(0, 0);
}
export function settle(address: string): void {
  history.replaceState(null, '', address);
}

// Links of the page itself do not reload it.
export function followLinks(): void {
  addEventListener('popstate', () => {
    current = here();
  });
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element).closest?.('a[href]');
    if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return;
    if (link.target || link.hasAttribute('download') || link.pathname.startsWith('/api/')) return;
    event.preventDefault();
    go(link.pathname + link.search);
  });
}
