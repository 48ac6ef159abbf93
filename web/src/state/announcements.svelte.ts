// What screen readers are told: rolls, decisions, results. Announcer.svelte says it.
let said = $state({ text: '', count: 0 });

export const announcement = () => said;

export function announce(text: string): void {
  said = { text, count: said.count + 1 };
}
