import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { Finding } from '../../../src/domain/finding/finding.js';
import type { Task } from '../../../src/domain/task/task.js';
import type { WorkItem } from '../../../src/domain/workItem/workItem.js';
import type { StateroomApi } from '../../../src/surfaces/vscode/stateroomApi.js';
import { add, cliIn, folder, refused, run, stateroom, until } from '../stateroom.js';

describe('Several repositories in one window', () => {
  let api: StateroomApi;
  /** The folder in which all of them lie. */
  let home: string;
  const at = (...names: string[]): string => join(home, ...names);

  before(async () => {
    api = await stateroom();
    home = dirname(folder());
    await vscode.commands.executeCommand('stateroom.queue.focus');
    for (const name of ['site', 'shop', 'docs']) {
      await cliIn(at(name), 'codex-1', 'queue', 'add', `Work of ${name}`);
    }
    await edit('site', 'README.md');
    await showsQueueOf('site');
  });

  after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  async function edit(...names: string[]): Promise<void> {
    await vscode.window.showTextDocument(vscode.Uri.file(at(...names)));
  }

  async function titles(): Promise<string[]> {
    const { sections } = await api.queue();
    return sections.flatMap(({ rows }) => rows.map(({ ref, label }) => `${ref} ${label}`));
  }

  /** Waits for the queue and the status bar of a repository. */
  async function showsQueueOf(name: string): Promise<void> {
    await until(`the queue of ${name}`, async () => {
      const isShown = (await titles()).some(title => title.includes(`Work of ${name}`));
      return (isShown && api.statusBar().text.startsWith(`${name} `)) || undefined;
    });
  }

  it('show one of them, and say which', async () => {
    deepStrictEqual(await titles(), ['W-1 Work of site']);
    strictEqual((await api.queue()).message, 'Repository: site');
    strictEqual(api.statusBar().text, 'site $(inbox) 0 $(play) 0');
    match(api.statusBar().tooltip, /^Repository: site$/m);
  });

  it('follow the file that is edited, also where only a folder of its repository is open', async () => {
    await edit('docs', 'guide', 'start.md');
    await showsQueueOf('docs');
    const editor = vscode.window.activeTextEditor;
    ok(editor);
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    const input = { severity: 'low', text: 'Says too little', repository: true, path: 'guide/start.md', line: '1' };
    const { finding } = await run<{ finding: Finding }>('finding.record', input);
    strictEqual(finding.path, 'guide/start.md');
    await until('the finding on its line', () => vscode.languages.getDiagnostics(editor.document.uri)[0]);
    const { findings } = await cliIn<{ findings: Finding[] }>(at('docs'), 'reader', 'finding', 'list');
    deepStrictEqual(
      findings.map(({ ref, path }) => [ref, path]),
      [['F-1', 'guide/start.md']],
    );
  });

  it('act on the one that is shown', async () => {
    const ref = await add('Added to docs');
    strictEqual(ref, 'W-2');
    await edit('site', 'README.md');
    await showsQueueOf('site');
    strictEqual(await add('Added to site'), 'W-2');
    const listed = async (name: string): Promise<string[]> =>
      (await cliIn<{ items: WorkItem[] }>(at(name), 'reader', 'queue', 'list')).items.map(({ title }) => title).sort();
    deepStrictEqual(await listed('docs'), ['Added to docs', 'Work of docs']);
    deepStrictEqual(await listed('site'), ['Added to site', 'Work of site']);
    deepStrictEqual(await listed('shop'), ['Work of shop']);
  });

  it('have acts on a line meant for the repository of that line, whichever is looked at', async () => {
    // Every repository has an F-1.
    const remark = { severity: 'low', text: 'Says too much', repository: true, path: 'README.md', line: '1' };
    strictEqual((await run<{ finding: Finding }>('finding.record', remark)).finding.ref, 'F-1');
    const uri = vscode.Uri.file(at('docs', 'guide', 'start.md'));
    const beside = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true, preview: false };
    await vscode.window.showTextDocument(uri, beside);
    await until('the finding on its line', () => vscode.languages.getDiagnostics(uri)[0]);
    strictEqual((await api.queue()).message, 'Repository: site');
    const place = new vscode.Position(0, 0);
    const range = new vscode.Range(place, place);
    const { executeCommand } = vscode.commands;
    const acts = await executeCommand<vscode.CodeAction[]>('vscode.executeCodeActionProvider', uri, range);
    const made = acts.find(({ title }) => title === 'Create work item from F-1')?.command;
    ok(made);
    await executeCommand(made.command, ...(made.arguments ?? []));
    const listed = async (name: string): Promise<string[]> =>
      (await cliIn<{ items: WorkItem[] }>(at(name), 'reader', 'queue', 'list')).items.map(({ title }) => title).sort();
    deepStrictEqual(await listed('docs'), ['Added to docs', 'Fix F-1: Says too little', 'Work of docs']);
    deepStrictEqual(await listed('site'), ['Added to site', 'Work of site']);
    const hovers = await executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', uri, place);
    const told = hovers.flatMap(({ contents }) => contents.map(text => (typeof text === 'string' ? text : text.value)));
    const link = told.find(text => text.includes('stateroom.finding.show')) ?? '';
    match(decodeURIComponent(link), new RegExp(`"F-1",\\{"repository":"${at('docs', '.git')}"`));
    // What happens there shows, though no one looks at that repository.
    await cliIn(at('docs'), 'codex-1', 'finding', 'wontfix', 'F-1', '--note', 'Enough is said');
    await until('the line without a mark', () =>
      vscode.languages.getDiagnostics(uri).length === 0 ? true : undefined,
    );
    strictEqual((await api.queue()).message, 'Repository: site');
    await executeCommand('workbench.action.closeEditorsInOtherGroups');
  });

  it('have models name the one they mean, and tell them which it was', async () => {
    const call = async (tool: string, input: object): Promise<string[]> => {
      const { content } = await vscode.lm.invokeTool(tool, { input, toolInvocationToken: undefined });
      return content.map(part => (part instanceof vscode.LanguageModelTextPart ? part.value : ''));
    };
    const shown = async (input: object): Promise<[title: string, told: string]> => {
      const [answer = '', told = ''] = await call('stateroom_item', { id: 'W-1', ...input });
      return [(JSON.parse(answer) as { item: WorkItem }).item.title, told];
    };
    const told = (name: string, ...others: string[]) =>
      `Repository: ${name}. Also open: ${others.join(', ')}; give folder to mean another.`;
    deepStrictEqual(await shown({}), ['Work of site', told('site', 'shop', 'docs')]);
    deepStrictEqual(await shown({ folder: 'shop' }), ['Work of shop', told('shop', 'site', 'docs')]);
    const path = at('docs', 'guide', 'start.md');
    deepStrictEqual(await shown({ folder: path }), ['Work of docs', told('docs', 'site', 'shop')]);
    const input = { title: 'Noted for the shop', folder: at('shop-login') };
    match((await api.question('stateroom_add', input))?.message ?? '', /to the queue of shop\.$/);
    await call('stateroom_add', input);
    const { items } = await cliIn<{ items: WorkItem[] }>(at('shop'), 'reader', 'queue', 'list');
    deepStrictEqual(items.map(({ title }) => title).sort(), ['Noted for the shop', 'Work of shop']);
    // A repository that a folder of the window only contains is none of its own.
    const inner = at('site', 'vendor');
    execFileSync('git', ['init', '--quiet', inner]);
    for (const nowhere of ['garden', inner]) {
      const [refusal] = await call('stateroom_add', { title: 'Nowhere', folder: nowhere });
      strictEqual(
        refusal,
        `No repository of this window is "${nowhere}", so that nothing was done. There are: site (${at('site')}), shop (${at('shop')}), docs (${at('docs', 'guide')}). Give one of these paths as folder, or leave it out for site.`,
      );
    }
    rmSync(inner, { recursive: true, maxRetries: 10 });
    // What was shown to the person is still what they look at.
    strictEqual((await api.queue()).message, 'Repository: site');
  });

  it('tell the task of the worktree in which the edited file lies', async () => {
    const start = async (folder: string, objective: string) => {
      const words = ['task', 'start', objective, '--here', '--light'];
      return (await cliIn<{ task: Task }>(at(folder), 'codex-1', ...words)).task.ref;
    };
    const tasks = {
      shop: await start('shop', 'Mend the cart'),
      'shop-login': await start('shop-login', 'Limit logins'),
    };
    for (const place of ['shop-login', 'shop'] as const) {
      await edit(place, 'README.md');
      await showsQueueOf('shop');
      await until(`the task of ${place}`, async () => {
        const { rows } = await api.now();
        return rows.some(({ id }) => id === `task.${tasks[place]}`) || undefined;
      });
      // A task that is not named is that of the same worktree.
      strictEqual((await run<{ task: { ref: string } }>('task.context', {})).task.ref, tasks[place]);
    }
    // The main worktree is edited: a model's call acts there only where it names no other.
    const taskIn = async (input: object): Promise<string | undefined> => {
      const { content } = await vscode.lm.invokeTool('stateroom_context', { input, toolInvocationToken: undefined });
      const [first] = content;
      const text = first instanceof vscode.LanguageModelTextPart ? first.value : '{}';
      return (JSON.parse(text) as { task?: { ref: string } | null }).task?.ref;
    };
    strictEqual(await taskIn({}), tasks.shop);
    strictEqual(await taskIn({ folder: at('shop') }), tasks.shop);
    strictEqual(await taskIn({ folder: at('shop-login') }), tasks['shop-login']);
    strictEqual(await taskIn({ folder: at('shop-login', 'README.md') }), tasks['shop-login']);
    for (const task of Object.values(tasks)) await cliIn(at('shop'), 'codex-1', 'task', 'archive', task);
    execFileSync('git', ['switch', '--quiet', 'main'], { cwd: at('shop') });
  });

  it('let two take the same work item at once: one has it, the other is told whose it is', async () => {
    await edit('shop', 'README.md');
    await showsQueueOf('shop');
    for (let round = 1; round <= 3; round++) {
      const ref = await add(`Wanted by two ${round}`);
      const other = `codex-${round}`;
      const [mine, theirs] = await Promise.all([
        run<{ item?: WorkItem; code?: string; message?: string }>('queue.claim', { id: ref }),
        cliIn<{ item: WorkItem }>(at('shop'), other, 'queue', 'claim', ref).then(
          ({ item }) => item.owner ?? '',
          error => String(error.message),
        ),
      ]);
      const { item } = await cliIn<{ item: WorkItem }>(at('shop'), 'reader', 'queue', 'show', ref);
      if (item.owner === 'Robin') {
        strictEqual(
          theirs,
          `stateroom queue claim ${ref}: ${ref} “Wanted by two ${round}” is held by Robin with no time limit.`,
        );
        strictEqual(mine.item?.owner, 'Robin');
      } else {
        deepStrictEqual([item.owner, theirs, mine.code], [other, other, 'conflict']);
        strictEqual(
          mine.message?.replace(/until [\dTZ:.-]+\.$/, 'until then.'),
          `${ref} “Wanted by two ${round}” is held by ${other} until then.`,
        );
      }
    }
    await vscode.commands.executeCommand('notifications.clearAll');
  });

  it('close the slice for which a draft was opened, whichever is edited by then', async () => {
    const slicesOf = async (name: string): Promise<unknown[]> =>
      (await cliIn<{ rows: unknown[][] }>(at(name), 'reader', 'store', 'query', 'select title, status from slices'))
        .rows;
    const tasks: [name: string, ref: string][] = [];
    for (const name of ['shop', 'site']) {
      await edit(name, 'README.md');
      await showsQueueOf(name);
      const input = { objective: `Slices of ${name}`, here: true, light: true };
      tasks.push([name, (await run<{ task: Task }>('task.start', input)).task.ref]);
      await run('slice.start', { title: `Slice of ${name}` });
      writeFileSync(at(name, 'count.txt'), '1\n');
      execFileSync('git', ['add', '.'], { cwd: at(name) });
      execFileSync('git', ['commit', '--quiet', '--message=Count'], { cwd: at(name) });
      await run('evidence.run', { command: ['git --version'], slice: 'S-1' });
    }
    await run('slice.close', { slice: 'S-1' });
    const draft = await until('the draft', () => {
      const document = vscode.window.activeTextEditor?.document;
      return document?.uri.scheme === 'untitled' ? document : undefined;
    });
    await edit('shop', 'README.md');
    await showsQueueOf('shop');
    await vscode.window.showTextDocument(draft);
    await vscode.commands.executeCommand('stateroom.slice.closeDraft');
    deepStrictEqual(await slicesOf('shop'), [['Slice of shop', 'open']]);
    deepStrictEqual(await slicesOf('site'), [['Slice of site', 'closed']]);
    for (const [name, ref] of tasks) {
      await cliIn(at(name), 'codex-1', 'task', 'archive', ref);
      execFileSync('git', ['switch', '--quiet', 'main'], { cwd: at(name) });
    }
  });

  it('leave the terminal of a lane alone whose name a closed lane of another one has', async () => {
    const terminals = (): string[] =>
      vscode.window.terminals.flatMap(({ creationOptions }) => {
        const { cwd } = creationOptions as vscode.TerminalOptions;
        return cwd instanceof vscode.Uri ? [cwd.fsPath] : [];
      });
    const trees: string[] = [];
    for (const name of ['shop', 'site']) {
      await edit(name, 'README.md');
      await showsQueueOf(name);
      const { worktreePath } = await run<{ worktreePath: string }>('worker.spawn', {
        lane: 'timetable',
        noFetch: true,
      });
      await vscode.commands.executeCommand('stateroom.lane.openTerminal', { lane: 'timetable' });
      trees.push(worktreePath);
    }
    const [ofShop, ofSite] = trees;
    deepStrictEqual(terminals(), [ofShop, ofSite]);
    const standing = { repository: at('shop', '.git'), folder: at('shop'), top: at('shop') };
    const closed = await vscode.commands.executeCommand('stateroom.lane.close', { lane: 'timetable' }, standing);
    strictEqual((closed as { status?: string }).status, 'closed', JSON.stringify(closed));
    await until('the end of one terminal', () => (terminals().length === 1 ? true : undefined));
    deepStrictEqual(terminals(), [ofSite]);
    await run('lane.close', { lane: 'timetable' });
  });

  it('say of one that is removed that it is gone, leave its place alone, and go on once it is back', async () => {
    await edit('docs', 'guide', 'start.md');
    await showsQueueOf('docs');
    const before = await failures();
    const kept = at('kept');
    cpSync(at('docs'), kept, { recursive: true, preserveTimestamps: true });
    rmSync(at('docs'), { recursive: true, maxRetries: 10 });
    const gone = `Repository docs was moved or deleted: ${at('docs', '.git')} does not exist.`;
    await until('the word that it is gone', () => api.statusBar().tooltip === gone || undefined);
    deepStrictEqual(await titles(), []);
    strictEqual((await api.now()).rows.length, 0);
    deepStrictEqual((await api.findings()).groups, []);
    for (const [operation, input] of [
      ['queue.add', { title: 'Into nothing' }],
      ['queue.list', {}],
      ['task.start', { objective: 'Into nothing' }],
    ] as const) {
      const refusal = await refused(operation, input);
      deepStrictEqual([refusal.code, refusal.message], ['no_repository', gone]);
      strictEqual(refusal.hint, 'Move it back, or close its folder in this window.');
    }
    strictEqual(existsSync(at('docs')), false);
    await api.lanes();
    deepStrictEqual(await failures(), before);
    cpSync(kept, at('docs'), { recursive: true, preserveTimestamps: true });
    await showsQueueOf('docs');
    strictEqual(await add('Added once it was back'), 'W-4');
    rmSync(kept, { recursive: true });
  });

  it('follow a store that is restored under them, and tell who held what', async () => {
    await edit('site', 'README.md');
    await showsQueueOf('site');
    const held = await add('Held when it was restored');
    const backup = at('site.sqlite');
    await run('store.backup', { file: backup });
    const { item } = await cliIn<{ item: WorkItem }>(at('site'), 'codex-1', 'queue', 'claim', held);
    strictEqual(item.owner, 'codex-1');
    const later = await add('Added after the backup');
    await until('the claim', async () => (await inFlight()).includes(held) || undefined);
    await run('store.restore', { file: backup });
    await until('what was restored', async () => !(await titles()).some(row => row.startsWith(later)) || undefined);
    deepStrictEqual(await inFlight(), []);
    // The one who held it learns with the next word that it is not theirs any more, and writes nothing.
    const told = await cliIn(at('site'), 'codex-1', 'queue', 'release', held).then(
      () => 'done',
      error => String(error.message),
    );
    strictEqual(
      told,
      `stateroom queue release ${held}: ${held} “Held when it was restored” is pending and cannot be released.`,
    );
    const next = await add('Added after the restore');
    const { items } = await cliIn<{ items: WorkItem[] }>(at('site'), 'reader', 'queue', 'list');
    deepStrictEqual(items.map(({ ref, title, status }) => [ref, title, status]).sort(), [
      ['W-1', 'Work of site', 'pending'],
      ['W-2', 'Added to site', 'pending'],
      // Of the task and the lane of tests before, both given up.
      ['W-3', 'Slices of site', 'pending'],
      ['W-4', 'timetable', 'pending'],
      [held, 'Held when it was restored', 'pending'],
      [next, 'Added after the restore', 'pending'],
    ]);
  });

  it('read and write the queue without git, and say of the rest that git is missing', async () => {
    await edit('site', 'README.md');
    await showsQueueOf('site');
    const { PATH } = process.env;
    const git = execFileSync('which', ['git'], { encoding: 'utf8' }).trim();
    const setting = vscode.workspace.getConfiguration('git');
    process.env.PATH = at('nowhere');
    try {
      strictEqual((await run('queue.show', { id: 'W-1' })).item.title, 'Work of site');
      const refusal = await refused('task.start', { objective: 'Without git', here: true, light: true });
      strictEqual(refusal.code, 'git_missing');
      strictEqual(refusal.message, 'Git was not found on the PATH.');
      match(refusal.hint ?? '', /^Install git, .*you can also set git\.path\.$/);
      await setting.update('path', git, vscode.ConfigurationTarget.Global);
      const input = { objective: 'With the git that is set', here: true, light: true };
      const { task } = await run<{ task: Task }>('task.start', input);
      const proof = { task: task.ref, command: ['git --version'], directory: '' };
      const { tail } = await run<{ tail: string }>('evidence.run', proof);
      match(tail, /^git version /);
      await run('task.archive', { task: task.ref });
      const made = await vscode.commands.executeCommand('stateroom.playDay', { folder: at('day'), open: false });
      strictEqual(made, at('day', 'shop'));
    } finally {
      process.env.PATH = PATH;
      await setting.update('path', undefined, vscode.ConfigurationTarget.Global);
      rmSync(at('day'), { recursive: true, force: true, maxRetries: 10 });
    }
    execFileSync('git', ['switch', '--quiet', 'main'], { cwd: at('site') });
  });

  it('look at the worktree that is left when the main one is closed', async () => {
    await edit('shop', 'README.md');
    await showsQueueOf('shop');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const index = vscode.workspace.workspaceFolders?.findIndex(({ uri }) => uri.fsPath === at('shop')) ?? -1;
    ok(index > 0);
    const closed = new Promise<void>(resolve => {
      const listening = vscode.workspace.onDidChangeWorkspaceFolders(() => {
        listening.dispose();
        resolve();
      });
    });
    vscode.workspace.updateWorkspaceFolders(index, 1);
    await closed;
    await showsQueueOf('shop');
    const input = { objective: 'Here is the linked one', here: true, light: true };
    const { task } = await run<{ task: Task }>('task.start', input);
    strictEqual(task.workTree, at('shop-login'));
    strictEqual((await api.queue()).message, 'Repository: shop');
    match(api.statusBar().tooltip, /^Repository: shop$/m);
    strictEqual(
      execFileSync('git', ['branch', '--show-current'], { cwd: at('shop'), encoding: 'utf8' }).trim(),
      'main',
    );
  });

  it('are folders on a disk: of others the manifest says in a sentence why not', () => {
    const manifest = vscode.extensions.getExtension('stateroom.stateroom')?.packageJSON;
    deepStrictEqual(manifest?.capabilities.virtualWorkspaces, {
      supported: false,
      description:
        'Stateroom needs git and local files, which a virtual workspace does not have. Clone the repository and open its folder.',
    });
  });

  async function inFlight(): Promise<string[]> {
    const { sections } = await api.queue();
    const rows = sections.find(({ section }) => section === 'in_flight')?.rows ?? [];
    return rows.map(({ ref }) => ref);
  }

  /** The lines of the log that tell of failures. */
  async function failures(): Promise<string[]> {
    const report = (await vscode.commands.executeCommand('stateroom.reportIssue')) as string;
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    return report.split('\n').filter(line => /\berror\b/.test(line));
  }
});
