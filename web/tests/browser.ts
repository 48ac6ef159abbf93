// Debian's chromium, driven by Playwright: pages that tell every error, and what people do on them.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { Server } from './server';

const pictures = join(import.meta.dirname, '../../build/screenshots');
mkdirSync(pictures, { recursive: true });

// Pictures are for people to look at.
export const picture = (page: Page, name: string) => page.screenshot({ path: join(pictures, `${name}.png`) });

export interface Visit {
  width?: number;
  height?: number;
  language?: string;
  dark?: boolean;
  touch?: boolean;
}

export class Stage {
  readonly server = new Server();
  readonly errors: string[] = [];
  private browser: Browser | null = null;
  private readonly contexts: BrowserContext[] = [];

  async start(): Promise<void> {
    await this.server.start();
    this.browser = await chromium.launch({
      executablePath: '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    });
  }

  async stop(): Promise<void> {
    await this.browser?.close();
    await this.server.stop();
  }

  // Somebody with a device of their own.
  async visitor(visit: Visit = {}): Promise<Page> {
    if (!this.browser) throw new Error('the browser has not started');
    const context = await this.browser.newContext({
      baseURL: this.server.address,
      viewport: { width: visit.width ?? 1280, height: visit.height ?? 860 },
      locale: visit.language ?? 'en',
      colorScheme: visit.dark ? 'dark' : 'light',
      hasTouch: visit.touch ?? false,
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    });
    context.setDefaultTimeout(60_000);
    this.contexts.push(context);
    const page = await context.newPage();
    page.on('pageerror', (error) => this.errors.push(`${page.url()}: ${error.stack ?? error.message}`));
    page.on('console', (message) => {
      // A server that is away is what some tests are about.
      if (message.type() === 'error' && !/ERR_CONNECTION_REFUSED|WebSocket connection/.test(message.text()))
        this.errors.push(`${page.url()}: ${message.text()}`);
    });
    return page;
  }

  async goodbye(): Promise<void> {
    for (const context of this.contexts.splice(0)) await context.close();
    expect(this.errors.splice(0)).toEqual([]);
  }
}

// A stage for the tests of a file; whatever a page complains about fails the test.
export function stage(): Stage {
  const one = new Stage();
  beforeAll(() => one.start());
  afterEach(() => one.goodbye());
  afterAll(() => one.stop());
  return one;
}

const main = 'main.table-screen';
export const revision = async (page: Page) => Number(await page.locator(main).getAttribute('data-revision'));
export const stageOf = (page: Page) => page.locator(main).getAttribute('data-stage');

// Waits until the table has gone on since some revision.
export async function goneOn(page: Page, since: number): Promise<void> {
  await page.waitForFunction(
    ([selector, old]) =>
      Number(document.querySelector(selector as string)?.getAttribute('data-revision')) > (old as number),
    [main, since] as const,
  );
}
export const over = (page: Page) => page.waitForSelector(`${main}[data-stage=over]`);

// A table that was opened has its own address when it is laid.
export const laid = (page: Page) => page.waitForURL('**/t/*');

// Opens a table as people do; the labels are English.
export async function alone(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Play alone' }).click();
  await page.getByRole('button', { name: 'Roll', exact: true }).waitFor();
  await laid(page);
}

export interface Wish {
  game?: string;
  seats: string[]; // 'me', 'free' or a level for each
  dice?: 'fair' | 'real';
  first?: string;
  match?: boolean;
  names?: string[];
}

export async function open(page: Page, wish: Wish): Promise<void> {
  await page.goto(`/new/${wish.game ?? 'clever'}`);
  await page.getByRole('button', { name: String(wish.seats.length), exact: true }).click();
  for (const [at, kind] of wish.seats.entries()) await page.locator(`#seat-${at}`).selectOption(kind);
  for (const [at, name] of (wish.names ?? []).entries())
    await page.getByRole('textbox', { name: `Name at seat ${at + 1}` }).fill(name);
  if (wish.dice === 'real') await page.getByRole('radio', { name: /real dice/ }).check();
  if (wish.first !== undefined || wish.match) await page.locator('summary').click();
  if (wish.first !== undefined) await page.locator('#first').selectOption(wish.first);
  if (wish.match) await page.getByRole('checkbox', { name: /match/i }).check();
  await page.getByRole('button', { name: /^(Start|Open the table)/ }).click();
  await laid(page);
}
