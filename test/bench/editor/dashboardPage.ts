import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { dashboardLimits } from '../../../src/reports/buildDashboard.js';
import { webviewHtml } from '../../../src/surfaces/vscode/support/webviewHtml.js';
import { dashboardState, needsRow, workRow } from '../../support/dashboardState.js';
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
    snapshot: { revision: 1, state: dashboardState({ events: eventsTo(20) }) },
  };
  await page.addInitScript(`window.acquireVsCodeApi = () => ({
    postMessage(message) {
      if (message.kind === 'request') window.postMessage({ kind: 'reply', id: message.id, result: ${JSON.stringify(ready)} }, '*');
    },
    getState: () => ({ tab: 'charts' }),
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
  await page.locator('.tile').first().waitFor();
}

/**
 * The page after so many more states, each of which changes counts, rows, the timeline and a chart. From the message until what
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
        const shown = document.querySelector('.tile.ready .value')?.textContent?.trim();
        const wanted = message.data.state.counts.ready.toLocaleString('en');
        if (shown !== wanted) throw new Error(`A state that makes ${wanted} ready was painted as ${shown}.`);
      }
      return found;
    }, messages);
    taken.push(...ms);
  }
  const last = (first + states - 1).toLocaleString('en');
  await page.locator('.tile.ready .value', { hasText: new RegExp(`^${last}$`) }).waitFor();
  return taken;
}

/** The whole of what the page gets of a large repository: every list is as long as it ever is. */
function messageFrom(base: number) {
  const at = new Date(Date.UTC(2026, 0, 1) + base * 1000).toISOString();
  const item = (index: number) => ({ ref: `W-${base + index}`, title: `Item ${base + index}` });
  const state = dashboardState({
    counts: { needs_you: base, ready: base, in_flight: base, blocked: 0, scheduled: 0, done: base },
    work: {
      rows: [
        ...list(dashboardLimits.needsYou, base, index =>
          needsRow(`W-${base + index}`, {
            ...{ title: `Item ${base + index}`, question: `Red or blue ${base}?`, owner: 'claude', since: at },
            ...{ blocks: index, acts: buttons(`W-${base + index}`) },
          }),
        ).rows,
        ...list(dashboardLimits.working, base, index =>
          workRow(`W-${base + index + dashboardLimits.needsYou}`, {
            ...{ owner: 'codex', ownerRole: 'agent', since: at, leaseUntil: at, word: 'working' },
            ...{ lane: { ref: `L-${index + 1}`, name: `lane-${index}` }, life: { level: 'ok', lastAt: at } },
            acts: buttons(`L-${index + 1}`),
          }),
        ).rows,
      ],
      hidden: base,
    },
    stuck: list(dashboardLimits.stuck, base, index => ({
      ...item(index),
      blockedBy: [{ ref: `W-${base}`, status: 'failed' }],
    })),
    tasks: list(dashboardLimits.tasks, base, index => ({
      ...{ ...item(index), ref: `T-${index}`, word: 'Active' },
      gates: { state: 'judged', gates: [{ gate: 'review-ready', ready: false, reasons: base % 7 }] },
    })),
    upNext: list(dashboardLimits.upNext, base, index => ({
      ...{ ...item(index), priority: 2, due: null, leaseExpired: false },
    })),
    events: eventsTo(base + 20),
    flow: Array.from({ length: dashboardLimits.days }, (_, day) => ({
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

function list<Row>(length: number, total: number, row: (index: number) => Row): { total: number; rows: Row[] } {
  return { total, rows: Array.from({ length }, (_, index) => row(index)) };
}

function eventsTo(id: number) {
  return Array.from({ length: 15 }, (_, index) => ({
    id: id - index,
    at: new Date(Date.UTC(2026, 0, 1) + (id - index) * 1000).toISOString(),
    type: 'work_item_created',
    actor: `agent-${(id - index) % 7}`,
    workItem: `W-${id - index}`,
    title: `Item ${id - index}`,
    words: null,
    refs: [],
  }));
}

/** What the page's scripts hold after a collection. */
async function heldBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}
