// The router: the address of the page as a route, and navigation without reloading.
export interface Route {
  path: string[]; // the segments of the path
  query: URLSearchParams;
}

const currentRoute = (): Route => ({
  path: location.pathname.split('/').filter((segment) => segment !== ''),
  query: new URLSearchParams(location.search),
});

let current = $state.raw<Route>(currentRoute());

export const route = () => current;

export function navigate(address: string): void {
  history.pushState(null, '', address);
  current = currentRoute();
  window.scrollTo(0, 0);
}

// For a screen that shows something else in its own place: the player can go back from there, the route and the screen
// stay, and replaceAddress sets the address once it is known.
export function pushHistoryEntry(): void {
  history.pushState(null, '', location.href);
  window.scrollTo(0, 0);
}
export function replaceAddress(address: string): void {
  history.replaceState(null, '', address);
}

// Handles links within the page and the browser's back and forward buttons.
export function startRouter(): void {
  addEventListener('popstate', () => {
    current = currentRoute();
  });
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element).closest?.('a[href]');
    if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return;
    if (link.target || link.hasAttribute('download') || link.pathname.startsWith('/api/')) return;
    event.preventDefault();
    navigate(link.pathname + link.search);
  });
}
