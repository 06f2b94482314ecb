import { describe, expect, it } from 'vitest';
import { viewScenes } from '../editor/viewScene.js';
import { laneActs } from './laneActs.js';
import { conflictedLaneMenus, troubledLaneMenus, workingLaneMenus } from './menus/lanesMenus.js';
import { conflictedNeedMenus, endedItemMenus, troubledNeedMenus, workingNeedMenus } from './menus/queueMenus.js';
import { expectRowMenus, expectTitleMenu } from './menus/rowMenu.js';
import { titleMenus } from './menus/titleMenus.js';

describe('the Lanes view in pictures', () => {
  const open = viewScenes({
    view: 'Lanes',
    viewport: { width: 1180, height: 720 },
    width: 520,
    // The boxes of files: the keyboard gets to them by Space on the row instead.
    exceptRules: ['tabindex'],
  });

  it('while there are none, and with five', async () => {
    const {
      repository,
      tree: lanes,
      workbench,
      cli,
      glanceAt,
    } = await open(run => run('Robin', 'queue', 'add', 'Limit the rate of logins', '--id', 'login-limit'));
    await lanes.welcome().getByText('No lanes yet').waitFor();
    expect(await lanes.welcome().getByRole('button').allInnerTexts()).toEqual(['New Lane…', 'Glossary']);
    await glanceAt('empty');
    await expectTitleMenu(lanes, titleMenus.lanes.empty);

    const { spawn, commit, heartbeat } = laneActs(cli, repository);
    await repository.write('src/search.go', 'package shop\n\nfunc Search() {}\n');
    await repository.git('add', '.');
    await repository.git('commit', '--quiet', '--message=Search');
    await spawn('W-1', '--owns', 'src/login/**');
    await spawn('cart', '--description', 'Keep the cart over a restart');
    await spawn('search', '--description', 'Search in titles too');
    await spawn('checkout', '--description', 'The new checkout page', '--after', 'cart');
    await spawn('docs', '--description', 'Say how to install');
    await cli('codex-1', 'worker', 'start', 'login-limit');
    await commit('login-limit', 'src/login/limit.go', 'package login\n\nconst Limit = 3\n');
    await commit('login-limit', 'src/login/limit_test.go', 'package login\n');
    await cli('codex-2', 'worker', 'start', 'cart');
    await commit('cart', 'src/cart.go', 'package shop\n');
    await cli('codex-2', 'worker', 'done', 'cart');
    await cli('claude-1', 'worker', 'start', 'search');
    await commit('search', 'src/search.go', 'package shop\n\nfunc Search(title string) {}\n');
    for (const lane of ['login-limit', 'search']) await heartbeat(lane, 0);
    await repository.write('README.md', '# The shop\n');
    await repository.git('commit', '--quiet', '--all', '--message=Say more');
    await lanes.waitForRow('L-1 Limit the rate of logins');
    await expect
      .poll(async () => (await lanes.rows()).find(({ label }) => label === 'L-1 Limit the rate of logins')?.description)
      .toBe('working · alive');
    await lanes.expand('L-1 Limit the rate of logins');
    await lanes.waitForRow('limit.go');
    await expect.poll(() => workbench.badge('Stateroom')).toBe('1');
    await glanceAt('five');
    await lanes.select('limit.go');
    await workbench.page.locator('.part.editor .monaco-diff-editor').first().waitFor();
    await lanes.inlineAction('L-1 Limit the rate of logins', 'Show Changes');
    await workbench.page.locator('.part.editor .monaco-component.multiDiffEditor').waitFor();
    await workbench.page.locator('.part.editor .view-line', { hasText: 'const' }).first().waitFor();
    await glanceAt('diff');
  });

  it('with workers that fall silent, lanes that meet, and what needs a person', async () => {
    const {
      repository: shop,
      tree: lanes,
      workbench,
      cli: run,
      lookAt,
    } = await open(async (cli, repository) => {
      const { spawn, start, commit, heartbeat } = laneActs(cli, repository);
      await repository.write('src/search.go', 'package shop\n\nfunc Search() {}\n');
      await repository.git('add', '.');
      await repository.git('commit', '--quiet', '--message=Search');
      await spawn('login', '--description', 'Limit the rate of logins', '--owns', 'src/login/**');
      await spawn('cart', '--description', 'Keep the cart over a restart');
      await spawn('search', '--description', 'Search in titles too', '--owns', 'src/search.go');
      await spawn('docs', '--description', 'Say how to install');
      await spawn('checkout', '--description', 'The new checkout page');
      await spawn('receipt', '--description', 'A receipt by mail', '--after', 'checkout');
      for (const lane of ['login', 'cart', 'search', 'docs', 'checkout']) await start(lane);
      await commit('login', 'src/login/limit.go', 'package login\n\nconst Limit = 3\n');
      await commit('cart', 'src/search.go', 'package shop\n\nfunc Search(cart Cart) {}\n');
      await commit('search', 'src/search.go', 'package shop\n\nfunc Search(title string) {}\n');
      await cli('Robin', 'lane', 'mark-reviewed', 'search');
      await commit('checkout', 'src/checkout.go', 'package shop\n');
      await cli('codex-1', 'worker', 'done', 'checkout');
      const ask = ['message', 'send', 'How many logins a minute?', '--kind', 'question', '--lane', 'login'];
      await cli('codex-1', ...ask);
      await heartbeat('login', 0);
      await heartbeat('cart', 31);
      await heartbeat('search', 120);
      await heartbeat('docs', 1200);
    });
    await lanes.waitForRow('L-1 Limit the rate of logins');
    const says = (lane: string, words: RegExp) =>
      expect
        .poll(async () => (await lanes.rows()).find(({ label }) => label === lane)?.description ?? '')
        .toMatch(words);
    const needs = workbench.tree('Needs You');
    const needed = async () => (await needs.rows()).map(({ label, description }) => `${label}: ${description}`);
    await says('L-1 Limit the rate of logins', /^asks you( · \d min)?$/);
    await says('L-2 Keep the cart over a restart', /^conflict: W-3, search\.go · working · heartbeat late$/);
    await says('L-3 Search in titles too', /^conflict: W-2, search\.go · working · stale$/);
    await says('L-4 Say how to install', /^working · dead$/);
    await lanes.inlineAction('L-5 The new checkout page', 'Approve');
    await says('L-5 The new checkout page', /^approved/);
    await lanes.expand('L-3 Search in titles too');
    await lanes.waitForRow('search.go');
    await workbench.statusBarItem('Stateroom: 3 need you, 6 in progress, 0 ready').waitFor();
    await workbench.unfold('Needs You');
    await needs.waitForRow('L-5 The new checkout');
    await expect
      .poll(needed)
      .toEqual([
        expect.stringMatching(/^M-1 How many logins a minute\?: question · (just now|\d min ago)$/),
        expect.stringMatching(/^L-5 The new checkout page: ready to merge · (just now|\d min ago) · blocks 1$/),
        expect.stringMatching(/^L-4 Say how to install: worker is dead · 20 h ago$/),
      ]);
    await lookAt('silent', async theme => {
      await lanes.inlineAction('L-5 The new checkout page', 'Merge…');
      await workbench.dialog().waitFor();
      await workbench.screenshot(`lanes-merge-${theme}`);
      await workbench.answerDialog('Cancel');
    });

    await expectTitleMenu(lanes, titleMenus.lanes.lanes);
    await expectTitleMenu(needs, titleMenus.needsYou.needs);
    await expectRowMenus('needsYou', needs, workingNeedMenus);
    await expectRowMenus('lanes', lanes, workingLaneMenus);
    await lanes.collapse('L-3 Search in titles too');
    await laneActs(run, shop).commit('search', 'src/search.go', 'package shop\n\nfunc Search(title Title) {}\n');
    await run('codex-1', 'worker', 'done', 'search', '--skip-rebase');
    await run('codex-1', 'worker', 'fail', 'Nobody knows how', '--lane', 'docs');
    await run('codex-1', 'lane', 'update', 'cart', '--status', 'blocked');
    await run('codex-1', 'report', 'submit', 'blocked', 'No key', '--lane', 'login', '--blockers', 'Ask Ada');
    await says('L-3 Search in titles too', /^conflict: W-2, search\.go · review again: 1 of 1 files/);
    await says('L-4 Say how to install', /^failed/);
    await lanes.contextAction('L-6 A receipt by mail', 'Cancel…');
    await workbench.dialog().getByRole('button', { name: 'Return to Queue' }).click();
    await lanes.expand('Closed');
    await expectRowMenus('lanes', lanes, troubledLaneMenus);
    // Both are too much for the height of the window.
    await workbench.fold('Lanes');
    await needs.waitForRow('P-1 ');
    await needs.waitForRow('L-2 Keep the cart');
    await expectRowMenus('needsYou', needs, troubledNeedMenus);
    await workbench.unfold('Lanes');
    await shop.write('src/search.go', 'package shop\n\nfunc Search(words []string) {}\n');
    await shop.git('commit', '--quiet', '--all', '--message=Search for words');
    // Its worker is the one that did not beat for a while.
    await laneActs(run, shop).heartbeat('search', 0);
    await run('codex-1', 'worker', 'repair-merge', 'search');
    await says('L-3 Search in titles too', /^conflict: W-2, search\.go · conflicted/);
    await laneActs(run, shop).heartbeat('checkout', 1200);
    await lanes.contextAction('L-5 The new checkout page', 'Request Changes…');
    await workbench.quickInput.answer('Show the total');
    await says('L-5 The new checkout page', /^working · dead/);
    await expectRowMenus('lanes', lanes, conflictedLaneMenus);
    await workbench.fold('Lanes');
    await expectRowMenus('needsYou', needs, conflictedNeedMenus);
    await workbench.unfold('Lanes');
    await lanes.contextAction('L-4 Say how to install', 'More > Close');
    await workbench.fold('Lanes');
    await expect
      .poll(async () => (await needs.rows()).find(({ label }) => label.startsWith('W-4'))?.description ?? '')
      .toContain('L-4 (docs) failed');
    await expectRowMenus('needsYou', needs, endedItemMenus);

    const words = '<b>May</b> I [quit](command:workbench.action.quit)? $(trash)';
    await run('<i>eve</i> $(x)', 'message', 'send', words, '--kind', 'question', '--lane', 'cart');
    const asked = await needs.waitForRow('M-4 <b>May</b> I [quit]');
    await asked.hover();
    const hover = workbench.page.locator('.workbench-hover', { hasText: 'From: <i>eve</i>' });
    await hover.waitFor();
    const told = (await hover.innerText()).replaceAll('\u00a0', ' ');
    expect(told).toContain(words);
    expect(told).toContain('From: <i>eve</i> $(x)');
    // Its own links lead to the item and the lane, and what others wrote to nothing.
    const links = await hover.locator('a').evaluateAll(all => all.map(one => one.textContent ?? ''));
    expect(links).toEqual(['M-4', 'W-2', 'cart']);
    expect(await hover.locator('b, i, .codicon-trash').count()).toBe(0);
  });
});
