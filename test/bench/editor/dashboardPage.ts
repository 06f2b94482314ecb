import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { Board, Card } from '../../../src/protocol/dashboardState.js';
import { boardLimit } from '../../../src/reports/buildBoard.js';
import { webviewHtml } from '../../../src/surfaces/vscode/support/webviewHtml.js';
import { card, dashboardState, need } from '../../support/dashboardState.js';
import { textsOfPage } from '../../support/dashboardTexts.js';
import type { EditorOrder, PageMemory } from './figures.js';

/** States that are handed to the browser at once. */
const perCall = 50;
const origin = 'http://127.0.0.1:9';
const types: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css', ttf: 'font/ttf' };

/**
 * The built page in a plain browser, to which as many states come as changes in an hour: what it holds before and after, and how
 * long each of them takes.
 */
export async function weighPage(order: EditorOrder, browser: Browser): Promise<PageMemory> {
  const page = await browser.newPage();
  try {
    await openAlone(page, join(order.extension, 'dist'));
    const firstOnes = Math.ceil(order.states / 20);
    const firstMs = await change(page, 1, firstOnes);
    const before = await heldBytes(page);
    const stateMs = await change(page, 1 + firstOnes, order.states);
    const after = await heldBytes(page);
    return { states: order.states, stateMs: [...firstMs, ...stateMs], before, after };
  } finally {
    await page.close();
  }
}

async function openAlone(page: Page, dist: string): Promise<void> {
  const ready = {
    locale: 'en',
    texts: textsOfPage,
    snapshot: { revision: 1, state: dashboardState() },
  };
  await page.addInitScript(`window.acquireVsCodeApi = () => ({
    postMessage(message) {
      if (message.kind === 'request') window.postMessage({ kind: 'reply', id: message.id, result: ${JSON.stringify(ready)} }, '*');
    },
    getState: () => ({ tab: 'board' }),
    setState() {},
  });`);
  const nonce = 'c3RhdGVyb29t';
  const html = webviewHtml({
    root: 'dashboard',
    ...{ language: 'en', title: 'Dashboard', source: origin, nonce, loading: '', lost: '', retry: '' },
    ...{ script: `${origin}/dashboard.js`, style: `${origin}/dashboard.css`, icons: `${origin}/codicon.css` },
  });
  await page.route(`${origin}/**`, async route => {
    const name = new URL(route.request().url()).pathname.slice(1);
    if (name === '') return route.fulfill({ contentType: 'text/html', body: html });
    const contentType = types[name.split('.').at(-1) ?? ''] ?? 'text/plain';
    await route.fulfill({ contentType, body: readFileSync(join(dist, name)) });
  });
  await page.goto(`${origin}/`);
  await page.locator('.board-column').first().waitFor();
}

/**
 * The page after so many more states, each of which changes counts, cards and a chart. From the message until what
 * it brings is painted, ms for each.
 */
async function change(page: Page, first: number, states: number): Promise<number[]> {
  const taken: number[] = [];
  for (let done = 0; done < states; done += perCall) {
    const count = Math.min(perCall, states - done);
    const messages = Array.from({ length: count }, (_, index) => messageFrom(first + done + index));
    const ms = await page.evaluate(async all => {
      const found: number[] = [];
      for (const message of all) {
        const began = performance.now();
        // Those of the page itself listened before: they have heard it by then.
        const heard = new Promise(resolve => window.addEventListener('message', resolve, { once: true }));
        window.postMessage(message, '*');
        await heard;
        // What is there at an animation frame is painted by the next task.
        await new Promise(resolve => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = resolve;
          requestAnimationFrame(() => port2.postMessage(''));
        });
        found.push(performance.now() - began);
        const shown = document.querySelector('.board-column.ready > h2 .count')?.textContent?.trim();
        const wanted = message.data.state.board.ready.total.toLocaleString('en');
        if (shown !== wanted) throw new Error(`A state that makes ${wanted} ready was painted as ${shown}.`);
      }
      return found;
    }, messages);
    taken.push(...ms);
  }
  const last = (first + states - 1 + boardLimit).toLocaleString('en');
  await page.locator('.board-column.ready > h2 .count', { hasText: new RegExp(`^${last}$`) }).waitFor();
  return taken;
}

/** The whole of what the page gets of a large repository: each column is as long as it ever is, and a card of each changes. */
function messageFrom(base: number) {
  const at = new Date(Date.UTC(2026, 0, 1)).toISOString();
  const changed = (index: number): number => (index === base % boardLimit ? base : 0);
  const state = dashboardState({
    counts: { needs_you: base, ready: base, in_flight: base, blocked: 0, scheduled: 0, done: base },
    board: {
      ready: cards('W-1', base, index => ({ labels: [`area-${changed(index)}`], acts: buttons(`W-1${index}`) })),
      working: cards('W-2', base, index => ({
        ...{ owner: 'codex', ownerRole: 'agent', since: at, leaseUntil: at, word: 'working' },
        ...{ lane: { ref: `L-${index + 1}`, name: `lane-${index}` }, life: { level: 'ok', lastAt: at } },
        last: { words: `codex noted ${changed(index)}`, at },
        checks: [{ command: 'npm test', passed: changed(index) % 2 === 0, basis: 'current' }],
        needs: [
          need(`M-${index}`, {
            ...{ kind: 'question', question: `Red or blue ${changed(index)}?`, owner: 'claude', since: at },
            ...{ blocks: index, acts: buttons(`M-${index}`) },
          }),
        ],
      })),
      review: cards('W-3', base, index => ({
        task: { ref: `T-${index}`, gates: [{ gate: 'review-ready', ready: false, reasons: changed(index) % 7 }] },
      })),
      done: cards('W-4', base, index => ({ owner: `ada ${changed(index)}`, since: at })),
      parents: {},
      elsewhere: [],
      waiting: cards('W-5', base, index => ({ waits: { words: `W-${changed(index)}`, until: null } })),
    },
    flow: Array.from({ length: 14 }, (_, day) => ({
      date: `2026-01-${String(day + 1).padStart(2, '0')}`,
      created: (base + day) % 17,
      resolved: (base * day) % 13,
      open: base % 100,
    })),
  });
  return { kind: 'event', name: 'state', data: { revision: base + 1, state } };
}

function buttons(ref: string) {
  return ['Answer…', 'Show Changes', 'Open Terminal'].map(label => ({ id: `${label} ${ref}`, label }));
}

function cards(prefix: string, base: number, more: (index: number) => Partial<Card>): Board['ready'] {
  const all = Array.from({ length: boardLimit }, (_, index) => card(`${prefix}${index}`, more(index)));
  return { total: base + boardLimit, cards: all };
}

/** What the page's scripts hold after a collection. */
async function heldBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}
