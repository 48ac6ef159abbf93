// Measures the page in a browser: from an address to the first roll, from an answer to its picture in each scenario, frames while dice roll.
// node bench/page.mjs [http://127.0.0.1:8080 [games [scenario]]], with a server of the release build running there; `scenarios` below lists them.
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { chromium } = createRequire(join(import.meta.dirname, '../web/package.json'))('playwright-core');
const address = process.argv[2] ?? 'http://127.0.0.1:8080';
const games = Number(process.argv[3] ?? 5);
const only = process.argv[4];
const rolls = 12;

const middle = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const worst = (numbers) => Math.max(...numbers);
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

// Runs in the page.
const framesInHalfASecond = () =>
  new Promise((done) => {
    const begin = performance.now();
    let count = 0;
    const next = () => (++count, performance.now() - begin < 500 ? requestAnimationFrame(next) : done(count));
    requestAnimationFrame(next);
  });

// Runs in the page before anything else. Times are those of painted frames: of the first screen, of the first button to roll,
// and of every lobby, table, result and step of a replay since its message. The page writes them to the console, since
// reading them from outside takes longer than drawing a picture.
const measure = () => {
  const clock = {};
  window.clock = clock;
  const whenDrawn = (what, then) => {
    const look = () => (what() ? setTimeout(() => then(performance.now())) : requestAnimationFrame(look));
    requestAnimationFrame(look);
  };
  const button = (text) => [...document.querySelectorAll('button')].some((one) => one.textContent.trim() === text);
  whenDrawn(() => button('Play alone'), (now) => (clock.home = now));
  clock.rolls = new Promise((seen) => whenDrawn(() => button('Roll'), (now) => seen((clock.roll = now))));
  addEventListener('click', () => (clock.click ??= performance.now()), true);
  const places = { lobby: '.lobby', table: '.dock', result: '.result' };
  const whatIs = ({ type, stage, position, plies }) => {
    if (type === 'table') return stage === 'open' ? 'lobby' : position.result ? 'result' : 'table';
    return plies === undefined ? null : 'replay';
  };
  const isShown = (what, { table, revision }) => {
    if (what === 'replay') return document.querySelector('.replay-screen .game[aria-busy=false] .sheet');
    const screen = document.querySelector(`main.table-screen:has(${places[what]})`);
    return location.pathname.endsWith(table) ? screen?.dataset.revision >= revision : screen?.dataset.revision > 0;
  };
  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...rest) {
      super(...rest);
      this.addEventListener('message', ({ data }) => {
        const came = performance.now();
        const message = JSON.parse(data);
        const what = whatIs(message);
        if (what) whenDrawn(() => isShown(what, message), (now) => console.debug('picture', what, now - came, now));
      });
    }
  };
};

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
const numbers = new Map();
const note = (what, ...more) => numbers.set(what, [...(numbers.get(what) ?? []), ...more]);

// A time that the page wrote to the console.
const read = (message) => {
  const [, what, took, at] = message.text().match(/^picture (\w+) (\S+) (\S+)$/) ?? [];
  return { what, took: Number(took), at: Number(at) };
};

async function device(token) {
  const context = await browser.newContext({ baseURL: address, locale: 'en', viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  if (token) await page.addInitScript((me) => localStorage.setItem('volpe.me', me), JSON.stringify({ token, name: 'Anna' }));
  await page.addInitScript(measure);
  return page;
}

// From the address to a game alone, and some turns of it.
async function playAlone() {
  const page = await device();
  const pictures = [];
  page.on('console', (message) => pictures.push(read(message)));
  const begin = performance.now();
  await page.goto('/');
  await page.getByRole('button', { name: 'Play alone' }).click();
  await page.evaluate(() => window.clock.rolls); // not waitFor, which looks at every element in every frame
  const roll = page.getByRole('button', { name: 'Roll', exact: true });
  note('from the address to the first roll, as the test sees it', performance.now() - begin);
  const revision = () => page.locator('main.table-screen').getAttribute('data-revision');
  for (let rolled = 0; rolled < rolls; ) {
    const before = await revision();
    if (await roll.isVisible()) {
      const counted = page.evaluate(framesInHalfASecond);
      await roll.and(page.locator(':enabled')).dispatchEvent('click'); // a click may be taken for missed when the table goes on under it
      note('frames a second while dice roll', 2 * (await counted));
      ++rolled;
    } else {
      const [die, box] = ['button[data-die]', 'button[data-box]'].map((what) => page.locator(what).first());
      const offered = (await die.isVisible()) ? die : box;
      if (await offered.isVisible()) {
        await offered.click();
        if ((await page.locator('button[data-box][aria-pressed=true]').count()) === 0) await box.click();
        await page.locator('.confirm').click();
      } else {
        await page.locator('.dock .actions button:enabled').first().click();
      }
    }
    const goneOn = (old) =>
      document.querySelector('main.table-screen').dataset.revision !== old && !document.querySelector('.dock .actions :disabled');
    await page.waitForFunction(goneOn, before);
  }
  const { home, click, roll: rolled } = await page.evaluate(() => ({ ...window.clock, rolls: null }));
  note('  from the address to the first screen', home);
  note('  from the click to the first roll', rolled - click);
  note('  both', home + rolled - click);
  const [first, ...others] = pictures.filter(({ what }) => what).map(({ took }) => took);
  note('from an answer to its picture, of a table that was opened', first);
  note('from an answer to its picture, all others', ...others);
  await page.context().close();
}

// A person whose tables are created over the API of the server: only what is measured is clicked.
async function person() {
  const ask = async (method, path, body, token) => {
    const headers = token ? { Authorization: `Bearer ${token}` } : {};
    for (;;) {
      const answer = await fetch(`${address}/api/v1/${path}`, { method, headers, body: body && JSON.stringify(body) });
      if (answer.ok || answer.status === 409) return answer.json(); // stale: a page that watches was faster
      if (answer.status !== 429) throw new Error(await answer.text());
      await pause(100);
    }
  };
  const { token } = await ask('POST', 'people', { name: 'Anna' });
  let id = 0;
  const act = (table, what) => ask('POST', `tables/${table}`, { id: `${token.slice(0, 8)} ${++id}`, ...what }, token);
  const sit = (table, seat) => act(table, { do: 'sit', seat, seed: `seed${seat}` });
  const open = async (opening) => (await ask('POST', 'tables', { first: '0', ...opening }, token)).table;
  return {
    token,
    sit,
    open,
    begin: async (opening) => {
      const table = await open(opening);
      for (let seat = 0; seat < opening.seats; ++seat) await sit(table, seat);
      await act(table, { do: 'start' });
      return table;
    },
    playToTheEnd: async (table) => {
      for (;;) {
        const { position, roller, choices } = await ask('GET', `tables/${table}`, undefined, token);
        if (position.result) return;
        await pause(50); // the server's rate limit allows no more
        const { seat, position: at, ...place } = choices[0] ?? { seat: roller };
        const event = at?.legal.find((one) => one !== 'reroll');
        await act(table, event ? { do: 'event', seat, event, ...place } : { do: 'roll', seat, ply: position.ply });
      }
    },
  };
}

// The first picture of its kind on a page after an action: how long it took, and when it was painted since the page was requested.
async function pictureOn(page, what, action) {
  const seen = page.waitForEvent('console', (message) => read(message).what === what);
  await action?.();
  return read(await seen);
}
const picture = async (...action) => (await pictureOn(...action)).took;
const press = (page, name) => () => page.getByRole('button', { name, exact: true }).dispatchEvent('click');
const follow = (page, link) => () => page.locator(`a[href^="${link}"]`).first().dispatchEvent('click');

// What leads to a picture; each returns its pages and its times.
const scenarios = {
  lobby: async (game) => {
    const [host, guest] = [await person(), await person()];
    const table = await host.open({ game, seats: 2 });
    await host.sit(table, 0);
    await guest.sit(table, 1);
    const [his, hers] = [await device(host.token), await device(guest.token)];
    await picture(his, 'lobby', () => his.goto(`/t/${table}`));
    const lobby = await picture(hers, 'lobby', () => hers.goto(`/t/${table}`));
    await pause(500); // as a host waits before the start
    const waits = picture(hers, 'table');
    const starts = await picture(his, 'table', press(his, 'Start'));
    return [[his, hers], { 'a lobby, by its link': lobby, 'a game that begins in a lobby, host': starts, 'a game that begins in a lobby, guest': await waits }];
  },
  table: async (game) => {
    const one = await person();
    const table = await one.begin({ game, seats: 2 });
    const page = await device(one.token);
    await page.goto('/');
    await page.locator(`a[href="/t/${table}"]`).waitFor();
    const continued = await picture(page, 'table', follow(page, `/t/${table}`));
    const again = await picture(page, 'table', () => page.reload());
    const other = await device(one.token);
    const linked = await pictureOn(other, 'table', () => other.goto(`/t/${table}`));
    note(`from the address to the table, by its link, ${game}`, linked.at);
    return [[page, other], { 'a table that is continued': continued, 'a table, loaded again': again, 'a table, by its link': linked.took }];
  },
  result: async (game) => {
    const one = await person();
    const table = await one.begin({ game, seats: 2 });
    const page = await device(one.token);
    await page.goto(`/t/${table}`);
    const result = await picture(page, 'result', () => one.playToTheEnd(table));
    const replay = await picture(page, 'replay', follow(page, '/replay/'));
    await page.goto(`/t/${table}`);
    const again = await picture(page, 'table', press(page, 'Again'));
    return [[page], { 'a result': result, 'a replay': replay, 'another game like it': again }];
  },
  match: async (game) => {
    if (game !== 'genial') return [[], {}];
    const one = await person();
    const table = await one.begin({ game, seats: 2, match: true });
    await one.playToTheEnd(table);
    const page = await device(one.token);
    await page.goto(`/t/${table}`);
    return [[page], { 'the next game of a match': await picture(page, 'table', press(page, 'Next game')) }];
  },
};

if (only && !scenarios[only]) {
  console.error(`unknown scenario ${only}: expected ${Object.keys(scenarios).join(', ')}`);
  process.exit(2);
}
for (let round = 0; round < games; ++round) {
  if (!only) await playAlone();
  for (const scenario of only ? [scenarios[only]] : Object.values(scenarios))
    for (const game of ['clever', 'genial']) {
      const [pages, seen] = await scenario(game);
      for (const [what, took] of Object.entries(seen)) note(`from an answer to its picture, ${what}, ${game}`, took);
      for (const page of pages) await page.context().close();
    }
}
await browser.close();
for (const [what, all] of numbers)
  if (what.startsWith('frames')) console.log(`${what}: middle ${middle(all)}, fewest ${Math.min(...all)} (${all.length})`);
  else console.log(`${what}: middle ${middle(all).toFixed(0)} ms, worst ${worst(all).toFixed(0)} ms (${all.length})`);
