import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { WorkGraph } from '../../src/protocol/workGraph.js';
import { dashboardState } from '../support/dashboardState.js';
import { englishTexts as texts } from '../support/dashboardTexts.js';
import { pagesAlone } from './dashboardAlonePage.js';

const node = (number: number, x: number, y: number, ...after: string[]): WorkGraph['nodes'][number] => ({
  ...{ ref: `W-${number}`, title: `About ${number}`, at: { x, y }, after },
  state: after.length === 0 ? 'ready' : 'blocked',
});
const edge = (from: string, to: string): WorkGraph['edges'][number] => ({
  ...{ from, to },
  points: [
    { x: 190, y: 30 },
    { x: 240, y: 30 },
  ],
});

const graph: WorkGraph = {
  ...{ width: 440, height: 120, hidden: 3 },
  nodes: [node(1, 100, 30), node(2, 340, 30, 'W-1'), node(3, 340, 90, 'W-1', 'W-4'), node(4, 100, 90)],
  edges: [edge('W-1', 'W-2'), edge('W-1', 'W-3'), edge('W-4', 'W-3')],
};

describe('the dependencies of open work', () => {
  let page: Page;
  const { sent, answer, requests, say } = pagesAlone(
    opened => {
      page = opened;
    },
    'dashboard',
    'graph',
  );
  const show = async (shown: WorkGraph = graph): Promise<void> => {
    const counts = { ...dashboardState().counts, ready: 2 };
    await answer({ locale: 'en', texts, snapshot: { revision: 1, state: dashboardState({ counts }) } });
    await expect.poll(requests).toEqual(['ready', 'graph']);
    await answer(shown);
    await page.locator('.graph, .none').first().waitFor();
  };
  const opened = async (): Promise<unknown[]> =>
    (await sent()).filter(({ method }) => method === 'act').map(({ params }) => params);
  const focused = (): Promise<string | null> =>
    page.evaluate(() => document.activeElement?.getAttribute('data-ref') ?? null);

  it('are drawn, with a page for each item and how many are left out', async () => {
    await show();
    expect(
      (await page.locator('.graph .node').allTextContents()).map(text => text.replace(/\s+/g, ' ').trim()),
    ).toEqual([
      'W-1 About 1 About 1 W-1 · ready',
      'W-2 About 2 About 2 W-2 · blocked',
      'W-3 About 3 About 3 W-3 · blocked',
      'W-4 About 4 About 4 W-4 · ready',
    ]);
    expect(await page.locator('.graph .edge').count()).toBe(3);
    expect(await page.locator('#panel > p').innerText()).toBe('and 3 more');
    await page.locator('.graph .node').nth(1).click();
    expect(await opened()).toEqual([{ act: 'open', ref: 'W-2' }]);
  });

  it('are a tree for the keyboard and for screen readers', async () => {
    await show();
    const items = page.getByRole('treeitem');
    expect(await items.evaluateAll(all => all.map(one => one.getAttribute('aria-level')))).toEqual([
      '1',
      '2',
      '2',
      '1',
    ]);
    expect((await items.nth(2).innerText()).replace(/\s+/g, ' ').trim()).toBe(
      'About 3 W-3 blocked · also waits for W-4',
    );
    await page.getByRole('tab', { name: 'Dependencies' }).focus();
    await page.keyboard.press('Tab');
    for (const [key, ref] of [
      ['ArrowRight', 'W-2'],
      ['ArrowDown', 'W-3'],
      ['ArrowLeft', 'W-1'],
      ['End', 'W-4'],
      ['ArrowRight', 'W-4'],
      ['Home', 'W-1'],
    ] as const) {
      await page.keyboard.press(key);
      if (key !== 'ArrowRight' || ref !== 'W-4') expect(await focused()).toBe(ref);
    }
    await page.keyboard.press('Enter');
    expect(await opened()).toEqual([{ act: 'open', ref: 'W-1' }]);
  });

  it('are asked for again after a change, and the last ones stay until then', async () => {
    await show();
    await say({
      ...{ kind: 'event', name: 'state' },
      data: { revision: 2, state: dashboardState({ repository: 'other' }) },
    });
    await expect.poll(requests).toEqual(['ready', 'graph', 'graph']);
    expect(await page.locator('.graph .node').count()).toBe(4);
    await answer({ width: 0, height: 0, nodes: [], edges: [], hidden: 0 });
    await expect.poll(() => page.locator('.none').innerText()).toBe('No open work item waits for another.');
  });

  it('are scrolled in a narrow editor, which nothing else is wider than', async () => {
    await page.setViewportSize({ width: 320, height: 800 });
    await show();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });
});
