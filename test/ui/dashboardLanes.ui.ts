import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
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

describe('the dashboard of lanes and tasks', () => {
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
    await cli('Robin', 'queue', 'add', 'Choose a colour', '--question', 'Red or blue?');
    await spawn('W-1', '--owns', 'src/login/**');
    await spawn('docs', '--description', 'Say how to install');
    await spawn('checkout', '--description', 'The new checkout page');
    await start('login');
    await start('docs');
    await start('checkout');
    await commit('checkout', 'src/checkout.go', 'package shop\n');
    await cli('codex-1', 'worker', 'done', 'checkout');
    await cli('codex-1', 'message', 'send', 'How many logins a minute?', '--kind', 'question', '--lane', 'login');
    await cli('codex-1', 'task', 'start', 'Search in titles');
    await cli('codex-1', 'task', 'start', 'Keep the cart', '--here', '--light');
    await heartbeat('login', 0);
    await heartbeat('docs', 1200);
    opened = await openWorkbench({ repo: repository.path, viewport: { width: 1280, height: 900 } });
    page = new DashboardPage(opened.workbench);
    await page.open();
  });

  afterAll(async () => {
    await opened?.close();
    await repository?.remove();
  });

  const rows = async (part: string): Promise<string[]> =>
    (await page.part(part).locator('.row').allInnerTexts()).map(text => text.replace(/\s+/g, ' ').trim());

  it('ranks what waits in lanes together with the queue’s questions', async () => {
    expect(await rows('needs-you')).toEqual([
      expect.stringMatching(
        /^W-1 Limit the rate of logins .*working lane login waiting for you How many logins a minute\? question codex-1 asked .* blocks 1 other Answer…/,
      ),
      expect.stringMatching(/^W-3 Choose a colour Red or blue\? .*Answer…/),
      expect.stringMatching(
        /^W-4 Say how to install .*lane docs .*worker is dead 20 hours ago Reassign… Retry Cancel…/,
      ),
      expect.stringMatching(
        /^W-5 The new checkout page .*lane checkout ready for review .* Show Changes Approve…? Request Changes…$/,
      ),
    ]);
    expect(await page.count('needs_you').innerText()).toBe('4');
  });

  it('shows the rest of what is in progress once, below it', async () => {
    expect(await rows('working')).toEqual([
      expect.stringMatching(/^W-7 Keep the cart .*in progress changed/),
      expect.stringMatching(/^W-6 Search in titles .*in progress changed/),
    ]);
    expect(await page.count('in_flight').innerText()).toBe('5');
  });

  it('judges the gates of each live task where it lives, and opens what they say', async () => {
    const { workbench } = opened;
    await expect
      .poll(() => rows('tasks'), { timeout: 60_000 })
      .toEqual([
        expect.stringMatching(/^T-2 Keep the cart .*review-ready: \d+ issues? close-check: \d+ issues?$/),
        expect.stringMatching(/^T-1 Search in titles .*review-ready: \d+ issues? close-check: \d+ issues?$/),
      ]);
    await page.part('tasks').locator('[data-focus="gate T-1 close-check"]').click();
    await workbench.page.locator('.part.editor .tab', { hasText: 'close-check of T-1' }).waitFor();
    const lines = workbench.page.locator('.part.editor .view-lines').first();
    await expect.poll(async () => (await lines.innerText()).replaceAll('\u00a0', ' ')).toContain('Not ready.');
    // Judged in its own worktree: on its branch.
    expect((await lines.innerText()).replaceAll('\u00a0', ' ')).toContain(
      'feature/t1-search-in-titles has no commits ahead of main',
    );
    await workbench.page.locator('.part.editor .tab', { hasText: 'Dashboard' }).click();
    await page.waitUntilDrawn();
  });

  it.each(themes)('is readable and accessible in %s, with lives and judged gates', async theme => {
    await page.wear(theme);
    await page.part('needs-you').locator('.mark.life.WAITING').waitFor();
    await page.part('tasks').locator('.mark.gate').first().waitFor();
    await page.screenshot(`dashboard-lanes-${theme}`);
    expect(await page.accessibilityProblems()).toEqual([]);
  });

  it('holds lanes and tasks in 300 pixels, and at 200 %', async () => {
    const { page: window } = opened.workbench;
    await opened.workbench.runCommand('View: Close Primary Side Bar');
    await page.fit(300, 900);
    for (const part of ['needs-you', 'working', 'tasks']) {
      await page.part(part).scrollIntoViewIfNeeded();
      await page.screenshot(`dashboard-narrow-${part}`);
    }
    expect(await page.overhang()).toBe(0);
    expect(await page.accessibilityProblems()).toEqual([]);
    // As a window of 1280 pixels is at 200 %.
    await window.setViewportSize({ width: 640, height: 450 });
    await (await page.frame()).waitForFunction('innerWidth > 500');
    expect(await page.overhang()).toBe(0);
    expect(await page.accessibilityProblems()).toEqual([]);
    await page.part('working').scrollIntoViewIfNeeded();
    await page.screenshot('dashboard-zoomed-lanes');
    await window.setViewportSize({ width: 1280, height: 900 });
  });

  it('follows what begins to wait for a person', async () => {
    await cli('codex-2', 'message', 'send', 'May I go on?', '--kind', 'question', '--lane', 'docs');
    await expect
      .poll(async () => (await rows('needs-you')).join('\n'))
      .toMatch(/W-4 Say how .* May I go on\? question codex-2 asked/);
    // In place of the worker that was dead.
    expect(await page.count('needs_you').innerText()).toBe('4');
  });

  it('tells in words what happened to lanes and tasks', async () => {
    const told = await page.part('timeline').locator('.what').allInnerTexts();
    expect(told[0]).toBe('codex-2 sent M-2 to person: “May I go on?” Say how to install');
    expect(told.slice(1, 4)).toEqual([
      'codex-1 started T-2: “Keep the cart”',
      'codex-1 claimed W-7',
      'codex-1 added W-7',
    ]);
    expect(told).toContainEqual(
      expect.stringMatching(/^codex-1 submitted L-3 checkout at [\da-f]{10} The new checkout page$/),
    );
    expect(told.join('\n')).not.toMatch(/recorded event \w+_\w+/);
  });

  it('opens the whole list behind the number of a part', async () => {
    const { workbench } = opened;
    await page.part('tasks').locator('[data-focus="list tasks"]').click();
    await workbench.quickInput.waitFor('Active tasks');
    await expect.poll(() => workbench.quickInput.labels()).toEqual(['Keep the cart', 'Search in titles']);
    await workbench.quickInput.waitForRow('T-2 · in progress');
    await workbench.quickInput.pick('Keep the cart');
    await workbench.page.locator('.part.editor .tab.active', { hasText: 'Keep the cart' }).waitFor();
    await workbench.page.locator('.part.editor .tab', { hasText: 'Dashboard' }).click();
    await page.waitUntilDrawn();
  });

  it('is used by the keyboard alone, and writes nothing itself', async () => {
    const { workbench } = opened;
    const { quickInput } = workbench;
    const { keyboard } = workbench.page;
    const lastEvent = async (): Promise<number | undefined> =>
      (await cli<{ events: { id: number }[] }>('reader', 'events', 'tail', '--limit', '1')).events[0]?.id;
    const pressed = new Set<string>();
    const press = async (control: string, key = 'Enter'): Promise<void> => {
      await page.tabTo(control);
      await keyboard.press(key);
      pressed.add(control.split(' ')[0] ?? '');
    };
    const back = async (): Promise<void> => {
      await quickInput.openPalette('Stateroom: Open Home');
      await expect.poll(async () => (await quickInput.labels())[0]?.trim()).toBe('Stateroom: Open Home');
      await keyboard.press('Enter');
      await quickInput.waitUntilClosed();
      await page.waitUntilDrawn();
    };
    const asks = async (words: string): Promise<void> => {
      await quickInput.waitFor(words);
      await quickInput.cancel();
    };
    const opens = async (tab: string): Promise<void> => {
      await workbench.page.locator('.part.editor .tab.active', { hasText: tab }).waitFor();
      await back();
    };
    const reveals = async (view: string, row: string): Promise<void> => {
      await workbench.tree(view).row(row).and(workbench.page.locator('.focused')).waitFor();
      await back();
    };
    const file = join(repository.path, 'ages.csv');
    await quickInput.closeAll();
    await rm(file, { force: true });
    const before = await lastEvent();
    expect(before).toBeGreaterThan(0);
    await back();

    await press('add', 'Space');
    await asks('Add Work Item');
    await press('section blocked');
    await reveals('Queue', 'W-2');
    await press('list needs-you');
    await workbench.tree('Needs You').pane().locator('.monaco-list:focus').waitFor();
    await back();
    await press('act stateroom.lane.answer M-1');
    await asks('How many logins a minute?');
    await press('act stateroom.queue.advance W-3');
    await asks('Red or blue?');
    await press('open L-1', 'Space');
    await opens('L-1 ');
    await press('reveal W-4');
    await reveals('Queue', 'W-4');
    await press('list tasks');
    await asks('Active tasks');
    await page.part('tasks').locator('.mark.gate').first().waitFor();
    await press('gate T-1 close-check', 'Space');
    await opens('close-check of T-1');

    const days = page.part('days');
    await press('filter days', 'ArrowDown');
    await days.getByText('Last 30 days: 7 created, 0 closed.').waitFor();
    await press('filter actor', 'End');
    await days.getByText('Last 30 days: 0 created, 0 closed.').waitFor();
    expect(await page.held()).toBe('filter actor');
    await press('filter clear');
    await days.getByText('Last 14 days: 7 created, 0 closed.').waitFor();
    // Its button is gone; the keyboard stays where the filters are.
    expect(await page.held()).toBe('filter days');

    await press('plot ages', 'End');
    await keyboard.press('Home');
    await keyboard.press('Enter');
    await asks('Open work items by age');
    await press('numbers ages', 'Space');
    await press('number ages open 0');
    await asks('Open work items by age');
    await press('save ages csv');
    await quickInput.waitFor();
    await quickInput.typePath(file);
    const saved = (): Promise<string> => readFile(file, 'utf8').catch(() => '');
    await expect
      .poll(saved, { timeout: 20_000 })
      .toBe(
        'Age,Work items\r\nunder a day,7\r\n1 to 2 days,0\r\n3 to 6 days,0\r\n7 to 29 days,0\r\n30 days or more,0\r\n',
      );

    expect(await lastEvent()).toBe(before);
    // Of each kind of control one was used, but for the one whose command claims at once.
    const controls = await page
      .root()
      .locator('[data-focus]')
      .evaluateAll(all => all.map(one => (one instanceof HTMLElement ? one.dataset.focus : undefined)));
    const kinds = new Set(controls.map(control => control?.split(' ')[0]));
    expect([...kinds].filter(kind => kind !== 'next').sort()).toEqual([...pressed].sort());
  });

  it('goes from what is to be reviewed to its changes', async () => {
    await page.part('needs-you').locator('[data-focus="act stateroom.lane.showChanges L-3"]').click();
    await opened.workbench.page.locator('.part.editor .tab.active', { hasText: 'compared with main' }).waitFor();
  });
});
