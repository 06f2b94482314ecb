import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ControlState } from '../../src/protocol/dashboardState.js';
import { card, dashboardState } from '../support/dashboardState.js';
import { englishTexts as texts } from '../support/dashboardTexts.js';
import { pagesAlone } from './dashboardAlonePage.js';

const on: NonNullable<ControlState['on']> = {
  checkedAt: new Date(Date.now() - 300_000).toISOString(),
  running: 3,
  atOnce: 4,
  until: null,
  notes: ['$1.20 of $25.00'],
};
const report: NonNullable<ControlState['report']> = {
  headline: '1 done · 1 need you · 1 gave up · $18.40 of $25.00',
  lists: [
    { name: 'done', rows: [{ ref: 'W-1', title: 'Keep the cart', words: 'npm test passed' }] },
    { name: 'needsYou', rows: [{ ref: 'W-3', title: 'Sign in', words: 'codex is not signed in' }] },
    { name: 'gaveUp', rows: [{ ref: 'W-4', title: 'Refunds', words: 'codex failed twice the same way: No access' }] },
  ],
};

describe('control on Home', () => {
  let page: Page;
  const { sent, answer } = pagesAlone(
    opened => {
      page = opened;
    },
    'dashboard',
    'board',
  );
  const show = async (control: ControlState | null, ready = 1): Promise<void> => {
    const held = 'waits until 03:15: limit of claude-code, its own reset time';
    const list = { total: ready, cards: ready === 0 ? [] : [card('W-21', { title: 'Refunds in cents', held })] };
    const { board, counts } = dashboardState();
    const state = dashboardState({ control, board: { ...board, ready: list }, counts: { ...counts, ready } });
    await answer({ locale: 'en', texts, snapshot: { revision: 1, state } });
    await page.locator('.board').waitFor();
  };
  const acted = async (): Promise<unknown[]> =>
    (await sent()).filter(({ method }) => method === 'act').map(({ params }) => params);
  const words = async (selector: string): Promise<string> =>
    (await page.locator(selector).innerText()).replace(/\s+/g, ' ').trim();

  it('is one line while it is on, with the reason on each card that waits', async () => {
    await show({ on, report: null });
    expect(await words('.control p')).toMatch(
      /^Control is on, checked 5 minutes ago 3 of 4 running \$1\.20 of \$25\.00$/,
    );
    expect(await words('[data-card="W-21"] .not-started')).toBe(
      'waits until 03:15: limit of claude-code, its own reset time',
    );
    expect(await page.locator('[data-focus="start-control"]').count()).toBe(0);
    await page.locator('[data-focus="stop-control"]').press('Enter');
    expect(await acted()).toEqual([{ act: 'stopControl' }]);
  });

  it('is said when nothing runs it, with the button that starts it again', async () => {
    await show({ on: { ...on, checkedAt: null }, report: null });
    expect(await words('.control p')).toContain('Control is on, but nothing runs it. Start it again.');
    await page.locator('.control [data-focus="start-control"]').click();
    expect(await acted()).toEqual([{ act: 'startControl' }]);
  });

  it('leaves its report on top until it was read', async () => {
    await show({ on: null, report });
    expect(await words('.report')).toBe(
      'Report of control 1 done · 1 need you · 1 gave up · $18.40 of $25.00 Done 1 W-1 Keep the cart · npm test passed ' +
        'Needs you 1 W-3 Sign in · codex is not signed in Gave up 1 W-4 Refunds · codex failed twice the same way: No access ' +
        'Done Reading',
    );
    await page.locator('.report [data-focus="open W-4"]').click();
    await page.locator('[data-focus="read-control"]').click();
    expect(await acted()).toEqual([{ act: 'open', ref: 'W-4' }, { act: 'readControl' }]);
  });

  it('is not started while nothing is ready', async () => {
    await show(null, 0);
    expect(await page.locator('[data-focus="start-control"][disabled]').count()).toBe(1);
  });

  it('is started from the toolbar', async () => {
    await show(null);
    await page.locator('[data-focus="start-control"]').click();
    expect(await acted()).toEqual([{ act: 'startControl' }]);
  });
});
