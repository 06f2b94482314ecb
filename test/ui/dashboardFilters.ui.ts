import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { DashboardState } from '../../src/protocol/dashboardState.js';
import { usualFilter } from '../../src/protocol/dashboardTrend.js';
import { dashboardState, dashboardWith } from '../support/dashboardState.js';
import { textsOfPage as texts } from '../support/dashboardTexts.js';
import { pagesAlone } from './dashboardAlonePage.js';

const state = dashboardWith;

// The built page in a plain browser, with a host that answers late.
describe('the filters of the dashboard’s page', () => {
  let page: Page;
  const { sent, requests, say, answer } = pagesAlone(opened => {
    page = opened;
  });
  const count = (value: string) => page.locator('.tile.ready .value', { hasText: value });

  it('shows in its filters what the charts count, however they came to be narrowed', async () => {
    const at = (actor: string | null, actors = ['ada', 'codex']): DashboardState =>
      dashboardState({ ...state(1), filter: { ...usualFilter, actor }, choices: { kinds: [], actors, lanes: [] } });
    const select = page.locator('[data-focus="filter actor"]');
    const chosen = () => select.evaluate(element => (element as HTMLSelectElement).selectedOptions[0]?.label);
    const narrowed = async (revision: number, shown: DashboardState): Promise<void> => {
      await expect.poll(async () => (await requests()).filter(method => method === 'filter').length).toBe(revision - 1);
      await answer({ revision, state: shown });
      await page
        .locator(`[data-focus="filter clear"]`)
        .waitFor({ state: shown.filter.actor ? 'attached' : 'detached' });
    };
    await answer({ locale: 'en', texts, snapshot: { revision: 1, state: at(null) } });
    // What is shown to a person chose once stays chosen in the browser until it otherwise.
    for (const [index, actor] of ['codex', null, 'codex'].entries()) {
      await select.selectOption({ label: actor ?? 'filter.any' });
      await narrowed(index + 2, at(actor));
    }
    await page.locator('[data-focus="filter clear"]').click();
    await narrowed(5, at(null));
    expect(await chosen()).toBe('filter.any');
    await select.selectOption({ label: 'codex' });
    await narrowed(6, at('codex'));
    // Another one came, who stands before them.
    await say({
      kind: 'event',
      name: 'state',
      data: { revision: 7, state: at('codex', ['abe', 'ada', 'codex']) },
    });
    await expect.poll(() => select.locator('option').allInnerTexts()).toEqual(['filter.any', 'abe', 'ada', 'codex']);
    expect(await chosen()).toBe('codex');
    await say({ kind: 'event', name: 'state', data: { revision: 8, state: at('codex', ['codex', 'eve']) } });
    await expect.poll(() => select.locator('option').allInnerTexts()).toEqual(['filter.any', 'codex', 'eve']);
    expect(await chosen()).toBe('codex');
  });

  it('say what they narrow, and charts which of them they do not follow', async () => {
    const choices = { kinds: ['bug'], actors: ['ada'], lanes: [] };
    const shown = dashboardState({ ...state(1), choices });
    await answer({ locale: 'en', texts, snapshot: { revision: 1, state: shown } });
    const group = page.getByRole('group', { name: 'filter' });
    await group.waitFor();
    expect(await group.getAttribute('aria-describedby')).toBe('charts-scope');
    expect(await page.locator('#charts-scope').innerText()).toBe('filter.scope');
    expect(await page.locator('.trends > h2').innerText()).toContain('charts');
    const marked = () => page.locator('.part:has(> p .unaffected) h2').allInnerTexts();
    expect(await marked()).toEqual([]);
    await page.locator('[data-focus="filter kind"]').selectOption({ label: 'bug' });
    await answer({ revision: 2, state: { ...shown, filter: { ...usualFilter, kind: 'bug' } } });
    await expect.poll(marked).toEqual(['findingFlow', 'openFindings', 'reviews']);
    await page.locator('[data-focus="filter kind"]').selectOption({ label: 'filter.any' });
    await page.locator('[data-focus="filter actor"]').selectOption({ label: 'ada' });
    await answer({ revision: 3, state: { ...shown, filter: { ...usualFilter, actor: 'ada' } } });
    await expect.poll(marked).toEqual(['openWork', 'ages', 'openFindings']);
    // The button is gone with what it clears; the keyboard stays where the filters are.
    await page.locator('[data-focus="filter clear"]').press('Enter');
    await answer({ revision: 4, state: shown });
    await page.locator('[data-focus="filter clear"]').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset.focus)).toBe('filter days');
  });

  it('narrows by what was chosen quickly one after the other, and shows all of it meanwhile', async () => {
    const choices = { kinds: ['bug'], actors: ['ada'], lanes: ['paint'] };
    await answer({ locale: 'en', texts, snapshot: { revision: 1, state: dashboardState({ ...state(1), choices }) } });
    const select = (name: string) => page.locator(`[data-focus="filter ${name}"]`);
    await select('days').selectOption('30');
    await select('kind').selectOption({ label: 'bug' });
    await select('actor').selectOption({ label: 'ada' });
    await select('lane').selectOption({ label: 'paint' });
    await expect.poll(async () => (await requests()).filter(method => method === 'filter').length).toBe(4);
    expect((await sent()).findLast(({ method }) => method === 'filter')?.params).toEqual({
      ...{ days: 30, kind: 'bug', actor: 'ada', lane: 'paint' },
    });
    // Something else is drawn before any of it is counted.
    await say({ kind: 'event', name: 'state', data: { revision: 2, state: dashboardState({ ...state(2), choices }) } });
    await count('2').waitFor();
    const chosen = ['days', 'kind', 'actor', 'lane'].map(name =>
      select(name).evaluate(element => (element as HTMLSelectElement).value),
    );
    expect(await Promise.all(chosen)).toEqual(['30', '0', '0', '0']);
  });
});
