// How fast the page is in a browser: from an address to the first roll, from an answer to its picture, frames while dice roll.
// node bench/page.mjs [http://127.0.0.1:8080 [games]], with a server of the release build running there.
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { chromium } = createRequire(join(import.meta.dirname, '../web/package.json'))('playwright-core');
const address = process.argv[2] ?? 'http://127.0.0.1:8080';
const games = Number(process.argv[3] ?? 5);
const rolls = 12;

const middle = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const worst = (numbers) => Math.max(...numbers);

// Runs in the page.
const framesInHalfASecond = () =>
  new Promise((done) => {
    const begin = performance.now();
    let count = 0;
    const next = () => (++count, performance.now() - begin < 500 ? requestAnimationFrame(next) : done(count));
    requestAnimationFrame(next);
  });

// Runs in the page before anything else. Times are those of frames that have been drawn: of the first screen, of the first
// button to roll, and of every table since the message that brought it.
const watchTheClock = () => {
  const clock = { pictures: [] };
  window.clock = clock;
  const whenDrawn = (what, then) => {
    const look = () => (what() ? setTimeout(() => then(performance.now())) : requestAnimationFrame(look));
    requestAnimationFrame(look);
  };
  const button = (text) => [...document.querySelectorAll('button')].some((one) => one.textContent.trim() === text);
  whenDrawn(() => button('Play alone'), (now) => (clock.home = now));
  clock.rolls = new Promise((seen) => whenDrawn(() => button('Roll'), (now) => seen((clock.roll = now))));
  addEventListener('click', () => (clock.click ??= performance.now()), true);
  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...rest) {
      super(...rest);
      this.addEventListener('message', ({ data }) => {
        const came = performance.now();
        const { type, stage, revision } = JSON.parse(data);
        if (type !== 'table' || stage === 'open') return;
        const shown = () => document.querySelector('main.table-screen:has(.dock)')?.dataset.revision >= revision;
        whenDrawn(shown, (now) => clock.pictures.push(now - came));
      });
    }
  };
};

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
const starts = [];
const homes = [];
const tables = [];
const firsts = [];
const pictures = [];
const frames = [];
for (let game = 0; game < games; ++game) {
  const context = await browser.newContext({ baseURL: address, locale: 'en', viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.addInitScript(watchTheClock);
  const begin = performance.now();
  await page.goto('/');
  await page.getByRole('button', { name: 'Play alone' }).click();
  await page.evaluate(() => window.clock.rolls); // not waitFor, which looks at every element in every frame
  const roll = page.getByRole('button', { name: 'Roll', exact: true });
  starts.push(performance.now() - begin);
  const revision = () => page.locator('main.table-screen').getAttribute('data-revision');
  for (let rolled = 0; rolled < rolls; ) {
    const before = await revision();
    if (await roll.isVisible()) {
      const counted = page.evaluate(framesInHalfASecond);
      await roll.and(page.locator(':enabled')).dispatchEvent('click'); // a click may be taken for missed when the table goes on under it
      frames.push(2 * (await counted));
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
    await page.waitForFunction((old) => document.querySelector('main.table-screen').dataset.revision !== old, before);
  }
  const clock = await page.evaluate(() => ({ ...window.clock, rolls: null }));
  homes.push(clock.home);
  tables.push(clock.roll - clock.click);
  firsts.push(clock.pictures[0]);
  pictures.push(...clock.pictures.slice(1));
  await context.close();
}
await browser.close();
const show = (what, numbers, unit) => console.log(`${what}: middle ${middle(numbers).toFixed(0)} ${unit}, worst ${worst(numbers).toFixed(0)} ${unit} (${numbers.length})`);
show('from the address to the first roll, as the test sees it', starts, 'ms');
show('  from the address to the first screen', homes, 'ms');
show('  from the click to the first roll', tables, 'ms');
show('  both', homes.map((home, game) => home + tables[game]), 'ms');
show('from an answer to its picture, the first of a table', firsts, 'ms');
show('from an answer to its picture, all others', pictures, 'ms');
console.log(`frames a second while dice roll: middle ${middle(frames)}, fewest ${Math.min(...frames)} (${frames.length})`);
