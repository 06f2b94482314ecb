import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '../../src/domain/finding/finding.js';
import type { Lane } from '../../src/domain/lane/lane.js';
import type { WorkItem } from '../../src/domain/workItem/workItem.js';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { mustRunCli } from '../editor/runCli.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';
import type { Workbench } from '../editor/workbench.js';

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
  const chord = (key: string): Promise<void> => press('Control+Alt+a', key);
  const eventually = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 30_000 });
  const hasKeyboard = (view: string): Promise<void> =>
    workbench.tree(view).pane().locator('.monaco-list:focus').waitFor();
  /** Gives the keyboard to the rows of a view. */
  async function goTo(view: string): Promise<void> {
    await workbench.runCommand(`Stateroom: Focus on ${view} View`);
    await hasKeyboard(view);
  }
  /** Selects the first finding: arrows alone go to a row and select none. */
  async function selectFirst(label: string): Promise<void> {
    await goTo('Findings');
    await press('Escape', 'Home', 'Shift+ArrowDown');
    const selected = async () => (await workbench.tree('Findings').rows()).filter(row => row.selected);
    await eventually(async () => (await selected()).map(row => row.label)).toEqual([label]);
  }
  const item = async (ref: string): Promise<WorkItem> =>
    (await cli<{ item: WorkItem }>('reader', 'queue', 'show', ref)).item;
  const finding = async (ref: string): Promise<Finding> =>
    (await cli<{ finding: Finding }>('reader', 'finding', 'show', ref)).finding;

  it('go to the queue, add to it, tell what needs a person and claim what is next', async () => {
    const { quickInput } = workbench;
    await workbench.tree('Queue').waitForRow('W-1 Limit the rate of logins');
    await chord('q');
    await hasKeyboard('Queue');
    await chord('a');
    await quickInput.waitFor('What is to be done?');
    await quickInput.answer('Port the checkout page');
    await workbench.tree('Queue').waitForRow('W-2 Port the checkout page');
    // What `stateroom.showStatus` shows.
    await goTo('Queue');
    await chord('s');
    await quickInput.waitFor('Needs you: 0 · Ready: 2 · In flight: 0 · Waiting: 0');
    await quickInput.cancel();
    await goTo('Queue');
    await chord('n');
    await workbench.page.locator('.part.editor .tab.active', { hasText: 'W-1.md' }).waitFor();
    expect(await item('W-1')).toMatchObject({ status: 'in_flight', owner: 'Robin' });
    expect(await item('W-2')).toMatchObject({ title: 'Port the checkout page', status: 'pending', owner: null });
  });

  it('end findings on their rows, and open them again', async () => {
    const { quickInput } = workbench;
    const findings = workbench.tree('Findings');
    const labels = (...rows: string[]) => eventually(() => findings.labels()).toEqual(rows);
    await workbench.runCommand('Stateroom: Focus on Findings View');
    await findings.waitForRow('F-1 The loop never ends');
    await selectFirst('F-1 The loop never ends');
    await chord('x');
    await quickInput.waitFor('Which commit has the fix?');
    await quickInput.pick('Mend all of it');
    await quickInput.waitFor('What was done?');
    await quickInput.answer('three tries');
    await labels('Medium', 'F-2 Say what it retries', 'Low', 'F-3 A blank line is missing', 'Ended');
    expect(await finding('F-1')).toMatchObject({ status: 'fixed', note: 'three tries' });
    await selectFirst('F-2 Say what it retries');
    await chord('w');
    await quickInput.waitFor('Why does it stay as it is?');
    await quickInput.answer('meant so');
    await labels('Low', 'F-3 A blank line is missing', 'Ended');
    expect(await finding('F-2')).toMatchObject({ status: 'wontfix', note: 'meant so' });
    await selectFirst('F-3 A blank line is missing');
    await chord('d');
    await quickInput.waitFor('Why, and until when?');
    await quickInput.answer('after the release');
    await labels('Ended');
    expect(await finding('F-3')).toMatchObject({ status: 'deferred', note: 'after the release' });
    await findings.expand('Ended');
    await selectFirst('F-3 A blank line is missing');
    await chord('r');
    await quickInput.waitFor('Why is it open again?');
    await quickInput.answer('it is time');
    await findings.waitForRow('Low');
    expect(await finding('F-3')).toMatchObject({ status: 'open', reopenCount: 1, reopenReason: 'it is time' });
  });

  it('show what a lane changes, its terminal, and its work tree in a window of its own', async () => {
    const { page } = workbench;
    const { worktreePath } = await cli<Lane>('reader', 'lane', 'show', 'cart');
    await workbench.runCommand('Stateroom: Focus on Lanes View');
    await workbench.tree('Lanes').select('L-1 cart');
    await goTo('Lanes');
    await chord('d');
    await page.locator('.part.editor .tab.active', { hasText: 'cart against main' }).waitFor();
    // It takes the keyboard once it is drawn.
    await page.locator('.part.editor .multiDiffEditor .monaco-editor.focused').first().waitFor();
    await goTo('Lanes');
    await chord('t');
    await page.locator('.part.panel .terminal-wrapper.active').waitFor();
    await eventually(() => page.locator('.part.panel').innerText()).toContain('Lane cart');
    // What `stateroom.lane.openWorkTree` does.
    const opening = page.context().waitForEvent('page');
    await goTo('Lanes');
    await chord('o');
    const window = await opening;
    await window.waitForURL(url => url.searchParams.get('folder') === worktreePath, { waitUntil: 'commit' });
    await window.close();
  });
});
