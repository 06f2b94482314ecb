import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../src/build/launchBrowser.mjs';
import { place } from '../../src/build/place.mjs';
import { dashboardTextKeys } from '../../src/protocol/dashboardText.js';
import { dashboardHtml } from '../../src/surfaces/vscode/dashboard/dashboardHtml.js';
import { dashboardWith } from '../support/dashboardState.js';

const origin = 'http://127.0.0.1:9';
const texts = Object.fromEntries(dashboardTextKeys.map(key => [key, key]));
const types: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css', ttf: 'font/ttf' };

const state = dashboardWith;

interface Sent {
  readonly kind: string;
  readonly id: number;
  readonly method?: string;
}

// The built page in a plain browser, with a host that does what the real one never should.
describe('the dashboard’s page with a bad host', () => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await launchBrowser();
  });

  afterAll(() => browser?.close());

  beforeEach(async () => {
    page = await browser.newPage();
    await page.clock.install();
    await page.addInitScript(`
      window.sent = [];
      window.acquireVsCodeApi = () => ({ postMessage: message => window.sent.push(message), getState() {}, setState() {} });
    `);
    await page.route(`${origin}/**`, async route => {
      const name = new URL(route.request().url()).pathname.slice(1);
      if (name === '') return route.fulfill({ contentType: 'text/html', body: frame() });
      await route.fulfill({
        contentType: types[name.split('.').at(-1) ?? ''] ?? 'text/plain',
        body: await readFile(join(place.dist, name)),
      });
    });
    await page.goto(`${origin}/`);
    await page.locator('#dashboard[aria-busy]').waitFor();
  });

  afterEach(() => page.close());

  const frame = (): string =>
    dashboardHtml({
      language: 'en',
      title: 'Dashboard',
      source: origin,
      nonce: 'c3RhdGVyb29t',
      script: `${origin}/dashboard.js`,
      style: `${origin}/dashboard.css`,
      icons: `${origin}/codicon.css`,
      loading: 'Reading the queue…',
      lost: 'The editor does not answer.',
      retry: 'Try Again',
    });
  const sent = (): Promise<Sent[]> => page.evaluate('window.sent');
  const requests = async (): Promise<(string | undefined)[]> =>
    (await sent()).filter(({ kind }) => kind === 'request').map(({ method }) => method);
  const say = (message: unknown): Promise<void> => page.evaluate(data => window.postMessage(data, '*'), message);
  const answer = async (result: unknown): Promise<void> => {
    const id = (await sent()).findLast(({ kind }) => kind === 'request')?.id;
    await say({ kind: 'reply', id, result });
  };
  const ready = (): Promise<void> => answer({ locale: 'en', texts, snapshot: { revision: 1, state: state(1) } });
  const count = (value: string) => page.locator('.tile.ready .value', { hasText: value });

  it('says that it reads, then that nobody answers, and asks again when told to', async () => {
    expect(await page.getByRole('status').textContent()).toContain('Reading the queue…');
    await page.clock.fastForward(10_000);
    expect(await page.getByRole('alert').textContent()).toContain('The editor does not answer.');
    await page.getByRole('button', { name: 'Try Again' }).click();
    expect(await requests()).toEqual(['ready', 'ready']);
    await ready();
    await count('1').waitFor();
  });

  it('asks for the whole when a patch is missing', async () => {
    await ready();
    await count('1').waitFor();
    await say({ kind: 'event', name: 'patch', data: { base: 4, revision: 5, changes: { counts: state(5).counts } } });
    await expect.poll(requests).toEqual(['ready', 'snapshot']);
    expect(await count('1').count()).toBe(1);
    await answer({ revision: 5, state: state(5) });
    await count('5').waitFor();
  });

  it('outlives messages that make no sense, and tells the host', async () => {
    await ready();
    await count('1').waitFor();
    for (const junk of [null, 7, { kind: 'event', name: 'patch', data: { base: 1 } }, { kind: 'reply', id: 1 }])
      await say(junk);
    await say({ kind: 'event', name: 'patch', data: { base: 1, revision: 2, changes: { counts: state(2).counts } } });
    await count('2').waitFor();
    const events = (await sent()).filter(({ kind }) => kind === 'event');
    expect(events.length).toBeGreaterThan(0);
    expect(events.every(event => 'name' in event && event.name === 'failure')).toBe(true);
  });

  it('shows markup in a title as text', async () => {
    const evil = '<img src=x onerror="window.hacked=1"><script>window.hacked=2</script>';
    const row = { ref: 'W-1', title: evil, priority: 2, due: null, leaseExpired: false };
    await answer({
      locale: 'en',
      texts,
      snapshot: { revision: 1, state: { ...state(1), upNext: { total: 1, rows: [row] } } },
    });
    await page.getByText(evil).waitFor();
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(await page.locator('main img').count()).toBe(0);
  });

  it('says why an act did not work', async () => {
    await ready();
    await page.getByRole('button', { name: 'add' }).click();
    await expect.poll(requests).toEqual(['ready', 'act']);
    const id = (await sent()).at(-1)?.id;
    await say({ kind: 'error', id, error: { code: 'refused', message: 'That did not work.' } });
    expect(await page.getByRole('alert').textContent()).toContain('That did not work.');
  });

  it('counts times on while nothing else happens', async () => {
    const now = await page.evaluate(() => Date.now());
    const row = {
      ref: 'W-1',
      title: 'Paint',
      owner: 'ada',
      ownerRole: 'agent',
      claimedAt: new Date(now).toISOString(),
      leaseUntil: null,
    };
    await answer({
      locale: 'en',
      texts: { ...texts, 'working.claimed': 'claimed {0}' },
      snapshot: { revision: 1, state: { ...state(1), working: { total: 1, rows: [row] } } },
    });
    await page.getByText('claimed now').waitFor();
    await page.clock.runFor(3 * 60_000);
    await page.getByText('claimed 3 minutes ago').waitFor();
  });
});
