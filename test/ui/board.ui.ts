import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { mustRunCli } from '../editor/runCli.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';
import type { SceneCli } from '../editor/viewScene.js';
import { type ColorTheme, colorThemes } from '../editor/workbench.js';
import { DashboardPage } from './dashboardPage.js';
import { laneActs } from './laneActs.js';

const themes = Object.keys(colorThemes) as ColorTheme[];

describe('the board of a repository', () => {
  let repository: ScratchRepository;
  let opened: OpenWorkbench;
  let page: DashboardPage;
  let cli: SceneCli;
  keepPictureOfFailures(() => opened);

  beforeAll(async () => {
    repository = await makeScratchRepository('shop');
    cli = (actor, ...words) => mustRunCli(repository.path, actor, words);
    const { spawn, start, commit, heartbeat } = laneActs(cli, repository);
    await cli('Robin', 'queue', 'add', 'Limit the rate of logins', '--id', 'login');
    await cli('Robin', 'queue', 'add', 'Tell about the limit', '--depends-on', 'W-1');
    await cli('Robin', 'queue', 'add', 'Refunds in cents', '--label', 'payments');
    await cli('Robin', 'queue', 'add', 'Search in titles');
    await spawn('W-1', '--owns', 'src/login/**');
    await spawn('checkout', '--description', 'The new checkout page');
    await start('login');
    await start('checkout');
    await commit('checkout', 'src/checkout.go', 'package shop\n');
    await cli('codex-1', 'worker', 'done', 'checkout');
    await cli('codex-1', 'message', 'send', 'How many logins a minute?', '--kind', 'question', '--lane', 'login');
    await heartbeat('login', 0);
    await cli('Robin', 'queue', 'claim', 'W-4');
    opened = await openWorkbench({ repo: repository.path, viewport: { width: 1400, height: 900 } });
    page = new DashboardPage(opened.workbench);
    await opened.workbench.runCommand('Stateroom: Open Home');
    await page.root().locator('.board').waitFor();
  });

  afterAll(async () => {
    await opened?.close();
    await repository?.remove();
  });

  const cards = async (column: string): Promise<string[]> =>
    (await page.part(`board-column.${column}`).locator('.card').allInnerTexts()).map(text =>
      text.replace(/\s+/g, ' ').trim(),
    );
  const card = (ref: string) => page.root().locator(`[data-card="${ref}"]`);

  it('shows each piece of work in its column, with what it asks and what it has changed', async () => {
    expect(await cards('ready')).toEqual([expect.stringMatching(/^Refunds in cents W-3 payments/)]);
    expect(await cards('working')).toEqual([
      expect.stringMatching(
        /^Limit the rate of logins W-1 question: How many logins a minute\? Answer… codex-1 .*waiting for you/,
      ),
      expect.stringMatching(/^Search in titles W-4 Robin/),
    ]);
    await expect
      .poll(() => cards('review'), { timeout: 20_000 })
      .toEqual([expect.stringMatching(/^The new checkout page W-5 ready for review .*Show Changes Approve.*\+1 −0/)]);
    expect((await page.root().locator('.strip .needs').innerText()).replace(/\s+/g, ' ')).toBe(
      '2 need you: question ready for review Next',
    );
    await page.root().locator('.fold button').click();
    await expect
      .poll(() => cards('ready'))
      .toContainEqual(expect.stringMatching(/^Tell about the limit W-2 .*waits for W-1/));
  });

  it.each(themes)('is drawn in the colours of %s, and passes the accessibility checker', async theme => {
    await page.wear(theme);
    await page.screenshot(`board-${theme}`);
    expect(await page.accessibilityProblems()).toEqual([]);
  });

  it.each(themes)('draws what waits for what, and passes the accessibility checker in %s', async theme => {
    await page.wear(theme);
    await page.root().getByRole('tab', { name: 'Dependencies' }).click();
    await expect.poll(() => page.root().locator('.graph .node').count()).toBe(2);
    expect(await page.root().getByRole('treeitem').allInnerTexts()).toEqual([
      expect.stringMatching(/Limit the rate of logins\s+W-1\s+in progress/),
      expect.stringMatching(/Tell about the limit\s+W-2\s+blocked/),
    ]);
    await page.screenshot(`dependencies-${theme}`);
    expect(await page.accessibilityProblems()).toEqual([]);
    await page.root().getByRole('tab', { name: 'Board' }).click();
  });

  it('releases a claim that is dragged back to Ready, once it is confirmed where that is asked', async () => {
    await card('W-4').dragTo(page.part('board-column.ready'));
    await expect.poll(() => cards('ready')).toContainEqual(expect.stringMatching(/^Search in titles W-4/));
  });

  it('asks which agent to start for a card that is moved to Working by keys', async () => {
    const { page: window, quickInput } = opened.workbench;
    await card('W-3').locator('button').first().focus();
    await window.keyboard.press('Alt+ArrowRight');
    await expect.poll(() => quickInput.title()).toContain('Start Agent');
    await window.keyboard.press('Escape');
  });

  it('asks how to end the review of a card that is moved to Done', async () => {
    const { page: window, quickInput } = opened.workbench;
    await card('W-5').locator('button').first().focus();
    await window.keyboard.press('Alt+ArrowRight');
    await expect.poll(() => quickInput.title()).toContain('Finish Review');
    await window.keyboard.press('Escape');
  });

  it('leads with Next from one need to the other, from its strip and from a page by keys', async () => {
    const { page: window, quickInput } = opened.workbench;
    await page.root().locator('[data-focus="next-need"]').click();
    await quickInput.waitFor('How many logins a minute?');
    await quickInput.cancel();
    const chord = async (key: string): Promise<void> => {
      for (const one of ['Control+k', 'a', key]) await window.keyboard.press(one);
    };
    await chord('Space');
    await window.locator('.part.editor .tab.active', { hasText: 'compared with main' }).waitFor();
  });
});
