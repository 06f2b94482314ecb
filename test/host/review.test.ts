import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { Finding } from '../../src/domain/finding/finding.js';
import type { Lane } from '../../src/domain/lane/lane.js';
import type { StateroomApi } from '../../src/surfaces/vscode/stateroomApi.js';
import { cliIn, closesList, folder, pressing, refused, run, stateroom, takesFirst, until } from './stateroom.js';

const lines = (...numbers: number[]): string => numbers.map(number => `line ${number}\n`).join('');
const one = lines(1, 2, 3, 4, 5, 6, 7, 8);
/** Line 2 changed, line 5 removed, two lines added at the end. */
const two = `line 1\nchanged\n${lines(3, 4, 6, 7, 8)}added 1\nadded 2\n`;

describe('Review in the diff of a lane', () => {
  let api: StateroomApi;
  let desk: Lane;
  let base = '';
  let head = '';
  let count = 0;

  const git = (cwd: string, ...words: string[]): string =>
    execFileSync('git', words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
  const inLane = (path: string): string => join(desk.worktreePath, path);

  before(async () => {
    api = await stateroom();
    mkdirSync(join(folder(), 'desk'));
    for (const name of ['cart', 'old', 'gone'])
      writeFileSync(join(folder(), 'desk', `${name}.txt`), name === 'gone' ? one.replaceAll('line', 'row') : one);
    git(folder(), 'add', 'desk');
    git(folder(), 'commit', '--quiet', '--message=Desk', '--', 'desk');
    base = git(folder(), 'rev-parse', 'HEAD');
    desk = await run<Lane>('worker.spawn', { lane: 'desk', noFetch: true });
    writeFileSync(inLane('desk/cart.txt'), two);
    writeFileSync(inLane('desk/new.txt'), lines(1, 2));
    renameSync(inLane('desk/old.txt'), inLane('desk/renamed.txt'));
    rmSync(inLane('desk/gone.txt'));
    git(desk.worktreePath, 'add', '--all');
    git(desk.worktreePath, 'commit', '--quiet', '--message=Change the desk');
    head = git(desk.worktreePath, 'rev-parse', 'HEAD');
    // Not committed: what is judged does not have it.
    writeFileSync(inLane('desk/cart.txt'), `unsure\n${two}`);
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  after(async () => {
    await run('finding.wontfix', { ids: (await openOf('desk')).map(({ ref }) => ref), note: 'the test is over' });
    await run('lane.close', { lane: 'desk' });
  });

  const openOf = async (path: string): Promise<readonly Finding[]> =>
    (await cliIn<{ findings: Finding[] }>(folder(), 'reader', 'finding', 'list', '--path', path)).findings;

  /** Opens the diff of a file of the lane; the addresses of its sides. */
  async function diffOf(path: string, command = 'lane.showChange'): Promise<vscode.TabInputTextDiff> {
    await vscode.commands.executeCommand(`stateroom.${command}`, { lane: 'desk', path });
    return until(`the diff of ${path}`, () => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return input instanceof vscode.TabInputTextDiff && input.modified.path.endsWith(path) ? input : undefined;
    });
  }

  const select = async (uri: vscode.Uri, first: number, last = first): Promise<void> => {
    const selection = new vscode.Range(first - 1, 0, last - 1, 1);
    await vscode.window.showTextDocument(uri, { selection });
  };

  /** Records on what is selected, as the palette and the menu of the editor do; tells where that was. */
  async function recordHere(more: object = {}): Promise<object> {
    count += 1;
    const text = `Remark ${count}`;
    const { finding } = await run<{ finding: Finding }>('finding.record', { text, severity: 'low', ...more });
    return placeOf(finding);
  }

  const placeOf = ({ branch, commit, path, lineStart, lineEnd, task }: Finding): object => ({
    branch,
    commit: commit === base ? 'base' : commit === head ? 'head' : commit,
    path,
    lines: lineStart === null ? null : `${lineStart}-${lineEnd}`,
    task,
  });
  const onLane = { branch: 'feature/desk', task: null };

  describe('records a finding for the lane', () => {
    const places: readonly (readonly [
      name: string,
      path: string,
      side: 'original' | 'modified',
      lines: readonly [number, number],
      expected: object,
    ])[] = [
      [
        'on an added line',
        'desk/cart.txt',
        'modified',
        [8, 8],
        { commit: 'head', path: 'desk/cart.txt', lines: '8-8' },
      ],
      [
        'on a changed line',
        'desk/cart.txt',
        'modified',
        [2, 2],
        { commit: 'head', path: 'desk/cart.txt', lines: '2-2' },
      ],
      [
        'on a removed line',
        'desk/cart.txt',
        'original',
        [5, 5],
        { commit: 'head', path: 'desk/cart.txt', lines: '5-5' },
      ],
      [
        'on an unchanged line of the base',
        'desk/cart.txt',
        'original',
        [7, 7],
        { commit: 'head', path: 'desk/cart.txt', lines: '7-7' },
      ],
      [
        'on several lines',
        'desk/cart.txt',
        'modified',
        [3, 6],
        { commit: 'head', path: 'desk/cart.txt', lines: '3-6' },
      ],
      ['in a new file', 'desk/new.txt', 'modified', [2, 2], { commit: 'head', path: 'desk/new.txt', lines: '2-2' }],
      [
        'in a deleted file',
        'desk/gone.txt',
        'original',
        [8, 8],
        { commit: 'head', path: 'desk/gone.txt', lines: '8-8' },
      ],
      [
        'in a renamed file',
        'desk/renamed.txt',
        'modified',
        [3, 3],
        { commit: 'head', path: 'desk/renamed.txt', lines: '3-3' },
      ],
      [
        'in a renamed file under its old name',
        'desk/renamed.txt',
        'original',
        [4, 4],
        { commit: 'head', path: 'desk/old.txt', lines: '4-4' },
      ],
    ];
    for (const [name, path, side, [first, last], expected] of places) {
      it(name, async () => {
        const sides = await diffOf(path);
        await select(sides[side], first, last);
        deepStrictEqual(await recordHere(), { ...onLane, ...expected });
      });
    }

    it('in its worktree, with what is not committed', async () => {
      await select(vscode.Uri.file(inLane('desk/cart.txt')), 10);
      deepStrictEqual(await recordHere(), { ...onLane, commit: 'head', path: 'desk/cart.txt', lines: '10-10' });
    });

    it('in the diff that shows what is not committed', async () => {
      const { modified } = await diffOf('desk/cart.txt', 'lane.showUncommitted');
      strictEqual(modified.scheme, 'file');
      await select(modified, 1);
      deepStrictEqual(await recordHere(), { ...onLane, commit: 'head', path: 'desk/cart.txt', lines: '1-1' });
    });

    it('in the diff of all its files, where the cursor is', async () => {
      await vscode.commands.executeCommand('stateroom.lane.showChanges', { lane: 'desk' });
      const { document } = await until('an editor of the diff', () => {
        const editor = vscode.window.activeTextEditor;
        return editor?.document.uri.scheme === 'stateroom-revision' ? editor : undefined;
      });
      const { branch, commit, path } = (await recordHere()) as Record<string, string>;
      deepStrictEqual([branch, commit], ['feature/desk', 'head']);
      ok(document.uri.path.endsWith(`/${path}`));
    });

    /** Types a comment into the box of a new thread and presses its first button, else the one that asks for a severity. */
    async function comment(
      uri: vscode.Uri,
      range: vscode.Range | undefined,
      severityEnds?: string,
    ): Promise<vscode.CommentThread> {
      count += 1;
      const thread = {
        uri,
        range,
        comments: [] as vscode.Comment[],
        dispose: () => undefined,
      } as unknown as vscode.CommentThread;
      const typed = { thread, text: `Remark ${count}` };
      if (severityEnds === undefined) await vscode.commands.executeCommand('stateroom.review.addFinding', typed);
      else await pressing(severityEnds, vscode.commands.executeCommand('stateroom.review.otherSeverity', typed));
      return thread;
    }
    const lastPlace = async (): Promise<object | undefined> => {
      const found = (await openOf('desk')).find(({ text }) => text === `Remark ${count}`);
      return found && placeOf(found);
    };

    it('by a comment on either side, and on a whole file', async () => {
      const { original, modified } = await diffOf('desk/cart.txt');
      await comment(modified, new vscode.Range(7, 0, 8, 0));
      deepStrictEqual(await lastPlace(), { ...onLane, commit: 'head', path: 'desk/cart.txt', lines: '8-8' });
      await comment(original, new vscode.Range(4, 0, 4, 0));
      deepStrictEqual(await lastPlace(), { ...onLane, commit: 'head', path: 'desk/cart.txt', lines: '5-5' });
      await comment(modified, undefined, takesFirst);
      deepStrictEqual(await lastPlace(), { ...onLane, commit: 'head', path: 'desk/cart.txt', lines: null });
    });

    it('and keeps what was typed where nothing was recorded', async () => {
      const { modified } = await diffOf('desk/cart.txt');
      const thread = await comment(modified, new vscode.Range(0, 0, 0, 0), closesList);
      deepStrictEqual(
        thread.comments.map(({ body, mode, contextValue }) => [body, mode, contextValue]),
        [[`Remark ${count}`, vscode.CommentMode.Editing, 'unsent']],
      );
      strictEqual(await lastPlace(), undefined);
    });
  });

  describe('records nothing for the lane', () => {
    it('in the main worktree', async () => {
      await select(vscode.Uri.file(join(folder(), 'desk', 'gone.txt')), 3);
      const branch = git(folder(), 'branch', '--show-current');
      deepStrictEqual(await recordHere({ repository: true }), {
        branch,
        commit: git(folder(), 'rev-parse', 'HEAD') === base ? 'base' : git(folder(), 'rev-parse', 'HEAD'),
        path: 'desk/gone.txt',
        lines: '3-3',
        task: null,
      });
    });

    it('in another worktree, nor on a detached HEAD', async () => {
      const other = join(folder(), '..', 'desk-other');
      git(folder(), 'worktree', 'add', '--quiet', '-b', 'desk-other', other, base);
      await select(vscode.Uri.file(join(other, 'desk', 'cart.txt')), 4);
      const expected = { commit: 'base', path: 'desk/cart.txt', lines: '4-4', task: null };
      deepStrictEqual(await recordHere({ repository: true }), { ...expected, branch: 'desk-other' });
      git(other, 'switch', '--quiet', '--detach');
      deepStrictEqual(await recordHere({ repository: true }), { ...expected, branch: null });
      git(folder(), 'worktree', 'remove', '--force', other);
      git(folder(), 'branch', '--quiet', '-D', 'desk-other');
    });

    it('of lines that are not saved', async () => {
      const editor = await vscode.window.showTextDocument(vscode.Uri.file(inLane('desk/new.txt')));
      await editor.edit(edit => edit.insert(new vscode.Position(0, 0), 'typed\n'));
      editor.selection = new vscode.Selection(0, 0, 0, 1);
      const { message } = await refused('finding.record', { text: 'Typed', severity: 'low' });
      match(message, /^The selected lines of desk\/new\.txt are not saved\.$/);
    });

    it('of a document without a file', async () => {
      const { uri } = await vscode.workspace.openTextDocument({ content: 'alone\n' });
      await vscode.window.showTextDocument(uri);
      const waiting = vscode.commands.executeCommand('stateroom.finding.record', { text: 'Alone', severity: 'low' });
      strictEqual(await pressing(closesList, waiting), undefined);
    });
  });

  describe('lets a person', () => {
    it('see threads where their lines are, on the side that has them', async () => {
      await diffOf('desk/gone.txt');
      const [thread] = await until('the thread', () => {
        const found = api.review().filter(({ path }) => path === 'desk/gone.txt');
        return found.length === 1 ? found : undefined;
      });
      ok(thread);
      deepStrictEqual([thread.side, thread.line], ['base', 8]);
      match(thread.label, /^F-\d+ · low · open$/i);
      await diffOf('desk/renamed.txt');
      await until('both threads of the renamed file', () => {
        const shown = api.review().map(({ path, side, line }) => `${side} ${path} ${line}`);
        return shown.sort().join(', ') === 'head desk/renamed.txt 3, head desk/renamed.txt 4' ? true : undefined;
      });
    });

    it('keep the comments of a review to themselves until it is submitted', async () => {
      const { modified } = await diffOf('desk/new.txt');
      const thread = { uri: modified, range: new vscode.Range(1, 0, 1, 0), comments: [], dispose: () => undefined };
      const typed = { thread, text: 'Two is too many' };
      ok(await vscode.commands.executeCommand('stateroom.review.begin', typed));
      const isIt = ({ text }: { text: string }): boolean => text === 'Two is too many';
      await until('the draft', () =>
        api
          .review()
          .find(({ line, label, comments }) => line === 2 && label === 'Your review' && comments.length === 1),
      );
      strictEqual((await openOf('desk')).some(isIt), false);
      const done = await pressing(takesFirst, vscode.commands.executeCommand('stateroom.review.finish', modified));
      const recorded = (await openOf('desk')).find(isIt);
      ok(recorded, `ended with ${JSON.stringify(done)}`);
      deepStrictEqual(done, { findings: [recorded.ref] });
      deepStrictEqual(placeOf(recorded), { ...onLane, commit: 'head', path: 'desk/new.txt', lines: '2-2' });
      strictEqual(recorded.severity, 'medium');
      await until('no draft', () => (api.review().some(({ label }) => label === 'Your review') ? undefined : true));
    });

    it('reply to a finding in its thread, at once and with a review', async () => {
      const { modified } = await diffOf('desk/new.txt');
      const [finding] = await openOf('desk/new.txt');
      ok(finding);
      const thread = {
        uri: modified,
        contextValue: `finding ref:${finding.ref} status:open`,
        comments: [],
        dispose: () => undefined,
      };
      const shown = (text: string) => api.review().find(({ comments }) => comments.some(one => one.includes(text)));
      ok(await vscode.commands.executeCommand('stateroom.review.reply', { thread, text: 'Why now' }));
      await until('the reply', () => shown('Why now'));
      ok(await vscode.commands.executeCommand('stateroom.review.begin', { thread, text: 'Unclear' }));
      match((await until('the draft', () => shown('Unclear'))).label, new RegExp(`^${finding.ref} `));
      const replies = async (): Promise<unknown> =>
        (await cliIn<{ finding: Finding }>(folder(), 'reader', 'finding', 'show', finding.ref)).finding.replies.map(
          ({ text, role }) => [text, role],
        );
      deepStrictEqual(await replies(), [['Why now', 'human']]);
      const done = await pressing(takesFirst, vscode.commands.executeCommand('stateroom.review.finish', modified));
      deepStrictEqual(done, { findings: [finding.ref] });
      deepStrictEqual(await replies(), [
        ['Why now', 'human'],
        ['Unclear', 'human'],
      ]);
    });

    it('see what has changed since the review, and comment there as in the whole diff', async () => {
      writeFileSync(inLane('desk/new.txt'), lines(1, 2, 3));
      git(desk.worktreePath, 'commit', '--quiet', '--message=Again', '--', 'desk/new.txt');
      const now = git(desk.worktreePath, 'rev-parse', 'HEAD');
      const { original, modified } = await diffOf('desk/new.txt', 'lane.showSinceReview');
      strictEqual(
        vscode.window.tabGroups.activeTabGroup.activeTab?.label,
        `desk/new.txt (${desk.ref} desk since your last review)`,
      );
      strictEqual((await vscode.workspace.openTextDocument(original)).getText(), lines(1, 2));
      await select(modified, 3);
      deepStrictEqual(await recordHere(), { ...onLane, commit: now, path: 'desk/new.txt', lines: '3-3' });
      await select(original, 1);
      deepStrictEqual(await recordHere(), { ...onLane, commit: now, path: 'desk/new.txt', lines: '1-1' });
      // From the title of the diff, to the same file in another scope.
      await vscode.commands.executeCommand('stateroom.lane.showBase', modified);
      await until('the diff against the base', () =>
        vscode.window.tabGroups.activeTabGroup.activeTab?.label.endsWith(` ↔ ${desk.ref} desk)`),
      );
    });

    it('apply a suggestion to the file of the lane, once, and not to lines that have changed', async () => {
      writeFileSync(inLane('desk/cart.txt'), two);
      const suggested = async (line: string): Promise<readonly unknown[]> => {
        const text = `Say it better.\n\`\`\`suggestion\nbetter ${line}\n\`\`\``;
        const input = { path: 'desk/cart.txt', line, text, severity: 'low', commit: head, repository: true };
        const at = { repository: join(folder(), '.git'), folder: desk.worktreePath, top: desk.worktreePath };
        const { finding } = await vscode.commands.executeCommand<{ finding: Finding }>(
          'stateroom.finding.record',
          input,
          at,
        );
        const { modified } = await diffOf('desk/cart.txt');
        const thread = {
          uri: modified,
          contextValue: `finding ref:${finding.ref} status:open suggestion`,
          comments: [],
        };
        const apply = () => vscode.commands.executeCommand('stateroom.review.applySuggestion', thread);
        return [await apply(), await apply()];
      };
      const [first, second] = await suggested('2-3');
      match((first as { applied: string }).applied, /^F-\d+$/);
      strictEqual(second, undefined);
      strictEqual(readFileSync(inLane('desk/cart.txt'), 'utf8'), two.replace('changed\nline 3', 'better 2-3'));
    });

    it('approve the commit that is shown, and no other', async () => {
      await cliIn(desk.worktreePath, 'codex-3', 'worker', 'start', 'desk');
      git(desk.worktreePath, 'commit', '--quiet', '--all', '--message=Meanwhile');
      await cliIn(desk.worktreePath, 'codex-3', 'worker', 'done', 'desk', '--skip-rebase');
      const { modified } = await diffOf('desk/cart.txt');
      const stale = vscode.Uri.from({
        ...modified,
        query: modified.query.replaceAll(git(desk.worktreePath, 'rev-parse', 'HEAD'), head),
      });
      const refusal = await vscode.commands.executeCommand<{ refused?: boolean }>('stateroom.worker.approve', stale);
      strictEqual(refusal.refused, true);
      const approved = await vscode.commands.executeCommand<Lane>('stateroom.worker.approve', modified);
      strictEqual(approved.state, 'APPROVED');
    });
  });
});
