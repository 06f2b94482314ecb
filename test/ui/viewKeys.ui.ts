import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { mustRunCli } from '../editor/runCli.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';
import type { Workbench } from '../editor/workbench.js';

interface Task {
  readonly workTree: string;
}

describe('the views, by keyboard alone', () => {
  let repository: ScratchRepository;
  let opened: OpenWorkbench;
  let workbench: Workbench;
  /** Outside of the repository, where nothing is watched. */
  let ignored: string;
  keepPictureOfFailures(() => opened);

  beforeAll(async () => {
    repository = await makeScratchRepository('shop');
    ignored = join(repository.path, '..', 'ignored');
    await writeFile(ignored, '');
    await repository.git('config', 'core.excludesFile', ignored);
    await cli('Robin', 'queue', 'add', 'Wash');
    await cli('Robin', 'worker', 'spawn', 'cart', '--no-fetch');
    await cli('Robin', 'task', 'start', 'Port the cart', '--ref', 'cart-2');
    await cli('Robin', 'task', 'start', 'Limit the logins', '--ref', 'limits-1', '--here');
    await cli('Robin', 'action', 'add', 'Write the test');
    const words = ['--severity', 'high', '--path', 'README.md', '--line', '1', '--text', 'The loop never ends'];
    await cli('codex', 'finding', 'record', ...words);
    await repository.write('notes.txt', 'later\n');
    opened = await openWorkbench({ repo: repository.path, viewport: { width: 1280, height: 1200 } });
    workbench = opened.workbench;
    await workbench.openContainer('Stateroom');
    await workbench.tree('Now').waitForRow('1 path with changes that no commit holds: notes.txt');
  });

  afterAll(async () => {
    await opened?.close();
    await repository?.remove();
  });

  const cli = <T>(actor: string, ...words: string[]) => mustRunCli<T>(repository.path, actor, words);
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await workbench.page.keyboard.press(key);
  };
  const eventually = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 30_000 });
  async function moveTo(view: string, label: string): Promise<void> {
    await workbench.runCommand(`Stateroom: Focus on ${view} View`);
    await workbench.tree(view).pane().locator('.monaco-list:focus').waitFor();
    await workbench.tree(view).moveTo(label);
  }
  /** Opens the menu of the row that has the keyboard, goes to an act with the arrows and takes it. */
  async function chooseFromMenu(act: string): Promise<void> {
    await press('Shift+F10');
    const focused = workbench.page.locator('.monaco-menu .action-item.focused');
    for (let moves = 0; moves < 40; moves += 1) {
      await press('ArrowDown');
      await focused.waitFor();
      if ((await focused.innerText()).split('\n')[0]?.trim() === act) return press('Enter');
    }
    throw new Error(`No key leads to ${act}.`);
  }

  it.each([
    { view: 'Now', heading: 'Next actions', row: 'Write the test', act: 'Complete Next Action', shows: 'none pending' },
    { view: 'Queue', heading: 'Ready', row: 'W-1 Wash', act: 'Claim Work Item', shows: 'Robin' },
    { view: 'Findings', heading: 'High', row: 'F-1 The loop never ends', act: 'Show Finding', shows: undefined },
    { view: 'Lanes', heading: undefined, row: 'L-1 cart', act: 'Show Lane', shows: undefined },
  ])('$view: folds and unfolds, and acts from the menu of a row', async ({ view, heading, row, act, shows }) => {
    const tree = workbench.tree(view);
    const isShown = async () => (await tree.labels()).includes(row);
    await tree.waitForRow(row);
    if (heading !== undefined) {
      await moveTo(view, heading);
      await press('ArrowLeft');
      await eventually(isShown).toBe(false);
      await press('ArrowRight');
      await eventually(isShown).toBe(true);
    }
    await moveTo(view, row);
    await chooseFromMenu(act);
    if (shows !== undefined) await tree.waitForRow(shows);
    else await workbench.page.locator('.part.editor .tab.active', { hasText: `${row.split(' ')[0]}.md` }).waitFor();
  });

  it('Now: ticks nothing by Space where no row has the keyboard, and goes on from there', async () => {
    const lastEvent = () => cli<{ rows: unknown }>('reader', 'store', 'query', 'select max(id) from events');
    await cli('Robin', 'action', 'add', 'Tell the support team');
    await workbench.tree('Now').waitForRow('Tell the support team');
    const before = await lastEvent();
    await moveTo('Now', 'Tell the support team');
    await press('Escape', 'Escape');
    await workbench.tree('Now').pane().locator('.monaco-list-row.focused').waitFor({ state: 'detached' });
    await press('Space', 'Control+k', 'a', 's');
    await workbench.quickInput.waitFor('Needs you: 0');
    await workbench.quickInput.cancel();
    expect(await lastEvent()).toEqual(before);
  });

  it('judge again when Now is refreshed, what nothing told of', async () => {
    const reasons = async () => (await workbench.tree('Now').labels()).filter(label => label.includes('notes.txt'));
    expect(await reasons()).toHaveLength(1);
    await writeFile(ignored, 'notes.txt\n');
    await workbench.runCommand('Stateroom: Refresh Now');
    await eventually(reasons).toEqual([]);
  });

  it.each([
    ['Queue', 'Stateroom: Refresh Queue'],
    ['Findings', 'Stateroom: Refresh Findings'],
    ['Lanes', 'Stateroom: Refresh Lanes'],
  ])('show that %s reads when it is refreshed', async (view, command) => {
    const { page } = workbench;
    await page.evaluate(name => {
      const bar = document.querySelector(`.pane:has(.pane-header[aria-label^="${name}"]) .monaco-progress-container`);
      if (bar === null) throw new Error(`${name} has no bar for its progress.`);
      const busy: string[] = [];
      Object.assign(window, { busy });
      new MutationObserver(() => {
        if (bar.classList.contains('active') && !bar.classList.contains('done')) busy.push(name);
      }).observe(bar, { attributes: true, attributeFilter: ['class'] });
    }, view);
    const busy = () => page.evaluate(() => (window as unknown as { busy: string[] }).busy[0]);
    expect(await busy()).toBeUndefined();
    await workbench.runCommand(command);
    await eventually(busy).toBe(view);
  });

  it('give the keyboard to the gate that the status is asked about', async () => {
    await workbench.runCommand('Stateroom: Show What Needs You');
    await workbench.quickInput.waitFor();
    await workbench.page.keyboard.type('Check its gates');
    await workbench.quickInput.box().locator('.monaco-list-row.focused', { hasText: 'Check its gates' }).waitFor();
    await press('Enter');
    const now = workbench.tree('Now');
    const row = now.pane().locator('.monaco-list:focus .monaco-list-row.focused .label-name');
    await eventually(() => row.innerText()).toBe('review-ready');
  });

  it('open the work tree of another task in a window of its own', async () => {
    const { page, quickInput } = workbench;
    const { task } = await cli<{ task: Task }>('reader', 'task', 'show', 'T-1');
    const opening = page.context().waitForEvent('page');
    await workbench.runCommand('Stateroom: Open Work Tree of Task');
    await quickInput.waitFor('Whose work tree?');
    await page.keyboard.type('T-1');
    await quickInput.box().locator('.monaco-list-row.focused', { hasText: 'T-1' }).waitFor();
    await press('Enter');
    const window = await opening;
    await window.waitForURL(url => url.searchParams.get('folder') === task.workTree, { waitUntil: 'commit' });
    await window.close();
  });

  it('ask anew from a button of the title bar, whatever row has the keyboard', async () => {
    await moveTo('Lanes', 'L-1 cart');
    await workbench.tree('Lanes').titleAction('Spawn Worker');
    await workbench.quickInput.waitFor('What is the worker to work on?');
    await workbench.quickInput.cancel();
    await moveTo('Now', 'T-2 Limit the logins');
    await workbench.tree('Now').titleAction('Choose Task…');
    await workbench.quickInput.waitFor('Which task is shown?');
    await workbench.quickInput.cancel();
  });

  it('leave room for the log', async () => {
    await workbench.runCommand('Stateroom: Show Log');
    const panel = workbench.page.locator('.part.panel');
    await panel.locator('.pane-body .monaco-editor, .output-view .monaco-editor').first().waitFor();
    await eventually(() => panel.innerText()).toContain('Stateroom');
  });
});
