import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { launchBrowser } from '../../build/launchBrowser.mjs';
import { place } from '../../build/place.mjs';
import { webviewHtml } from '../../src/surfaces/vscode/support/webviewHtml.js';
import { failByPolicy } from '../editor/failByPolicy.js';
import { watchPolicy } from '../editor/policyWatch.js';

const origin = 'http://127.0.0.1:9';
const types: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css', ttf: 'font/ttf' };

interface Sent {
  readonly kind: string;
  readonly id: number;
  readonly method?: string;
  readonly params?: unknown;
}

/**
 * Gives each test of a `describe` the built page in a plain browser, on a clock that the test moves: `take` is told of the
 * page. What its policy stops fails the tests. Gives what speaks in the host's place.
 */
export function pagesAlone(
  take: (page: Page) => void,
  name: 'dashboard' | 'record' = 'dashboard',
  tab: 'board' | 'graph' | 'charts' = 'charts',
): ReturnType<typeof hostOf> {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    page = await openAlone(browser, name, tab);
    take(page);
  });
  afterEach(() => page.close());
  // Hooks after a test run last in, first out: while the page is there.
  failByPolicy();
  return hostOf(() => page);
}

async function openAlone(browser: Browser, shown: 'dashboard' | 'record', tab: string): Promise<Page> {
  const page = await browser.newPage();
  watchPolicy(page);
  await page.clock.install();
  await page.addInitScript(`
    window.sent = [];
    window.acquireVsCodeApi = () => ({ postMessage: message => window.sent.push(message), getState: () => ({ tab: '${tab}' }), setState: state => { window.kept = state; } });
  `);
  await page.route(`${origin}/**`, async route => {
    const name = new URL(route.request().url()).pathname.slice(1);
    if (name === '') return route.fulfill({ contentType: 'text/html', body: frame(shown) });
    await route.fulfill({
      contentType: types[name.split('.').at(-1) ?? ''] ?? 'text/plain',
      body: await readFile(join(place.dist, name)),
    });
  });
  await page.goto(`${origin}/`);
  await page.locator(`#${shown}[aria-busy]`).waitFor();
  return page;
}

/** What the page said to its host, and what a test says in the host's place. */
function hostOf(page: () => Page) {
  const sent = (): Promise<Sent[]> => page().evaluate('window.sent');
  const requests = async (): Promise<(string | undefined)[]> =>
    (await sent()).filter(({ kind }) => kind === 'request').map(({ method }) => method);
  const say = (message: unknown): Promise<void> => page().evaluate(data => window.postMessage(data, '*'), message);
  const answer = async (result: unknown): Promise<void> => {
    const id = (await sent()).findLast(({ kind }) => kind === 'request')?.id;
    await say({ kind: 'reply', id, result });
  };
  return { sent, requests, say, answer };
}

const frame = (name: string): string =>
  webviewHtml({
    root: name,
    language: 'en',
    title: name,
    source: origin,
    nonce: 'c3RhdGVyb29t',
    script: `${origin}/${name}.js`,
    style: `${origin}/${name}.css`,
    icons: `${origin}/codicon.css`,
    loading: 'Loading the queue…',
    lost: 'The editor is not responding.',
    retry: 'Try Again',
  });
