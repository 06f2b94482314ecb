import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '../../src/domain/finding/finding.js';
import type { Lane } from '../../src/domain/lane/lane.js';
import type { WorkItem } from '../../src/domain/workItem/workItem.js';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { mustRunCli } from '../editor/runCli.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';
import type { Workbench } from '../editor/workbench.js';

const source = 'export const total = 0;\n';

describe('the chords', () => {
  let repository: ScratchRepository;
  let opened: OpenWorkbench;
  let workbench: Workbench;
  keepPictureOfFailures(() => opened);

  beforeAll(async () => {
    repository = await makeScratchRepository('shop');
    await cli('Robin', 'queue', 'add', 'Limit the rate of logins');
    await cli('Robin', 'worker', 'spawn', 'cart', '--no-fetch');
    await repository.write('../shop.worktrees/cart/cart.ts', 'export {};\n');
    for (const [severity, text] of [
      ['high', 'The loop never ends'],
      ['medium', 'Say what it retries'],
      ['low', 'A blank line is missing'],
    ] as const) {
      const words = ['--severity', severity, '--path', 'README.md', '--line', '1', '--text', text];
      await cli('codex', 'finding', 'record', '--repository', ...words);
    }
    await repository.write('README.md', '# Shop\n');
    await repository.write('src/total.ts', source);
    await repository.git('add', 'src');
    await repository.git('commit', '--quiet', '--all', '--message=Mend all of it');
    opened = await openWorkbench({ repo: repository.path });
    workbench = opened.workbench;
    await workbench.openContainer('Stateroom');
  });

  afterAll(async () => {
    await opened?.close();
    await repository?.remove();
  });

  const cli = <T>(actor: string, ...words: string[]) => mustRunCli<T>(repository.path, actor, words);
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await workbench.page.keyboard.press(key);
  };
  /** Presses the prefix of all of Stateroom’s chords, and what comes after it. */
  const chord = (key: string): Promise<void> => press('Control+k', 'a', key);
  const eventually = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 30_000 });
  const hasKeyboard = (view: string): Promise<void> =>
    workbench.tree(view).pane().locator('.monaco-list:focus').waitFor();
  /** Gives the keyboard to the rows of a view. */
  async function goTo(view: string): Promise<void> {
    await workbench.runCommand(`Stateroom: Focus on ${view} View`);
    await hasKeyboard(view);
  }
  /** Gives the keyboard to a row, which is not selected by that. */
  async function moveTo(view: string, label: string): Promise<void> {
    await goTo(view);
    await workbench.tree(view).moveTo(label);
  }
  const selected = async (view: string): Promise<string[]> =>
    (await workbench.tree(view).rows()).filter(row => row.selected).map(({ label }) => label);
  const item = async (ref: string): Promise<WorkItem> =>
    (await cli<{ item: WorkItem }>('reader', 'queue', 'show', ref)).item;
  const finding = async (ref: string): Promise<Finding> =>
    (await cli<{ finding: Finding }>('reader', 'finding', 'show', ref)).finding;

  it('go to the queue, add to it, tell what needs a person and claim what is next', async () => {
    const { quickInput } = workbench;
    await workbench.tree('Queue').waitForRow('W-1 Limit the rate of logins');
    await chord('y');
    // An open finding is in it.
    await workbench.tree('Needs You').pane().locator(':focus').first().waitFor();
    await chord('q');
    await hasKeyboard('Queue');
    await chord('a');
    await quickInput.waitFor('What needs to be done?');
    await quickInput.answer('Port the checkout page');
    await workbench.tree('Queue').waitForRow('W-3 Port the checkout page');
    // What `stateroom.showStatus` shows.
    await goTo('Queue');
    await chord('s');
    await quickInput.waitFor('Needs you: 1 · Ready: 2 · In progress: 1 · Waiting: 0');
    await quickInput.cancel();
    await goTo('Queue');
    await chord('n');
    await workbench.page.locator('.part.editor .tab.active', { hasText: 'W-1 ' }).waitFor();
    expect(await item('W-1')).toMatchObject({ status: 'in_flight', owner: 'Robin' });
    expect(await item('W-3')).toMatchObject({ title: 'Port the checkout page', status: 'pending', owner: null });
  });

  it('run with the cursor in a source file, and type nothing into it', async () => {
    const { page, quickInput } = workbench;
    const editor = page.locator('.part.editor .monaco-editor.focused');
    const focusSource = async (): Promise<void> => {
      await quickInput.openFile('total.ts');
      await editor.waitFor();
    };
    await focusSource();
    await chord('a');
    await quickInput.waitFor('What needs to be done?');
    await quickInput.cancel();
    await focusSource();
    await chord('s');
    await quickInput.waitFor('Needs you: 1');
    await quickInput.cancel();
    await focusSource();
    await chord('q');
    await hasKeyboard('Queue');
    const shown = await page.locator('.part.editor .view-lines').innerText();
    expect(shown.replaceAll('\u00a0', ' ').trim()).toBe('export const total = 0;');
    await page.locator('.part.editor .tab.active:not(.dirty)', { hasText: 'total.ts' }).waitFor();
    expect(await readFile(join(repository.path, 'src', 'total.ts'), 'utf8')).toBe(source);
  });

  it('end findings on their rows, and open them again', async () => {
    const { quickInput } = workbench;
    const findings = workbench.tree('Findings');
    const labels = (...rows: string[]) => eventually(() => findings.labels()).toEqual(rows);
    await workbench.runCommand('Stateroom: Focus on Findings View');
    await findings.waitForRow('F-1 The loop never ends');
    await moveTo('Findings', 'F-1 The loop never ends');
    await chord('x');
    await quickInput.waitFor('Select the commit that fixes it');
    expect(await quickInput.title()).toBe('Mark Finding as Fixed: F-1 The loop never ends');
    await quickInput.pick('Mend all of it');
    await quickInput.waitFor('What was done (optional)');
    await quickInput.answer('three tries');
    await labels('Medium', 'F-2 Say what it retries', 'Low', 'F-3 A blank line is missing', 'Closed');
    expect(await finding('F-1')).toMatchObject({ status: 'fixed', note: 'three tries' });
    await moveTo('Findings', 'F-2 Say what it retries');
    await chord('w');
    await quickInput.waitFor('Reason');
    await quickInput.answer('meant so');
    await labels('Low', 'F-3 A blank line is missing', 'Closed');
    expect(await finding('F-2')).toMatchObject({ status: 'wontfix', note: 'meant so' });
    await moveTo('Findings', 'F-3 A blank line is missing');
    await chord('d');
    await quickInput.waitFor('Reason, and until when');
    expect(await quickInput.title()).toBe('Defer Finding: F-3 A blank line is missing');
    await quickInput.answer('after the release');
    await labels('Closed');
    expect(await finding('F-3')).toMatchObject({ status: 'deferred', note: 'after the release' });
    await findings.expand('Closed');
    await moveTo('Findings', 'F-3 A blank line is missing');
    await chord('r');
    await quickInput.waitFor('Reason');
    await quickInput.answer('it is time');
    await findings.waitForRow('Low');
    expect(await finding('F-3')).toMatchObject({ status: 'open', reopenCount: 1, reopenReason: 'it is time' });
  });

  it('mean the row that has the keyboard, not one that is selected elsewhere, and all rows of a selection', async () => {
    const { quickInput } = workbench;
    const findings = workbench.tree('Findings');
    for (const text of ['Name the unit', 'Close the file', 'Say why']) {
      const words = ['--severity', 'high', '--path', 'README.md', '--line', '1', '--text', text];
      await cli('codex', 'finding', 'record', '--repository', ...words);
    }
    await findings.select('F-4 Name the unit');
    await moveTo('Findings', 'F-6 Say why');
    expect(await selected('Findings')).toEqual(['F-4 Name the unit']);
    await chord('w');
    await quickInput.waitFor('Reason');
    await quickInput.answer('because');
    await eventually(async () => (await finding('F-6')).status).toBe('wontfix');
    expect(await Promise.all(['F-4', 'F-5'].map(async ref => (await finding(ref)).status))).toEqual(['open', 'open']);
    await moveTo('Findings', 'High');
    await press('Shift+ArrowDown', 'Shift+ArrowDown');
    expect(await selected('Findings')).toEqual(['F-4 Name the unit', 'F-5 Close the file']);
    await chord('d');
    await quickInput.waitFor('Reason, and until when');
    expect(await quickInput.title()).toBe('Defer Finding: F-4, F-5');
    await quickInput.answer('later');
    await eventually(() => Promise.all(['F-4', 'F-5'].map(async ref => (await finding(ref)).status))).toEqual([
      'deferred',
      'deferred',
    ]);
  });

  it('ask for a row where none has the keyboard, and on a heading', async () => {
    const { quickInput } = workbench;
    await moveTo('Findings', 'F-3 A blank line is missing');
    // The first undoes what was selected, the second leaves the row.
    await press('Escape', 'Escape');
    await chord('d');
    await quickInput.waitFor('Select findings to defer');
    await quickInput.cancel();
    await moveTo('Findings', 'Low');
    await chord('w');
    await quickInput.waitFor('Select findings to mark as won’t fix');
    await quickInput.cancel();
    expect(await finding('F-3')).toMatchObject({ status: 'open' });
  });

  it('move nothing where no row of the queue has the keyboard, and ask there for a lane', async () => {
    const { page, quickInput } = workbench;
    const lastEvent = () => cli<{ rows: unknown }>('reader', 'store', 'query', 'select max(id) from events');
    const before = await lastEvent();
    const windows = page.context().pages().length;
    async function leaveRows(view: string, label: string): Promise<void> {
      await moveTo(view, label);
      await press('Escape', 'Escape');
      await workbench.tree(view).pane().locator('.monaco-list-row.focused').waitFor({ state: 'detached' });
    }
    await leaveRows('Queue', 'W-3 Port the checkout page');
    await press('Alt+ArrowUp', 'Alt+ArrowDown', 'Alt+Shift+ArrowUp');
    await chord('a');
    await quickInput.waitFor('What needs to be done?');
    await quickInput.cancel();
    await workbench.runCommand('Stateroom: Focus on Lanes View');
    await workbench.tree('Lanes').waitForRow('L-1 cart');
    for (const [key, title] of [
      ['c', 'Show Lane Changes'],
      ['t', 'Open Lane Terminal'],
      ['o', 'Open Lane in New Window'],
    ] as const) {
      await leaveRows('Lanes', 'L-1 cart');
      await chord(key);
      await quickInput.waitFor('Select a lane');
      expect(await quickInput.title()).toBe(title);
      await quickInput.cancel();
    }
    expect(page.context().pages()).toHaveLength(windows);
    expect(await lastEvent()).toEqual(before);
  });

  it('move the work item that has the keyboard, and all that are selected with it', async () => {
    for (const title of ['Wash', 'Dry', 'Fold']) await cli('Robin', 'queue', 'add', title);
    // Five views leave each of them a few rows at the height of this window.
    for (const view of ['Now', 'Needs You', 'Lanes', 'Findings']) await workbench.fold(view);
    const queue = workbench.tree('Queue');
    const ready = async () => (await queue.labels()).filter(label => /^W-[3-6] /.test(label));
    await queue.waitForRow('W-6 Fold');
    await queue.select('W-3 Port the checkout page');
    await workbench.page.locator('.part.editor .tab.active', { hasText: 'W-3 ' }).waitFor();
    await moveTo('Queue', 'W-6 Fold');
    await press('Alt+ArrowUp');
    await eventually(ready).toEqual(['W-3 Port the checkout page', 'W-4 Wash', 'W-6 Fold', 'W-5 Dry']);
    // It is shown with the keyboard on it, which closes a palette that is quicker.
    await eventually(() => selected('Queue')).toEqual(['W-6 Fold']);
    await moveTo('Queue', 'W-6 Fold');
    await press('Shift+ArrowDown');
    await eventually(() => selected('Queue')).toEqual(['W-6 Fold', 'W-5 Dry']);
    await press('Alt+Shift+ArrowUp');
    await eventually(ready).toEqual(['W-6 Fold', 'W-5 Dry', 'W-3 Port the checkout page', 'W-4 Wash']);
  });

  it('show what a lane changes, its terminal, and its worktree in a window of its own', async () => {
    const { page } = workbench;
    const { worktreePath } = await cli<Lane>('reader', 'lane', 'show', 'cart');
    await workbench.runCommand('Stateroom: Focus on Lanes View');
    await workbench.tree('Lanes').waitForRow('L-1 cart');
    await moveTo('Lanes', 'L-1 cart');
    await chord('c');
    await page
      .locator('.part.editor .tab.active', { hasText: 'cart with uncommitted changes compared with main' })
      .waitFor();
    // It takes the keyboard once it is drawn.
    await page.locator('.part.editor .multiDiffEditor .monaco-editor.focused').first().waitFor();
    await moveTo('Lanes', 'L-1 cart');
    await chord('t');
    await page.locator('.part.panel .terminal-wrapper.active').waitFor();
    await eventually(() => page.locator('.part.panel').innerText()).toContain('Lane cart');
    // What `stateroom.lane.openWorkTree` does.
    const opening = page.context().waitForEvent('page');
    await moveTo('Lanes', 'L-1 cart');
    await chord('o');
    const window = await opening;
    await window.waitForURL(url => url.searchParams.get('folder') === worktreePath, { waitUntil: 'commit' });
    await window.close();
  });
});
