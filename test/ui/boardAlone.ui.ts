import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Board, Card } from '../../src/protocol/dashboardState.js';
import { card, dashboardState, need } from '../support/dashboardState.js';
import { englishTexts as texts } from '../support/dashboardTexts.js';
import { pagesAlone } from './dashboardAlonePage.js';

const list = (...cards: Card[]): Board['ready'] => ({ total: cards.length, cards });
const at = '2026-11-21T12:00:00.000Z';

const asking = card('W-12', {
  ...{ title: 'Limit the rate of logins', owner: 'claude', ownerRole: 'agent', lane: { ref: 'L-3', name: 'limit' } },
  needs: [
    need('W-12', {
      ...{ question: '5 or 10 logins a minute?', owner: 'claude', since: at, blocks: 2 },
      choices: [{ id: 'choose W-12 5', label: '5' }],
      acts: [{ id: 'answer W-12', label: 'Answer' }],
    }),
  ],
  last: { words: 'claude edited src/login/limit.ts', at },
  checks: [{ command: 'npm test', passed: true, basis: 'current' }],
  size: { added: 52, removed: 7 },
  conflicts: ['cart'],
  task: {
    ref: 'T-1',
    gates: [
      { gate: 'review-ready', ready: true, reasons: 0 },
      { gate: 'close-check', ready: false, reasons: 3 },
    ],
  },
});

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
  parents: {},
  elsewhere: [
    { branch: 'copilot/fix-3', path: '/shop-worktrees/fix-3', maker: 'Copilot', adopt: 'adopt copilot/fix-3' },
  ],
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
      .locator(`.board-column.${column} [data-card] .line:first-child`)
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
      'last: edited src/login/limit.ts',
      '+52 −7',
      'npm test',
      'conflicts with cart',
    ])
      expect(text).toContain(part);
    expect((await page.locator('.strip .needs').innerText()).replace(/\s+/g, ' ')).toBe('1 needs you: question Next');
    await page.locator('.strip .needs button.link').click();
    expect(await focused()).toBe('W-12');
    await page.locator('[data-focus="next-need"]').click();
    await page.getByRole('button', { name: '5, W-12' }).click();
    expect(await acted()).toEqual([{ act: 'nextNeed' }, { act: 'row', id: 'choose W-12 5' }]);
  });

  it('says who works, whether their heart beats and since when, and what a gate asks for', async () => {
    const now = await page.evaluate(() => Date.now());
    const ago = (ms: number): string => new Date(now - ms).toISOString();
    const lane = (number: number, name: string) => ({ lane: { ref: `L-${number}`, name }, word: 'working' });
    const codex = { owner: 'codex', ownerRole: 'agent' } as const;
    const dead = need('L-1', { kind: 'dead', question: 'Its program is gone.', since: ago(3 * 3_600_000), blocks: 1 });
    await show({
      ...board,
      working: list(
        { ...asking, needs: asking.needs.map(one => ({ ...one, since: ago(4 * 60_000) })) },
        card('W-1', { ...lane(1, 'login'), ...codex, word: null, needs: [dead] }),
        card('W-10', { ...lane(5, 'mail'), ...codex, why: 'Test the limit' }),
        card('W-2', { ...lane(2, 'cart'), since: ago(3 * 60_000) }),
        card('L-3', { ...lane(3, 'docs'), ...codex, life: { level: 'WARN', lastAt: ago(20_000) } }),
        card('W-6', { ...lane(4, 'help'), ...codex, life: { level: 'ok', lastAt: ago(20_000) } }),
        card('W-9', { owner: 'ada', ownerRole: 'human', since: ago(0) }),
      ),
    });
    const spoken = async (ref: string): Promise<string> =>
      (await page.locator(`[data-card="${ref}"]`).innerText()).replace(/\s+/g, ' ').trim();
    expect(await spoken('W-1')).toBe(
      'About W-1 W-1 Its program is gone. worker is dead 3 hours ago blocks 1 other codex (an agent)',
    );
    expect(await spoken('W-2')).toBe('About W-2 W-2 nobody yet working changed 3 minutes ago');
    // Words go by minutes, levels by seconds: they do not say the contrary of each other.
    expect(await spoken('L-3')).toBe(
      'About L-3 L-3 codex (an agent) working lane docs heartbeat late last heartbeat under a minute ago',
    );
    expect(await spoken('W-6')).toBe('About W-6 W-6 codex (an agent) working alive');
    expect(await spoken('W-9')).toBe('About W-9 W-9 ada (a person) without a lease claimed now');
    expect(await spoken('W-12')).toMatch(
      /^Limit the rate of logins W-12 question: 5 or 10 logins a minute\? 5 Answer claude \(an agent\) waiting for you 4 min blocks 2 others last: edited src\/login\/limit\.ts .* \+52 −7 npm test/,
    );
    expect(await spoken('W-12')).toContain('review-ready: ready close-check: 3 issues');
    expect(await spoken('W-10')).toContain('codex (an agent) working Test the limit');
    await page.clock.runFor(3 * 60_000);
    await expect.poll(() => spoken('W-9')).toContain('claimed 3 minutes ago');
    for (const focus of ['open W-1', 'gate T-1 close-check', 'act answer W-12'])
      await page.locator(`[data-focus="${focus}"]`).click();
    expect(await acted()).toEqual([
      { act: 'open', ref: 'W-1' },
      { act: 'showGate', ref: 'T-1', gate: 'close-check' },
      { act: 'row', id: 'answer W-12' },
    ]);
  });

  it('leads from what a cut column leaves out to the whole list', async () => {
    await show({ ...board, ready: { ...board.ready, total: 71 } });
    await page.locator('.board-column.ready [data-focus="more ready"]').click();
    expect(await acted()).toEqual([{ act: 'showSection', section: 'ready' }]);
  });

  it('has branches without a lane below what is worked on, with a button that adopts each', async () => {
    await show();
    const branch = page.locator('.board-column.working .elsewhere');
    expect((await branch.innerText()).replace(/\s+/g, ' ')).toBe('copilot/fix-3 Copilot Adopt');
    await branch.getByRole('button', { name: 'Adopt copilot/fix-3' }).click();
    expect(await acted()).toEqual([{ act: 'row', id: 'adopt copilot/fix-3' }]);
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

  it('shows the cards that have the typed words, and its charts on the last tab', async () => {
    await show();
    await page.locator('.find input').fill('CODEX');
    expect(await titles('ready')).toEqual(['Refunds in cents W-8']);
    expect(await titles('working')).toEqual(['Keep the cart W-2']);
    expect(await page.locator('.board-column.review .none').innerText()).toBe('No card matches the filter.');
    await page.getByRole('tab', { name: 'Board' }).focus();
    await page.keyboard.press('ArrowLeft');
    expect(await page.locator('.tile.ready .value').innerText()).toBe('2');
    expect(await page.locator('.board').count()).toBe(0);
  });

  it('groups the cards of each column by label, agent or parent, by name and the rest last', async () => {
    await show({
      ...board,
      ready: list(
        card('W-7', { title: 'Search', labels: ['ui', 'search'], parent: 'W-20' }),
        card('W-8', { title: 'Refunds', labels: ['payments'], assignee: 'codex' }),
        card('W-9', { title: 'Paint' }),
      ),
      parents: { 'W-20': 'The shop' },
    });
    const shown = async (): Promise<string[]> =>
      (await page.locator('.board-column.ready :is(h3:not(.fold), .card .line:first-child)').allInnerTexts()).map(
        text => text.replace(/\s+/g, ' ').trim(),
      );
    expect(await shown()).toEqual(['Search W-7', 'Refunds W-8', 'Paint W-9']);
    const by = page.getByLabel('Group by');
    await by.selectOption({ label: 'label' });
    expect(await shown()).toEqual(['payments', 'Refunds W-8', 'ui', 'Search W-7', 'No label', 'Paint W-9']);
    await by.selectOption({ label: 'agent' });
    expect(await shown()).toEqual(['codex', 'Refunds W-8', 'Nobody', 'Search W-7', 'Paint W-9']);
    await by.selectOption({ label: 'parent' });
    expect(await shown()).toEqual(['W-20 The shop', 'Search W-7', 'No parent', 'Refunds W-8', 'Paint W-9']);
    await page.locator('[data-card="W-7"] button').first().focus();
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('W-8');
    await by.selectOption({ label: 'nothing' });
    expect(await shown()).toEqual(['Search W-7', 'Refunds W-8', 'Paint W-9']);
    expect(await page.evaluate('window.kept.by')).toBeNull();
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
