// Chromium driven by Playwright: devices of people, whose errors fail the test, and what people do on the page.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { Server } from './test-server';

const screenshots = join(import.meta.dirname, '../../build/screenshots');
mkdirSync(screenshots, { recursive: true });

// For people to look at.
export const screenshot = (page: Page, name: string) => page.screenshot({ path: join(screenshots, `${name}.png`) });

export interface Device {
  width?: number;
  height?: number;
  language?: string;
  dark?: boolean;
  touch?: boolean;
}

export class TestBrowser {
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

  // A device of another person, with its own storage.
  async newDevice(device: Device = {}): Promise<Page> {
    if (!this.browser) throw new Error('the browser has not started');
    const context = await this.browser.newContext({
      baseURL: this.server.address,
      viewport: { width: device.width ?? 1280, height: device.height ?? 860 },
      locale: device.language ?? 'en',
      colorScheme: device.dark ? 'dark' : 'light',
      hasTouch: device.touch ?? false,
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    });
    context.setDefaultTimeout(60_000);
    this.contexts.push(context);
    const page = await context.newPage();
    page.on('pageerror', (error) => this.errors.push(`${page.url()}: ${error.stack ?? error.message}`));
    page.on('console', (message) => {
      // Some tests stop the server.
      if (message.type() === 'error' && !/ERR_CONNECTION_REFUSED|WebSocket connection/.test(message.text()))
        this.errors.push(`${page.url()}: ${message.text()}`);
    });
    return page;
  }

  async closeDevices(): Promise<void> {
    for (const context of this.contexts.splice(0)) await context.close();
    expect(this.errors.splice(0)).toEqual([]);
  }
}

// The browser for the tests of a file; errors of a page fail its test.
export function testBrowser(): TestBrowser {
  const browser = new TestBrowser();
  beforeAll(() => browser.start());
  afterEach(() => browser.closeDevices());
  afterAll(() => browser.stop());
  return browser;
}

const main = 'main.table-screen';
export const revision = async (page: Page) => Number(await page.locator(main).getAttribute('data-revision'));
export const stageOf = (page: Page) => page.locator(main).getAttribute('data-stage');

// Waits until the table has a newer revision.
export async function waitForNextRevision(page: Page, since: number): Promise<void> {
  await page.waitForFunction(
    ([selector, old]) =>
      Number(document.querySelector(selector as string)?.getAttribute('data-revision')) > (old as number),
    [main, since] as const,
  );
}
export const waitForEnd = (page: Page) => page.waitForSelector(`${main}[data-stage=over]`);

// The server has opened the table: it has its own address.
export const waitForTable = (page: Page) => page.waitForURL('**/t/*');

// Opens a table as people do, in English.
export async function openSoloGame(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Play alone' }).click();
  await page.getByRole('button', { name: 'Roll', exact: true }).waitFor();
  await waitForTable(page);
}

export interface TableOptions {
  game?: string;
  seats: string[]; // 'me', 'free' or a level for each
  dice?: 'fair' | 'real';
  first?: string;
  match?: boolean;
  names?: string[];
}

export async function openTable(page: Page, options: TableOptions): Promise<void> {
  await page.goto(`/new/${options.game ?? 'clever'}`);
  await page.getByRole('button', { name: String(options.seats.length), exact: true }).click();
  for (const [at, kind] of options.seats.entries()) await page.locator(`#seat-${at}`).selectOption(kind);
  for (const [at, name] of (options.names ?? []).entries())
    await page.getByRole('textbox', { name: `Name at seat ${at + 1}` }).fill(name);
  if (options.dice === 'real') await page.getByRole('radio', { name: /real dice/ }).check();
  if (options.first !== undefined || options.match) await page.locator('summary').click();
  if (options.first !== undefined) await page.locator('#first').selectOption(options.first);
  if (options.match) await page.getByRole('checkbox', { name: /match/i }).check();
  await page.getByRole('button', { name: /^(Start|Open the table)/ }).click();
  await waitForTable(page);
}

const apiPath = (page: Page) => `/api/v1${new URL(page.url()).pathname.replace('/t/', '/tables/')}`;
// The record and the view of the table that a page shows.
export const fetchRecord = async (page: Page) => (await page.request.get(`${apiPath(page)}/record`)).text();
export const fetchView = async (page: Page) => (await page.request.get(apiPath(page))).json();
