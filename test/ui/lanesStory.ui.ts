import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../build/temporaryFolder.mjs';
import type { Lane } from '../../src/domain/lane/lane.js';
import { nothingLeft, storyEnd } from '../contract/stories/storyEnd.js';
import { keepPictureOfFailures } from '../editor/keepPictureOfFailures.js';
import { type OpenWorkbench, openWorkbench } from '../editor/openWorkbench.js';
import { mustRunCli } from '../editor/runCli.js';
import { makeScratchRepository, type ScratchRepository } from '../editor/scratchRepository.js';
import type { TreeView } from '../editor/treeView.js';
import type { Workbench } from '../editor/workbench.js';
import { laneAgent } from '../support/laneAgent.js';
import { references, treeState } from '../support/treeState.js';
import { LaneTerminal } from './laneTerminal.js';
import { followRow } from './rowWords.js';

/** Seconds between two heartbeats of the agent that stops sending heartbeats: it is DEAD after a hundred of them. */
const every = '0.4';
/** Of the files that a lane claims. */
const claimed = { 'stateroom.claimedForeground': '#102030' };

const items = [
  ['login', 'Limit the rate of logins'],
  ['cart', 'Keep the cart'],
  ['search', 'Search by name'],
  ['mail', 'Tell how mail goes'],
  ['account', 'Show the limit'],
] as const;

describe('five lanes for five work items, in the editor', () => {
  let repository: ScratchRepository;
  let opened: OpenWorkbench | undefined;
  let workbench: Workbench;
  let lanes: TreeView;
  let terminal: LaneTerminal;
  const cleanUp: (() => Promise<void> | void)[] = [];

  afterEach(async () => {
    await opened?.close();
    opened = undefined;
    for (const remove of cleanUp.splice(0).reverse()) await remove();
  });

  // Hooks after a test run last in, first out: the picture is taken while the window is open.
  keepPictureOfFailures(() => opened);

  const cli = <T>(...words: string[]): Promise<T> => mustRunCli<T>(repository.path, 'ada', words);
  const show = (lane: string): Promise<Lane> => cli<Lane>('lane', 'show', lane);
  const eventually = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 60_000 });
  const labelOf = (lane: string): string => {
    const at = items.findIndex(([id]) => id === lane);
    return `L-${at + 1} ${items[at]?.[1]}`;
  };
  const row = async (lane: string) => (await lanes.rows()).find(({ label }) => label === labelOf(lane));
  /** What the row of a lane says it is at, once it says so. */
  const says = (lane: string, words: RegExp): Promise<void> =>
    eventually(async () => (await row(lane))?.description ?? '').toMatch(words);
  const base = (...words: string[]): Promise<string> => repository.git(...words);

  it('are worked in side by side, fall silent, are reviewed, merged, cancelled and restored', async () => {
    await openShop();
    await lanesAreOpened();
    await agentsAreStarted();
    const silence = await oneFallsSilent();
    await whereTwoMeetIsMarked();
    await aMistakeIsTakenBack();
    await theReviewIsAnswered();
    await theNextLaneStarts();
    await aConflictLeavesAllAsItWas();

    await eventually(async () => silence.words()).toEqual(['alive', 'late', 'stale', 'dead']);
    const { lanes: all } = await cli<{ lanes: Lane[] }>('lane', 'list', '--all');
    expect(all.map(({ lane, workItem, state, status }) => [lane, workItem, state, status])).toEqual([
      ['login', 'W-1', 'COMPLETED', 'merged'],
      ['cart', 'W-2', 'WORKING', 'active'],
      ['search', 'W-3', 'ASSIGNED', 'active'],
      ['mail', 'W-4', 'CONFLICTED', 'active'],
      ['account', 'W-5', 'IN_REVIEW', 'review'],
    ]);
    expect(all[1]?.worker).toMatchObject({
      liveness: 'DEAD',
      trouble: { next: expect.stringContaining('kill -CONT') },
    });
    await othersFinishTheRest();
    await base('push', '--quiet', 'origin', 'main');
    expect(await storyEnd(repository.path)).toEqual({
      ...nothingLeft,
      items: ['W-1 done', 'W-2 done', 'W-3 done', 'W-4 done', 'W-5 done'],
      lanes: ['L-1 login merged', 'L-2 cart merged', 'L-3 search merged', 'L-4 mail merged', 'L-5 account merged'],
      tasks: [],
      worktrees: ['shop'],
    });
    expect(await base('status', '--porcelain')).toBe('');
  }, 480_000);

  /** A shop with a remote, work to do in it, and an editor on it. */
  async function openShop(): Promise<void> {
    const remote = await temporaryFolder('stateroom-remote-');
    cleanUp.push(remote.remove);
    repository = await makeScratchRepository('shop');
    cleanUp.push(repository.remove);
    await repository.write('agent.mjs', laneAgent);
    await repository.write('.vscode/settings.json', JSON.stringify({ 'workbench.colorCustomizations': claimed }));
    await repository.write('NOTES.md', 'Mail: open.\n');
    await repository.write('src/cart/total.ts', 'export const total = 0;\n');
    await repository.write('src/search/search.ts', 'export const search = 1;\n');
    await repository.write('src/search/old.ts', 'export const old = 1;\n');
    await base('add', '.');
    await base('commit', '--quiet', '--message=Sell');
    await base('init', '--quiet', '--bare', '--initial-branch=main', join(remote.path, 'shop.git'));
    await base('remote', 'add', 'origin', join(remote.path, 'shop.git'));
    await base('push', '--quiet', 'origin', 'main');
    for (const [id, title] of items) await cli('queue', 'add', title, '--id', id);
    opened = await openWorkbench({ repo: repository.path });
    workbench = opened.workbench;
    lanes = workbench.tree('Lanes');
    terminal = new LaneTerminal(workbench.page, lane => lanes.inlineAction(labelOf(lane), 'Open Terminal'));
    await workbench.openContainer('Stateroom');
    for (const view of ['Now', 'Needs You', 'Findings']) await workbench.fold(view);
  }

  /** One from the queue, one from the view, the others by the command line while the view looks on. */
  async function lanesAreOpened(): Promise<void> {
    const { quickInput } = workbench;
    await workbench.unfold('Queue');
    await workbench.tree('Queue').contextAction('W-1', 'More > New Lane…');
    await quickInput.waitFor('Files this lane may change');
    await quickInput.accept();
    await quickInput.waitFor('Start with');
    await quickInput.pick('Choose later');
    await lanes.waitForRow(labelOf('login'));
    await workbench.fold('Queue');
    await lanes.titleAction('New Lane');
    await quickInput.waitFor('Select what the lane is for');
    await quickInput.pick('Work item');
    await quickInput.waitFor('Select a work item');
    await quickInput.pick('W-2 Keep the cart');
    await quickInput.waitFor('What should be done?');
    await quickInput.accept();
    await quickInput.waitFor('Files this lane may change');
    await quickInput.answer('src/cart/**');
    await quickInput.waitFor('Start with');
    await quickInput.pick('Choose later');
    await lanes.waitForRow(labelOf('cart'));
    await cli('worker', 'spawn', 'W-3', '--owns', 'src/search/**');
    await cli('worker', 'spawn', 'W-4', '--owns', 'NOTES.md');
    await cli('worker', 'spawn', 'W-5', '--owns', 'src/account/**', '--after', 'login');
    await says('account', /^waiting for L-1$/);
    const { lanes: all } = await cli<{ lanes: Lane[] }>('lane', 'list');
    expect(all.map(({ lane, workItem, branch, ownedPaths, status }) => [lane, workItem, branch, ownedPaths, status])) //
      .toEqual([
        ['login', 'W-1', 'feature/login', [], 'active'],
        ['cart', 'W-2', 'feature/cart', ['src/cart/**'], 'active'],
        ['search', 'W-3', 'feature/search', ['src/search/**'], 'active'],
        ['mail', 'W-4', 'feature/mail', ['NOTES.md'], 'active'],
        ['account', 'W-5', 'feature/account', ['src/account/**'], 'planned'],
      ]);
    expect(new Set(all.map(({ port }) => port)).size).toBe(5);
    for (const { worktreePath } of all) expect(treeState(worktreePath).status).toBe('');
    await lookAtAClaim();
  }

  /** A file that a lane claims is marked where it is checked. */
  async function lookAtAClaim(): Promise<void> {
    await workbench.quickInput.openFile('total.ts');
    const label = workbench.page.locator('.part.editor .tab.active .monaco-icon-label', { hasText: 'total.ts' });
    const mark = () => label.evaluate(element => getComputedStyle(element, '::after').content);
    await eventually(mark).toBe('"L"');
    await eventually(() => label.evaluate(element => getComputedStyle(element, '::after').color)) //
      .toBe('rgb(16, 32, 48)');
    await eventually(() => label.getAttribute('aria-label').then(text => text ?? '')) //
      .toContain('Owned by L-2 Keep the cart (assigned)');
  }

  async function startAgent(lane: string, task: string): Promise<void> {
    await lanes.contextAction(labelOf(lane), 'Start Agent…');
    // The first time, none is known.
    if (lane === 'login') await workbench.quickInput.pick('Other Command…');
    await workbench.quickInput.waitFor('Command to start the agent');
    await workbench.quickInput.answer(`node agent.mjs ${task}`);
  }

  async function agentsAreStarted(): Promise<void> {
    await startAgent('login', 'limit');
    await says('login', /^in review$/);
    await startAgent('search', 'litter');
    await workbench.notification('The agent in lane L-3 Search by name exited without submitting its work.').waitFor();
    await says('search', /^working · dead/);
  }

  /** Stopped as by Ctrl+Z, it does not beat: from then on the test only looks. */
  async function oneFallsSilent(): Promise<{ words(): Promise<readonly string[]> }> {
    const followed = await followRow(workbench.page, 'L-2', ['alive', 'late', 'stale', 'dead']);
    await terminal.type('cart', `stateroom worker start cart --every ${every} -- node agent.mjs hang`);
    await says('cart', /^working · alive/);
    const pid = (await show('cart')).worker?.program?.pid;
    if (pid === undefined) throw new Error('No program was started in the lane cart.');
    cleanUp.push(() => endProcess(pid));
    process.kill(pid, 'SIGSTOP');
    return followed;
  }

  async function whereTwoMeetIsMarked(): Promise<void> {
    await startAgent('mail', 'mail');
    await says('mail', /^in review · overlaps with L-3$/);
    await says('search', /overlaps with L-4/);
    await lanes.expand(labelOf('search'));
    await lanes.waitForRow('NOTES.md');
    expect((await lanes.rows()).filter(({ label }) => label === 'NOTES.md').map(({ description }) => description)) //
      .toContain('same lines as L-4 Tell how mail goes · lines 1 · owned by L-4 Tell how mail goes');
    await lanes.collapse(labelOf('search'));
  }

  /** Cancelled with work that no commit has, a lane comes back with every file, and with its index. */
  async function aMistakeIsTakenBack(): Promise<void> {
    const { worktreePath } = await show('search');
    const before = treeState(worktreePath);
    expect(before.status).toBe(
      ' M NOTES.md\n D src/search/old.ts\n M src/search/search.ts\nAM src/search/staged.ts\n?? "src/search/new file.ts"\n',
    );
    await lanes.contextAction(labelOf('search'), 'Cancel…');
    await workbench.dialog().getByRole('button', { name: 'Return to Queue' }).click();
    await lanes.waitForRow('Closed');
    expect(existsSync(worktreePath)).toBe(false);
    expect(await show('search')).toMatchObject({ state: 'FAILED', status: 'closed', closeReason: 'cancelled' });
    await lanes.expand('Closed');
    await lanes.inlineAction(labelOf('search'), 'Restore');
    await says('search', /^assigned/);
    expect(treeState(worktreePath)).toEqual(before);
    expect(await show('search')).toMatchObject({ state: 'ASSIGNED', status: 'active', worktreePath });
  }

  async function theReviewIsAnswered(): Promise<void> {
    const { page } = workbench;
    await lanes.inlineAction(labelOf('login'), 'Show Changes');
    await page
      .locator('.part.editor .tab.active', { hasText: 'L-1 Limit the rate of logins compared with main' })
      .waitFor();
    await page.locator('.part.editor .multiDiffEditor .view-line', { hasText: 'export const limit = 5;' }).waitFor();
    await lanes.contextAction(labelOf('login'), 'Request Changes…');
    await workbench.quickInput.waitFor('What needs to change in login, and why?');
    await workbench.quickInput.answer('Test it');
    await says('login', /^working/);
    expect(await show('login')).toMatchObject({ status: 'active', worker: { reason: 'Test it' } });
    await terminal.type('login', 'node agent.mjs test');
    await says('login', /^in review/);
    await lanes.inlineAction(labelOf('login'), 'Approve');
    await says('login', /^approved/);
    await lanes.inlineAction(labelOf('login'), 'Merge…');
    expect(await dialogText()).toBe(
      'Merge lane L-1 Limit the rate of logins?\nMerges 2 commits from feature/login into main with a merge commit. ' +
        'The worktree is deleted (uncommitted files are backed up). ' +
        'Lane account, which waits for it, can then start. This cannot be undone from Stateroom.',
    );
    await workbench.answerDialog('Merge');
    await lanes.waitForRow('Closed');
    // The view hears of it while the worktree still goes.
    const merged = async () => {
      const { status, worktreePath } = await show('login');
      return [status, existsSync(worktreePath)];
    };
    await eventually(merged).toEqual(['merged', false]);
    expect(await base('log', '-1', '--format=%s|%P', 'main')).toMatch(
      /^Merge feature\/login\|[0-9a-f]{40} [0-9a-f]{40}$/,
    );
    expect(await base('rev-list', '--count', 'main^1..main^2')).toBe('2');
    expect(readFileSync(join(repository.path, 'src/login/limit.spec.ts'), 'utf8')).toBe('expect(limit).toBe(5);\n');
    expect(await base('status', '--porcelain')).toBe('');
  }

  async function dialogText(): Promise<string> {
    const dialog = workbench.dialog();
    await dialog.waitFor();
    const texts = dialog.locator('.dialog-message-text, .dialog-message-detail');
    return (await texts.allInnerTexts()).map(text => text.trim()).join('\n');
  }

  /** What waited for `login` finds its work there; of an agent that stumbles the person hears. */
  async function theNextLaneStarts(): Promise<void> {
    await says('account', /^assigned/);
    await startAgent('account', 'stumble');
    await workbench.answerNotification('The agent in lane L-5 Show the limit exited with code 3.', 'Show Terminal');
    await terminal.typeHere('node L-5 ', 'node agent.mjs account');
    await says('account', /^in review$/);
    const { worktreePath } = await show('account');
    expect(readFileSync(join(worktreePath, 'src/login/limit.ts'), 'utf8')).toBe('export const limit = 5;\n');
  }

  async function aConflictLeavesAllAsItWas(): Promise<void> {
    await lanes.inlineAction(labelOf('mail'), 'Approve');
    await says('mail', /^approved/);
    await repository.write('NOTES.md', 'Mail: through our server.\n');
    await base('commit', '--quiet', '--all', '--message=Decide how mail goes');
    const { worktreePath } = await show('mail');
    const look = () => [treeState(repository.path), treeState(worktreePath), references(repository.path)];
    const before = look();
    await lanes.inlineAction(labelOf('mail'), 'Merge…');
    await workbench.answerDialog('Merge');
    const refusal = 'L-4 (mail) conflicts with main in NOTES.md.';
    await workbench.notification(refusal).waitFor();
    expect(look()).toEqual(before);
    expect(await show('mail')).toMatchObject({ state: 'APPROVED', status: 'review' });
    await says('mail', /^approved/);
    await workbench.answerNotification(refusal, 'Prepare Merge Repair');
    await says('mail', /^conflicted/);
    expect(treeState(worktreePath).status) //
      .toBe('UU NOTES.md\nA  src/login/limit.spec.ts\nA  src/login/limit.ts\n');
    expect([treeState(repository.path), references(repository.path)]).toEqual([before[0], before[2]]);
  }

  /** The conflict is solved, another agent goes on where one stopped, and all that is left is merged. */
  async function othersFinishTheRest(): Promise<void> {
    const mail = (await show('mail')).worktreePath;
    await writeFile(join(mail, 'NOTES.md'), 'Mail: by SMTP, through our server.\n');
    await base('-C', mail, 'commit', '--quiet', '--all', '--message=Agree on how mail goes');
    await mustRunCli(mail, 'node-mail', ['worker', 'done']);
    await startAgent('search', 'search');
    const { pid } = (await show('cart')).worker?.program ?? {};
    if (pid !== undefined) endProcess(pid);
    await eventually(async () => (await show('cart')).worker?.program?.endedAt).toBeTypeOf('string');
    await terminal.type('cart', 'stateroom worker start cart -- node agent.mjs cart');
    for (const lane of ['mail', 'account', 'search', 'cart']) {
      await says(lane, /^in review/);
      await lanes.inlineAction(labelOf(lane), 'Approve');
      await says(lane, /^approved/);
      await lanes.inlineAction(labelOf(lane), 'Merge…');
      await workbench.answerDialog('Merge');
      await eventually(async () => (await show(lane)).status).toBe('merged');
    }
    // The views hear of a merge while the worktree is still being removed.
    await eventually(async () => existsSync(`${repository.path}.worktrees/cart`)).toBe(false);
  }
});

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
