import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Lane } from '../../src/domain/lane/lane.js';
import type { Message } from '../../src/domain/message/message.js';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { mustRunCli } from '../editor/runCli.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';
import type { TreeView } from '../editor/treeView.js';
import type { Workbench } from '../editor/workbench.js';

describe('the Lanes view, by keyboard alone', () => {
  let repository: ScratchRepository;
  let opened: OpenWorkbench;
  let workbench: Workbench;
  let lanes: TreeView;
  keepPictureOfFailures(() => opened);

  beforeAll(async () => {
    repository = await makeScratchRepository('shop');
    await cli('Robin', 'queue', 'add', 'Limit the rate of logins', '--id', 'login-limit');
    opened = await openWorkbench({ repo: repository.path });
    workbench = opened.workbench;
    lanes = workbench.tree('Lanes');
    await focus();
  });

  afterAll(async () => {
    await opened?.close();
    await repository?.remove();
  });

  const cli = <T>(actor: string, ...words: string[]) => mustRunCli<T>(repository.path, actor, words);
  const show = (lane: string): Promise<Lane> => cli<Lane>('reader', 'lane', 'show', lane);
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await workbench.page.keyboard.press(key);
  };
  /** Gives the keyboard to the view, as the command does. */
  async function focus(): Promise<void> {
    await workbench.runCommand('Stateroom: Focus on Lanes View');
  }
  async function focusRows(): Promise<void> {
    await focus();
    await lanes.pane().locator('.monaco-list:focus').waitFor();
  }
  const eventually = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 30_000 });

  it('opens a lane for a work item, from the button of the empty view', async () => {
    const { quickInput } = workbench;
    await lanes.welcome().getByRole('button', { name: 'New Lane' }).focus();
    await press('Enter');
    await quickInput.waitFor('Select what the lane is for');
    await quickInput.pick('Work item');
    await quickInput.waitFor('Select a work item');
    await quickInput.pick('W-1 Limit the rate of logins');
    await quickInput.waitFor('What should be done?');
    await press('Enter');
    await quickInput.waitFor('Files this lane may change');
    await quickInput.answer('src/login/**, docs/login.md');
    await quickInput.waitFor('Start with');
    await quickInput.pick('Codex');
    await lanes.waitForRow('L-1 Limit the rate of logins');
    expect(await show('login-limit')).toMatchObject({
      workItem: 'W-1',
      description: 'Limit the rate of logins',
      ownedPaths: ['src/login/**', 'docs/login.md'],
      branch: 'feature/login-limit',
      agent: 'codex',
      state: 'ASSIGNED',
    });
  });

  it('says what is wrong with a name, and takes a better one', async () => {
    const { quickInput } = workbench;
    await workbench.runCommand('Stateroom Lane: New Lane…');
    await quickInput.waitFor('Select what the lane is for');
    await quickInput.pick('Something else');
    await quickInput.waitFor('Lane name');
    await quickInput.type('../out');
    await eventually(() => quickInput.message()).toContain('Invalid lane name');
    await quickInput.type('cart');
    await press('Enter');
    await quickInput.waitFor('What should be done?');
    await quickInput.answer('Keep the cart over a restart');
    await quickInput.waitFor('Files this lane may change');
    await press('Enter');
    await quickInput.waitFor('Start with');
    await quickInput.pick('Choose later');
    await lanes.waitForRow('L-2 Keep the cart over a restart');
    expect(await show('cart')).toMatchObject({ description: 'Keep the cart over a restart', ownedPaths: [] });
  });

  it('unfolds what a lane changes and shows a change', async () => {
    const { worktreePath } = await show('cart');
    await repository.write('../shop.worktrees/cart/README.md', '# Cart\n');
    await focusRows();
    await lanes.moveTo('L-2 Keep the cart over a restart');
    await press('ArrowRight');
    await lanes.waitForRow('README.md');
    // Output written while the row is expanded appears.
    await repository.write('../shop.worktrees/cart/src/cart.ts', 'export {};\n');
    await lanes.waitForRow('cart.ts');
    await lanes.moveTo('README.md');
    await press('Enter');
    await workbench.page.locator('.part.editor .tab.active', { hasText: 'README.md' }).waitFor();
    await repository.git('-C', worktreePath, 'add', '--all');
    await repository.git('-C', worktreePath, 'commit', '--quiet', '--message=Cart');
    await eventually(
      async () => (await lanes.rows()).find(row => row.label === 'L-2 Keep the cart over a restart')?.description,
    ).toBe('assigned');
  });

  it('ticks files as viewed, and opens the next one that is not', async () => {
    const viewed = async () => (await lanes.rows()).find(({ label }) => label === 'Files')?.description;
    await eventually(viewed).toBe('0 of 2 viewed');
    // From the file whose row is selected.
    await workbench.runCommand('Stateroom Lane: Next Unviewed File');
    await workbench.page.locator('.part.editor .tab.active', { hasText: 'cart.ts' }).waitFor();
    await focusRows();
    await lanes.moveTo('cart.ts');
    await press('Space');
    await eventually(viewed).toBe('1 of 2 viewed');
    await lanes.row('README.md').locator('.custom-view-tree-node-item-checkbox').click();
    await eventually(viewed).toBe('2 of 2 viewed');
    await lanes.row('README.md').locator('.custom-view-tree-node-item-checkbox').click();
    await eventually(viewed).toBe('1 of 2 viewed');
    // Elsewhere the key does what it does in every tree.
    await focusRows();
    await lanes.moveTo('Files');
    await press('Space');
    await eventually(async () => (await lanes.labels()).includes('cart.ts')).toBe(false);
    await press('Space');
    await lanes.waitForRow('cart.ts');
  });

  it('shows all changes, and opens the terminal, with a chord', async () => {
    await focusRows();
    await lanes.moveTo('L-2 Keep the cart over a restart');
    await press('Control+k', 'a', 'c');
    await workbench.page
      .locator('.part.editor .tab.active', { hasText: 'L-2 Keep the cart over a restart compared with main' })
      .waitFor();
    // It takes the keyboard once it is drawn.
    await workbench.page.locator('.part.editor .multiDiffEditor .monaco-editor.focused').first().waitFor();
    await focusRows();
    await lanes.moveTo('L-2 Keep the cart over a restart');
    await press('Control+k', 'a', 't');
    await workbench.page.locator('.part.panel .terminal-wrapper.active').waitFor();
    await eventually(() => workbench.page.locator('.part.panel').innerText()).toContain('Lane cart');
  });

  it('goes from what needs a person to the answer', async () => {
    const { quickInput } = workbench;
    await cli('codex-2', 'message', 'send', 'May I add a table?', '--kind', 'question', '--lane', 'cart');
    const needs = workbench.tree('Needs You');
    await needs.waitForRow('M-1 May I add a table?');
    expect((await needs.rows()).map(({ label, description }) => [label, description])).toEqual([
      ['M-1 May I add a table?', expect.stringMatching(/^question · (just now|1 min ago)$/)],
    ]);
    await press('Control+k', 'a', 'y');
    await needs.pane().locator('.monaco-list:focus').waitFor();
    await needs.moveTo('M-1 May I add');
    await press('Enter');
    await quickInput.waitFor('May I add a table?');
    await quickInput.answer('Yes, with a migration');
    await needs.row('M-1 May I add a table?').waitFor({ state: 'detached' });
    const { messages } = await cli<{ messages: Message[] }>('codex-2', 'message', 'list', '--as', 'codex-2');
    expect(messages).toMatchObject([{ kind: 'answer', replyTo: 'M-1', from: 'Robin', text: 'Yes, with a migration' }]);
  });

  it('reaches what a row offers by its menu, writes to a lane and reads what it was sent', async () => {
    const { quickInput, page } = workbench;
    const unread = async () =>
      (await cli<{ unread: number }>('reader', 'message', 'list', '--as', 'login-limit')).unread;
    await focusRows();
    await lanes.moveTo('L-1 Limit the rate of logins');
    await press('Shift+F10');
    await page.locator('.monaco-menu .action-item').first().waitFor();
    // No entry has the keyboard until an arrow is pressed.
    const chosen = page.locator('.monaco-menu .action-item.focused');
    await expect
      .poll(async () => {
        const shown = (await chosen.count()) === 0 ? '' : await chosen.innerText();
        if (!shown.includes('Send Message')) await press('ArrowDown');
        return shown;
      })
      .toContain('Send Message');
    await press('Enter');
    await quickInput.waitFor('Select a kind of message');
    await quickInput.pick('Note');
    // The title of the first step begins with the same word.
    await eventually(() => quickInput.message()).toMatch(/^Message/);
    await quickInput.answer('The limit has moved');
    await eventually(unread).toBe(1);
    await workbench.runCommand('All Commands: Show Messages…');
    await quickInput.waitFor('Select whose messages to show');
    await quickInput.pick('L-1 login-limit');
    await quickInput.pick('M-3 The limit has moved');
    await quickInput.pick('Acknowledge', { exact: true });
    await quickInput.waitFor('No new messages for login-limit.');
    expect(await unread()).toBe(0);
    await quickInput.cancel();
  });

  it('changes what a lane is for, and says what is wrong with a path', async () => {
    const { quickInput } = workbench;
    await workbench.runCommand('Stateroom Lane: Update…');
    await quickInput.waitFor('Select a lane');
    await quickInput.pick('L-1 Limit the rate of logins');
    await quickInput.waitFor('Select what to change');
    await quickInput.pick('Owned paths');
    await quickInput.waitFor('Files this lane may change');
    await quickInput.type('../out');
    await eventually(() => quickInput.message()).not.toContain('Files this lane may change');
    await quickInput.answer('src/login/**');
    await eventually(async () => (await show('login-limit')).ownedPaths).toEqual(['src/login/**']);
    await workbench.notification('No file matches src/login/** so far.').waitFor();
    await workbench.clearNotifications();
  });

  it('asks what is to become of a lane whose work item is marked as done', async () => {
    await workbench.runCommand('Stateroom Queue: Mark as Done');
    await workbench.quickInput.waitFor('Select a work item to resolve');
    await workbench.quickInput.pick('W-1 Limit the rate of logins');
    await workbench.dialog().waitFor();
    for (const name of ['Cancel Lane', 'Keep']) await workbench.dialog().getByRole('button', { name }).waitFor();
    expect(await workbench.dialog().getByRole('button', { name: 'Cancel', exact: true }).count()).toBe(0);
    await press('Escape');
    await workbench.dialog().waitFor({ state: 'detached' });
    expect(await workbench.notifications()).toEqual([]);
    expect(await show('login-limit')).toMatchObject({ status: 'active', state: 'ASSIGNED' });
  });

  it('cancels a lane by mistake and brings all of it back', async () => {
    const { worktreePath } = await show('cart');
    await repository.write('../shop.worktrees/cart/an-hour.ts', 'export const work = true;\n');
    await focusRows();
    await workbench.runCommand('Stateroom Lane: Cancel…');
    await workbench.quickInput.waitFor('Select a lane');
    await workbench.quickInput.pick('L-2 Keep the cart over a restart');
    await workbench.dialog().getByRole('button', { name: 'Return to Queue' }).click();
    await lanes.waitForRow('Closed');
    expect(existsSync(worktreePath)).toBe(false);
    await workbench.runCommand('All Commands: Restore Lane');
    await workbench.quickInput.waitFor('Select a lane');
    await workbench.quickInput.pick('L-2 Keep the cart over a restart');
    await eventually(
      async () => (await lanes.rows()).find(row => row.label === 'L-2 Keep the cart over a restart')?.level,
    ).toBe(1);
    expect(readFileSync(join(worktreePath, 'an-hour.ts'), 'utf8')).toBe('export const work = true;\n');
    expect(await show('cart')).toMatchObject({ status: 'active', state: 'ASSIGNED' });
  });

  /** Types of a row what tells it from the others, and takes it with Enter once it has the keyboard. */
  async function choose(row: string): Promise<void> {
    await workbench.quickInput.type(row);
    await workbench.page.locator('.quick-input-list .monaco-list-row.focused', { hasText: row }).waitFor();
    await press('Enter');
  }

  it('brings back beside the lanes what was kept', async () => {
    const made = () =>
      readdirSync(join(repository.path, '../shop.worktrees')).filter(name => !['cart', 'login-limit'].includes(name));
    expect(made()).toEqual([]);
    await workbench.runCommand('All Commands: Show Backups…');
    await workbench.quickInput.waitFor('Newest first');
    await choose('cart');
    await choose('Restore as new worktree');
    await eventually(async () => made().length).toBe(1);
    const [folder = ''] = made();
    await eventually(async () => existsSync(join(repository.path, '../shop.worktrees', folder, 'an-hour.ts'))).toBe(
      true,
    );
  });

  it('makes a lane of a worktree that was made by hand', async () => {
    await repository.git('worktree', 'add', '--quiet', '-b', 'by-hand', '../by-hand');
    await workbench.runCommand('All Commands: Adopt Worktree…');
    await workbench.quickInput.waitFor('Select a worktree to adopt as a lane');
    await choose('by-hand');
    await lanes.waitForRow('L-3 by-hand');
    expect(await show('by-hand')).toMatchObject({ adopted: true, branch: 'by-hand' });
  });

  it('cleans a lane of what tools make again, once that is said', async () => {
    const { worktreePath } = await show('cart');
    appendFileSync(join(repository.path, '.git/info/exclude'), '\nnode_modules\n');
    await repository.write('../shop.worktrees/cart/node_modules/one/index.js', 'module.exports = 1;\n');
    await workbench.runCommand('All Commands: Clean Lane…');
    await workbench.quickInput.waitFor('Select a lane');
    await choose('L-2 Keep the cart over a restart');
    await workbench.dialog().waitFor();
    // How much it is depends on the disk.
    expect(await workbench.dialog().innerText()).toMatch(/Remove 1 folder from cart \(.*\)\?\nnode_modules {2}/);
    await press('Enter');
    await eventually(async () => existsSync(join(worktreePath, 'node_modules'))).toBe(false);
    expect(existsSync(join(worktreePath, 'an-hour.ts'))).toBe(true);
  });

  it('reads a report and acknowledges it', async () => {
    const open = async () => (await cli<{ reports: unknown[] }>('reader', 'report', 'list')).reports.length;
    await cli('Robin', 'report', 'submit', 'partial', 'The cart stays, its total does not', '--lane', 'cart');
    expect(await open()).toBe(1);
    await workbench.runCommand('All Commands: Show Reports…');
    await workbench.quickInput.waitFor('Not acknowledged, oldest first');
    await choose('P-1 cart');
    await workbench.quickInput.waitFor('The cart stays, its total does not');
    await choose('Acknowledge');
    await eventually(open).toBe(0);
    await workbench.quickInput.waitFor('All reports are acknowledged.');
    await workbench.quickInput.cancel();
  });
});
