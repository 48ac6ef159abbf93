// Every screen in every language: its layout on a small phone, its accessibility, and screenshots for people to look at.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { screenshot, testBrowser } from './test-browser';

const browser = testBrowser();

// Screens by their addresses, since texts differ from language to language.
const fixedScreens: [string, string][] = [
  ['home', '/'],
  ['opening-clever', '/'],
  ['opening-genial', '/'],
  ['new-clever', '/new/clever'],
  ['new-genial', '/new/genial'],
  ['new-own', '/new/clever'],
  ['learn-clever', '/learn/clever'],
  ['learn-genial', '/learn/genial'],
  ['first-clever', '/learn/clever/first'],
  ['first-genial', '/learn/genial/first'],
  ['print-clever', '/print/clever'],
  ['print-genial', '/print/genial'],
  ['daily', '/daily'],
  ['me', '/me'],
  ['position-clever', '/position/clever'],
  ['position-genial', '/position/genial'],
  ['replay-empty', '/replay'],
  ['nowhere', '/nowhere'],
];

// Creates tables in many states over the API of the server, for the person of the page; returns their addresses.
async function createTables(page: Page): Promise<[string, string][]> {
  const tables = await page.evaluate(async () => {
    const post = async (path: string, body: unknown, token = '') => {
      const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
      return (await fetch(`/api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
    };
    const { token } = await post('people', { name: 'Anna' });
    localStorage.setItem('volpe.me', JSON.stringify({ token, name: 'Anna' }));
    let id = 0;
    const open = async (opening: object, bots: number[], people: number[]) => {
      const { table } = await post('tables', { first: '0', ...opening }, token);
      const act = (fields: object) => post(`tables/${table}`, { id: `s${++id}`, ...fields }, token);
      for (const seat of people) await act({ do: 'sit', seat, seed: `seed${seat}` });
      for (const seat of bots) await act({ do: 'bot', seat, bot: 'level1' });
      return { table: table as string, act };
    };
    const lobby = await open({ game: 'clever', seats: 3 }, [], [0]);
    const clever = await open({ game: 'clever', seats: 4 }, [1, 2, 3], [0]);
    await clever.act({ do: 'start' });
    await clever.act({ do: 'roll', seat: 0, ply: 0 });
    const real = await open({ game: 'clever', seats: 1, dice: 'real' }, [], [0]);
    await real.act({ do: 'start' });
    const genial = await open({ game: 'genial', seats: 2, options: { opening: 'hidden' } }, [1], [0]);
    await genial.act({ do: 'start' });
    await genial.act({ do: 'roll', seat: 0, ply: 0 });
    // Over: the player resigns, and bots play to the end.
    const over = await open({ game: 'genial', seats: 2 }, [1], [0]);
    await over.act({ do: 'start' });
    await over.act({ do: 'resign', seat: 0, bot: 'level1' });
    // Two seats on paper, one of which has played; and a seat on paper that has won.
    const paper = await open({ game: 'clever', seats: 3, dice: 'real', paper: [0, 2] }, [], [0, 1, 2]);
    await paper.act({ do: 'start' });
    const won = await open({ game: 'genial', seats: 2, dice: 'real', paper: [1] }, [], [0, 1]);
    await won.act({ do: 'start' });
    const tell = (seat: number, event: string, ply: number) => won.act({ do: 'event', seat, event, ply });
    await tell(1, 'roll r g g b', 0);
    await tell(0, 'roll r r g p', 1);
    await tell(0, 'score', 2);
    const leaving = await open({ game: 'genial', seats: 2, dice: 'real', paper: [0] }, [], [0, 1]);
    await leaving.act({ do: 'start' });
    await leaving.act({ do: 'event', seat: 1, event: 'roll r g g b', ply: 0 });
    await tell(1, 'left won', 3);
    return { lobby, clever, real, genial, paper, leaving, won, over };
  });
  const addresses = Object.entries(tables).map(([name, { table }]): [string, string] => [
    `table-${name}`,
    `/t/${table}`,
  ]);
  return [...addresses, ['replay-genial', `/replay/${tables.over.table}`]];
}

async function show(page: Page, name: string, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForSelector('main h1, main h2');
  if (name.startsWith('opening-')) {
    await page.route('**/api/v1/tables', () => undefined); // never answers
    await page
      .locator(`[aria-labelledby=about-${name.slice('opening-'.length)}] button`)
      .first()
      .click();
    await page.waitForSelector('main[aria-busy=true] .dock');
  }
  if (name === 'new-own') for (const value of ['real', 'own']) await page.locator(`input[value=${value}]`).check();
  if (name === 'table-over' || name === 'replay-genial')
    await page.waitForSelector('main[data-stage=over], main [role=slider], main input[type=range]');
  if (name.startsWith('table-') && name !== 'table-over') await page.waitForSelector('.dock, main .card');
}

// One of the screens is that of an unknown address.
const ignoreNotFound = () =>
  browser.errors.splice(0, browser.errors.length, ...browser.errors.filter((error) => !error.includes('404')));

async function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const limit = document.documentElement.clientWidth;
    if ((document.scrollingElement?.scrollWidth ?? 0) <= limit) return [];
    const wide = [...document.querySelectorAll('main *')].filter(
      (one) => one.getBoundingClientRect().right > limit + 1,
    );
    return wide.slice(0, 3).map((one) => one.outerHTML.slice(0, 200));
  });
}

// Controls that are smaller than a finger.
async function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls =
      'main button, main a.button, main summary, main select, main input:not([type=checkbox], [type=radio], [type=file])';
    const sized = [...document.querySelectorAll(controls)].map((one) => ({ one, size: one.getBoundingClientRect() }));
    return sized
      .filter(({ size }) => size.width > 0 && (size.width < 43.5 || size.height < 43.5))
      .map(({ one, size }) => `${Math.round(size.width)}×${Math.round(size.height)} ${one.outerHTML.slice(0, 160)}`);
  });
}

// Buttons with the same label: a screen reader cannot tell them apart.
async function sameNames(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const buttons = [...document.querySelectorAll<HTMLElement>('main button:not([role])')].filter(
      (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('[inert]'),
    );
    const names = buttons.map((one) => (one.ariaLabel ?? one.textContent ?? '').trim());
    return names.filter((name, at) => names.indexOf(name) !== at).map((name) => `twice: ${name}`);
  });
}

// Keys in place of their texts: dotted words that no language has.
async function untranslated(page: Page): Promise<string[]> {
  const text = await page.evaluate(() => document.querySelector('main')?.textContent ?? '');
  return text.match(/\b[a-z]+(?:\.[a-z_]+)+\b/g)?.filter((word) => !word.endsWith('.volpe')) ?? [];
}

for (const language of ['en', 'de', 'it', 'es', 'ru']) {
  test(`every screen fits 360 pixels: ${language}`, async () => {
    const page = await browser.newDevice({ width: 360, height: 740, language });
    await page.goto('/');
    const wrong: Record<string, string[]> = {};
    for (const [name, address] of [...fixedScreens, ...(await createTables(page))]) {
      await show(page, name, address);
      const checks = [overflowing, tooSmall, sameNames, untranslated];
      const found = (await Promise.all(checks.map((check) => check(page)))).flat();
      if (found.length > 0) wrong[name] = found;
    }
    expect(wrong).toEqual({});
    ignoreNotFound();
  });
}

for (const device of ['phone', 'desktop'] as const)
  for (const colours of ['light', 'dark'] as const) {
    test(`axe finds nothing wrong on any screen: ${device}, ${colours}`, async () => {
      const size = device === 'phone' ? { width: 360, height: 740 } : { width: 1280, height: 860 };
      const page = await browser.newDevice({ ...size, dark: colours === 'dark' });
      await page.goto('/');
      const wrong: Record<string, string[]> = {};
      for (const [name, address] of [...fixedScreens, ...(await createTables(page))]) {
        await show(page, name, address);
        await screenshot(page, `${name}-${device}-${colours}`);
        const { violations } = await new AxeBuilder({ page }).analyze();
        const found = violations.map(
          (one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 200)).join(' | ')}`,
        );
        if (found.length > 0) wrong[name] = found;
      }
      expect(wrong).toEqual({});
      ignoreNotFound();
    });
  }
