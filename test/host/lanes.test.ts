import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { Lane } from '../../src/domain/lane/lane.js';
import type { StateroomApi } from '../../src/surfaces/vscode/stateroomApi.js';
import { add, cli, folder, refused, run, stateroom, until } from './stateroom.js';

const spawned = (lane: string, more: object = {}): Promise<Lane> =>
  run<Lane>('worker.spawn', { lane, noFetch: true, ...more });

describe('Lanes', () => {
  let api: StateroomApi;
  let login: Lane;

  before(async () => {
    api = await stateroom();
    await vscode.commands.executeCommand('stateroom.lanes.focus');
  });

  after(async () => {
    for (const terminal of vscode.window.terminals) terminal.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  const git = (lane: Lane, ...words: string[]): Promise<unknown> =>
    promisify(execFile)('git', words, { cwd: lane.worktreePath });
  const rowOf = async (name: string) => (await api.lanes()).rows.find(({ lane }) => lane === name);
  /** Waits for a row whose description says this beside its number. */
  const shows = (name: string, words: RegExp) =>
    until(`${name} with ${words}`, async () => {
      const row = await rowOf(name);
      return row !== undefined && words.test(row.description.replace(`${row.ref} · `, '')) ? row : undefined;
    });
  const tells = (name: string, words: RegExp) =>
    until(`${name} told with ${words}`, async () => words.test((await rowOf(name))?.tooltip ?? '') || undefined);

  it('are opened for a name and for a work item, and shown with what they are at', async () => {
    login = await spawned('login', { description: 'Limit the rate of logins', owns: ['src/login/**'] });
    strictEqual(login.state, 'ASSIGNED');
    const ref = await add('Speed up search');
    const search = await spawned(ref);
    strictEqual(search.workItem, ref);
    await tells('login', /no commits/);
    const row = await shows('login', /^assigned$/);
    deepStrictEqual([row.label, row.description], ['Limit the rate of logins', `${login.ref} · assigned`]);
    match(row.tooltip, /\*\*Port:\*\* \d+/);
    match(row.tooltip, /\[Open Terminal\]\(command:stateroom\.lane\.openTerminal/);
    strictEqual(row.context, 'lane status:active state:ASSIGNED');
    ok(await shows(search.lane, /^assigned/));
  });

  it('are opened in the folder that the setting names', async () => {
    const place = realpathSync(mkdtempSync(join(tmpdir(), 'stateroom-lanes-')));
    const settings = vscode.workspace.getConfiguration('stateroom');
    await settings.update('lanes.folder', place, vscode.ConfigurationTarget.Global);
    try {
      const { worktreePath } = await spawned('aside');
      ok(worktreePath.startsWith(`${place}/`), worktreePath);
      ok(existsSync(join(worktreePath, '.git')));
      await run('worker.cancel', { lane: 'aside' });
    } finally {
      await settings.update('lanes.folder', undefined, vscode.ConfigurationTarget.Global);
      rmSync(place, { recursive: true, force: true });
    }
  });

  it('follow what is committed in them by another process, while somebody looks', async () => {
    mkdirSync(join(login.worktreePath, 'src', 'login'), { recursive: true });
    writeFileSync(join(login.worktreePath, 'src', 'login', 'limit.ts'), 'export const limit = 3;\n');
    await git(login, 'add', '--all');
    await git(login, 'commit', '--quiet', '--message=Limit');
    await tells('login', /1 ahead/);
  });

  it('follow what workers do by the command line', async () => {
    // Other tests leave what needs a person too.
    const { badge: before } = await api.needsYou();
    await cli('codex-1', 'worker', 'start', 'login');
    ok(await shows('login', /^working · alive$/));
    await cli('codex-1', 'worker', 'done', 'login', '--skip-rebase');
    ok(await shows('login', /^in review/));
    strictEqual((await api.needsYou()).badge, before + 1);
  });

  it('show what is committed in the editor’s own diff of many files, and all that is not when asked', async () => {
    writeFileSync(join(login.worktreePath, 'README.md'), '# Changed\n');
    writeFileSync(join(login.worktreePath, 'note.txt'), 'new\n');
    const activeTab = () => vscode.window.tabGroups.activeTabGroup.activeTab;
    for (const [command, files, title] of [
      ['stateroom.lane.showChanges', 1, `${login.ref} Limit the rate of logins compared with main (1 file)`],
      [
        'stateroom.lane.showUncommitted',
        3,
        `${login.ref} Limit the rate of logins with uncommitted changes compared with main (3 files)`,
      ],
    ] as const) {
      deepStrictEqual(await vscode.commands.executeCommand(command, { lane: 'login' }), { files });
      await until(title, () => activeTab()?.label === title || undefined);
    }
  });

  it('show one file against the commit where they parted from the base', async () => {
    await vscode.commands.executeCommand('stateroom.lane.showChange', { lane: 'login', path: 'README.md' });
    const input = await until('the diff', () => {
      const found = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return found instanceof vscode.TabInputTextDiff ? found : undefined;
    });
    const before = await vscode.workspace.openTextDocument(input.original);
    strictEqual(before.getText(), readFileSync(join(folder(), 'README.md'), 'utf8'));
    strictEqual(input.modified.fsPath, join(login.worktreePath, 'README.md'));
    strictEqual(before.languageId, 'markdown');
  });

  it('have a terminal in their worktree that knows their environment and finds the program', async () => {
    const opened = await vscode.commands.executeCommand<{ terminal: string }>('stateroom.lane.openTerminal', {
      lane: 'login',
    });
    strictEqual(opened.terminal, 'Lane login');
    const terminal = vscode.window.terminals.find(({ name }) => name === 'Lane login');
    ok(terminal);
    await vscode.commands.executeCommand('stateroom.lane.openTerminal', { lane: 'L-1' });
    strictEqual(vscode.window.terminals.filter(({ name }) => name === 'Lane login').length, 1);
    const file = join(login.worktreePath, 'told.txt');
    terminal.sendText(
      'echo "lane=$STATEROOM_LANE $STATEROOM_BRANCH $PORT $(pwd) $(command -v stateroom)" > told.txt.part; mv told.txt.part told.txt',
    );
    const told = await until('what the terminal knows', () => {
      try {
        return readFileSync(file, 'utf8').trim();
      } catch {
        return undefined;
      }
    });
    const shim = join(folder(), '.git', 'stateroom', 'bin', 'stateroom');
    strictEqual(told, `lane= ${login.branch} ${login.port} ${login.worktreePath} ${shim}`);
    rmSync(file);
  });

  it('refuse in a sentence what cannot be done', async () => {
    strictEqual((await refused('lane.showChanges', { lane: 'nowhere' })).message, 'Lane nowhere not found.');
    match((await refused('lane.openApp', { lane: 'login' })).message, /^Nothing listens on port \d+ of L-\d+\.$/);
    strictEqual((await refused('worker.spawn', { lane: '../out' })).code, 'invalid_input');
    rmSync(login.worktreePath, { recursive: true });
    match(
      (await refused('lane.showChanges', { lane: 'login' })).message,
      /^The worktree of L-\d+ \(login\) is missing: .*\.$/,
    );
    await vscode.commands.executeCommand('stateroom.lane.refresh');
    ok(await shows('login', /worktree is missing/));
  });

  it('are sent back, approved and merged, each told in its row', async () => {
    const cart = await spawned('cart');
    writeFileSync(join(cart.worktreePath, 'cart.ts'), 'export {};\n');
    await git(cart, 'add', '--all');
    await git(cart, 'commit', '--quiet', '--message=Cart');
    await cli('codex-2', 'worker', 'start', 'cart');
    await cli('codex-2', 'worker', 'done', 'cart', '--skip-rebase');
    strictEqual((await run<Lane>('worker.requestChanges', { lane: 'cart', message: 'Name it' })).state, 'WORKING');
    ok(await shows('cart', /^working/));
    await cli('codex-2', 'worker', 'done', 'cart', '--skip-rebase');
    strictEqual((await run<Lane>('worker.approve', { lane: 'cart' })).state, 'APPROVED');
    ok(await shows('cart', /^approved/));
    await git(cart, 'status');
    await run('worker.merge', { lane: 'cart', way: 'merge' });
    const ended = await until('the merged lane', async () =>
      (await api.lanes()).ended.find(({ lane }) => lane === 'cart'),
    );
    strictEqual(ended.description, `${cart.ref} · merged`);
  });

  it('run an agent in their terminal, and come back with all files after they were cancelled', async () => {
    const page = await spawned('page');
    const started = await vscode.commands.executeCommand('stateroom.lane.startAgent', {
      lane: 'page',
      command: 'echo hour > work.txt; false',
    });
    deepStrictEqual(started, { agent: 'echo-page', lane: page.ref, followed: true });
    ok(await shows('page', /^working · (alive|dead)/));
    const work = join(page.worktreePath, 'work.txt');
    await until('the work', () => (existsSync(work) ? true : undefined));
    await until('the end of the command', async () => {
      await run('worker.cancel', { lane: 'page', outcome: 'queue' });
      return existsSync(page.worktreePath) ? undefined : true;
    });
    ok(
      (await api.lanes()).ended.some(
        ({ lane, description }) => lane === 'page' && description === `${page.ref} · cancelled`,
      ),
    );
    await run('worker.restore', { lane: 'page' });
    strictEqual(readFileSync(work, 'utf8'), 'hour\n');
    ok(await shows('page', /^assigned/));
  });

  it('run an agent on a work item in one step, under a name of its own', async () => {
    const settings = vscode.workspace.getConfiguration('stateroom');
    const global = vscode.ConfigurationTarget.Global;
    await settings.update('agents.command', 'echo $STATEROOM_ACTOR $STATEROOM_ROLE > who.txt; false', global);
    try {
      const ref = await add('Sort the mail');
      const started = await vscode.commands.executeCommand<{ agent: string; lane: string }>(
        'stateroom.lane.startOnItem',
        { item: ref },
      );
      match(started.agent, /^echo-w\d+-sort-the-mail$/);
      const lane = started.agent.replace('echo-', '');
      ok(await shows(lane, /^working · (alive|dead)/));
      const { worktreePath, worker } = await cli<Lane>('reader', 'lane', 'show', lane);
      strictEqual(worker?.agent, started.agent);
      const file = join(worktreePath, 'who.txt');
      await until('the agent', () => (existsSync(file) ? true : undefined));
      strictEqual(readFileSync(file, 'utf8'), `${started.agent} agent\n`);
    } finally {
      await settings.update('agents.command', undefined, global);
    }
  });

  it('are made in the folder that the setting names', async () => {
    const settings = vscode.workspace.getConfiguration('stateroom');
    const global = vscode.ConfigurationTarget.Global;
    const elsewhere = mkdtempSync(join(tmpdir(), 'lanes-'));
    await settings.update('lanes.folder', elsewhere, global);
    try {
      const { worktreePath } = await spawned('elsewhere');
      strictEqual(dirname(dirname(realpathSync(worktreePath))), realpathSync(elsewhere));
      await run('worker.cancel', { lane: 'elsewhere' });
    } finally {
      await settings.update('lanes.folder', undefined, global);
      rmSync(elsewhere, { recursive: true, force: true });
    }
  });
});
