// Tests of the guided first turn.
import { flushSync, mount, tick, unmount } from 'svelte';
import { expect, test, vi } from 'vitest';
import { loadLanguage, t } from '$src/i18n/texts.svelte';
import FirstTurn from './FirstTurn.svelte';

const find = (what: string) => document.querySelector<HTMLButtonElement>(what);
async function tap(what: string): Promise<void> {
  find(what)?.click();
  flushSync();
  await tick();
}

test('leads to its end and forgives a wrong tap', async () => {
  window.scrollTo = () => {};
  window.scrollBy = () => {};
  await loadLanguage('en');
  const end = vi.fn();
  const firstTurn = mount(FirstTurn, { target: document.body, props: { end } });
  flushSync();

  await tap('.actions .main');
  expect(find('.prompt')?.textContent).toBe(t('first.die'));
  await tap('button[data-die="o"]');
  expect(find('.wrong-tap')).not.toBeNull();
  expect(find('.prompt')?.textContent).toBe(t('first.die'));

  let taps = 0;
  while (find('.prompt')?.textContent !== t('first.end') && ++taps < 20)
    await tap('button.die.chosen, .box.chosen button, .actions .main');
  expect(taps).toBeLessThan(12);
  expect(find('.score .total dd')?.textContent).toBe('44');
  await tap('.actions .main');
  expect(end).toHaveBeenCalledOnce();
  await unmount(firstTurn);
});
