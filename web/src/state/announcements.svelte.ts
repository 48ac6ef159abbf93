// Announcements for screen readers: rolls, decisions, results. Announcer.svelte puts them into a live region.
let latest = $state({ text: '', count: 0 });

export const announcement = () => latest;

export function announce(text: string): void {
  latest = { text, count: latest.count + 1 };
}
