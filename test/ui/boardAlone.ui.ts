import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Board, Card } from '../../src/protocol/dashboardState.js';
import { dashboardState, needsRow, workRow } from '../support/dashboardState.js';
import { englishTexts as texts } from '../support/dashboardTexts.js';
import { pagesAlone } from './dashboardAlonePage.js';

const facts: Omit<Card, keyof ReturnType<typeof workRow>> = {
  labels: [],
  assignee: null,
  parent: null,
  waits: null,
  last: null,
  checks: [],
  size: null,
  conflicts: [],
  moves: [],
};
const card = (ref: string, more: Partial<Card> = {}): Card => ({ ...workRow(ref), owner: null, ...facts, ...more });
const list = (...cards: Card[]): Board['ready'] => ({ total: cards.length, cards });
const at = '2026-11-21T12:00:00.000Z';

const asking: Card = {
  ...needsRow(
    'W-12',
    {
      kind: 'workItem',
      question: '5 or 10 logins a minute?',
      owner: 'claude',
      since: at,
      acts: [{ id: 'answer W-12', label: 'Answer' }],
    },
    { title: 'Limit the rate of logins', owner: 'claude', ownerRole: 'agent', lane: { ref: 'L-3', name: 'limit' } },
  ),
  ...facts,
  last: { words: 'claude edited src/login/limit.ts', at },
  checks: [{ command: 'npm test', passed: true, basis: 'current' }],
  size: { added: 52, removed: 7 },
  conflicts: ['cart'],
};

const board: Board = {
  ready: list(
    card('W-7', {
      title: 'Search in titles',
      moves: [{ to: 'working', id: 'start W-7' }],
      priority: 0,
      labels: ['search'],
    }),
    card('W-8', { title: 'Refunds in cents', assignee: 'codex' }),
  ),
  working: list(asking, card('W-2', { title: 'Keep the cart', owner: 'codex', ownerRole: 'agent', word: 'working' })),
  review: list(card('W-3', { title: 'Checkout page', word: 'in review', moves: [{ to: 'done', id: 'finish W-3' }] })),
  done: list(card('W-4', { title: 'Paint', owner: 'ada', since: at })),
  waiting: list(card('W-5', { title: 'After the cart', waits: { words: 'W-2', until: null } })),
};

describe('the board', () => {
  let page: Page;
  const { sent, answer } = pagesAlone(
    opened => {
      page = opened;
    },
    'dashboard',
    'board',
  );
  const show = async (shown: Board = board): Promise<void> => {
    const state = dashboardState({ board: shown, counts: { ...dashboardState().counts, ready: 2, needs_you: 1 } });
    await answer({ locale: 'en', texts, snapshot: { revision: 1, state } });
    await page.locator('.board').waitFor();
  };
  const titles = (column: string): Promise<string[]> =>
    page
      .locator(`.board-column.${column} .card .line:first-child`)
      .allInnerTexts()
      .then(all => all.map(text => text.replace(/\s+/g, ' ')));
  const acted = async (): Promise<unknown[]> =>
    (await sent()).filter(({ method }) => method === 'act').map(({ params }) => params);
  const focused = (): Promise<string | null> =>
    page.evaluate(() => document.activeElement?.closest('[data-card]')?.getAttribute('data-card') ?? null);

  it('has each card in its column, with the question on it and what needs the person above', async () => {
    await show();
    expect(await titles('ready')).toEqual(['Search in titles W-7', 'Refunds in cents W-8']);
    expect(await titles('working')).toEqual(['Limit the rate of logins W-12', 'Keep the cart W-2']);
    expect(await titles('review')).toEqual(['Checkout page W-3']);
    expect(await titles('done')).toEqual(['Paint W-4']);
    const text = await page.locator('[data-card="W-12"]').innerText();
    for (const part of [
      '5 or 10 logins a minute?',
      'Answer',
      'claude edited src/login/limit.ts',
      '+52 −7',
      'npm test',
      'conflicts with cart',
    ])
      expect(text).toContain(part);
    expect((await page.locator('.strip .needs').innerText()).replace(/\s+/g, ' ')).toBe('1 needs you: question');
    await page.locator('.strip .needs button').click();
    expect(await focused()).toBe('W-12');
  });

  it('folds what waits below what is ready, and says what it waits for', async () => {
    await show();
    expect(await page.locator('[data-card="W-5"]').count()).toBe(0);
    await page.locator('.fold button').click();
    expect(await page.locator('[data-card="W-5"]').innerText()).toContain('waits for W-2');
  });

  it('is walked by arrow keys, and a card moved by Alt with one', async () => {
    await show();
    await page.locator('[data-card="W-7"] button').first().focus();
    for (const [key, card] of [
      ['ArrowDown', 'W-8'],
      ['ArrowRight', 'W-2'],
      ['ArrowRight', 'W-3'],
      ['ArrowLeft', 'W-12'],
      ['ArrowLeft', 'W-7'],
    ] as const) {
      await page.keyboard.press(key);
      expect(await focused()).toBe(card);
    }
    await page.keyboard.press('Alt+ArrowRight');
    expect(await acted()).toEqual([{ act: 'row', id: 'start W-7' }]);
    await page.locator('[data-card="W-8"] button').first().focus();
    await page.keyboard.press('Alt+ArrowRight');
    expect(await acted()).toHaveLength(1);
    expect(await page.locator('.trouble').innerText()).toContain('W-8 cannot be moved to “Working”.');
  });

  it('moves a card that is dragged to a column, and says why another stays', async () => {
    await show();
    await page.dragAndDrop('[data-card="W-3"]', '.board-column.done');
    expect(await acted()).toEqual([{ act: 'row', id: 'finish W-3' }]);
    await page.dragAndDrop('[data-card="W-7"]', '.board-column.done');
    expect(await acted()).toHaveLength(1);
    expect(await page.locator('.trouble').innerText()).toContain('W-7 cannot be moved to “Done today”.');
  });

  it('shows the cards that have the typed words, and its charts on the other tab', async () => {
    await show();
    await page.locator('.find input').fill('CODEX');
    expect(await titles('ready')).toEqual(['Refunds in cents W-8']);
    expect(await titles('working')).toEqual(['Keep the cart W-2']);
    expect(await page.locator('.board-column.review .none').innerText()).toBe('No card matches the filter.');
    await page.getByRole('tab', { name: 'Board' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.locator('.tile.ready .value').innerText()).toBe('2');
    expect(await page.locator('.board').count()).toBe(0);
  });

  it('is one column in a narrow editor, and nothing is wider than it', async () => {
    await page.setViewportSize({ width: 320, height: 800 });
    await show();
    const lefts = await page
      .locator('.board-column')
      .evaluateAll(columns => columns.map(column => Math.round(column.getBoundingClientRect().left)));
    expect(new Set(lefts).size).toBe(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });
});
