import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import childProcess, { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { StateroomApi } from '../../src/surfaces/vscode/stateroomApi.js';
import type { NowRowSnapshot } from '../../src/surfaces/vscode/views/now/nowSnapshot.js';
import { cli, folder, pageAsText, run, stateroom, until } from './stateroom.js';

describe('The Now view', () => {
  let api: StateroomApi;

  before(async () => {
    api = await stateroom();
    // Whatever ran before in this repository is neither a change of this task nor news.
    git('add', '--all');
    git('commit', '--quiet', '--allow-empty', '--message=What is there');
    await vscode.commands.executeCommand('stateroom.now.focus');
    await api.now();
    await vscode.commands.executeCommand('stateroom.now.markSeen');
  });

  // The other suites have no task of their own.
  let taskRef = '';

  after(async () => {
    await run('task.archive', { task: taskRef });
    git('switch', '--quiet', 'main');
  });

  const git = (...words: string[]): string => execFileSync('git', words, { cwd: folder(), encoding: 'utf8' }).trim();
  const rows = async (): Promise<readonly NowRowSnapshot[]> => (await api.now()).rows;
  const find = (all: readonly NowRowSnapshot[], id: string): NowRowSnapshot | undefined => {
    for (const row of all) {
      const found = row.id === id ? row : find(row.children, id);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const row = (id: string) => until(`the row ${id}`, async () => find(await rows(), id));

  it('shows the task that a command starts', async () => {
    const { task } = await run<{ task: { ref: string; branch: string } }>('task.start', {
      objective: 'Limit the rate of logins',
      here: true,
    });
    taskRef = task.ref;
    strictEqual(git('branch', '--show-current'), task.branch);
    const shown = await row(`task.${task.ref}`);
    deepStrictEqual([shown.label, shown.description], ['Limit the rate of logins', `${task.ref} · in progress`]);
    const ids = (await rows()).map(({ id }) => id).filter(id => id !== 'section.changes');
    deepStrictEqual(ids, [
      `task.${task.ref}`,
      'section.slices.empty',
      'section.actions.empty',
      'gate.review-ready',
      'gate.close-check',
    ]);
  });

  it('says in each gate what is in the way, as another process records it', async () => {
    const before = await row('gate.review-ready');
    ok(before.description.startsWith('not ready'), before.description);
    ok(!before.children.some(({ label }) => label.includes('open high finding')));
    writeFileSync(join(folder(), 'login.ts'), 'export const tries = 3;\n');
    const words = ['finding', 'record', '--severity', 'high', '--path', 'login.ts', '--line', '1'];
    const { finding } = await cli<{ finding: { ref: string } }>('codex', ...words, '--text', 'Three is too few');
    const reason = await until('the reason', async () => {
      const gate = find(await rows(), 'gate.review-ready');
      return gate?.children.find(({ label }) => label === `1 open high finding: ${finding.ref}.`);
    });
    deepStrictEqual(reason.command, { command: 'stateroom.finding.openAtLine', arguments: [finding.ref] });
    const dirty = await until('the dirty worktree', async () => {
      const gate = find(await rows(), 'gate.review-ready');
      return gate?.children.find(({ id }) => id.startsWith('reason.review-ready.dirty_worktree'));
    });
    strictEqual(dirty.command?.command, 'workbench.view.scm');
    const change = await row('change.finding_recorded.high');
    strictEqual(change.label, `${finding.ref} recorded, high: Three is too few`);
  });

  it('judges again after a commit, without being asked', async () => {
    git('add', 'login.ts');
    git('commit', '--quiet', '--message=Count the tries');
    await until('a clean worktree', async () => {
      const gate = find(await rows(), 'gate.review-ready');
      return gate?.children.some(({ id }) => id.includes('dirty_worktree')) === false || undefined;
    });
  });

  it('asks git nothing while nothing happens, although it watches', async () => {
    await rows();
    const { spawn } = childProcess;
    const asked: string[] = [];
    // The extension runs in this process and starts git through the same module.
    Object.assign(childProcess, {
      spawn: (...call: Parameters<typeof spawn>) => {
        const [program, words, options] = call;
        if (String(options?.env?.GIT_OPTIONAL_LOCKS) === '0') asked.push([program, ...(words ?? [])].join(' '));
        return spawn(...call);
      },
    });
    try {
      await api.now();
      ok(asked.length > 0, 'the spy sees nothing');
      // What a judgement stirs up takes as long as the machine needs; then there are five seconds without a question.
      const end = Date.now() + 45_000;
      do {
        ok(Date.now() < end, `git is asked again and again: ${asked.join('; ')}`);
        asked.length = 0;
        await new Promise(resolve => setTimeout(resolve, 5000));
      } while (asked.length > 0);
    } finally {
      Object.assign(childProcess, { spawn });
    }
  });

  it('shows next actions of others, and completes them', async () => {
    await cli('codex', 'action', 'add', 'Write the test for two clients');
    const pending = await row('action.A-1');
    deepStrictEqual([pending.label, pending.ticked], ['Write the test for two clients', false]);
    await run('action.complete', { id: 'A-1' });
    strictEqual((await row('action.A-1')).ticked, true);
    strictEqual((await row('section.actions')).description, 'none pending');
  });

  it('shows blockers until they are resolved', async () => {
    await cli('codex', 'blocker', 'add', 'The staging database is down');
    const blocker = await row('blocker.B-1');
    strictEqual(blocker.label, 'The staging database is down');
    await run('blocker.resolve', { blocker: 'B-1', resolution: 'It is back' });
    strictEqual(find(await rows(), 'section.blockers'), undefined);
  });

  it('records the files that are saved, made, renamed and deleted here, but none that git ignores', async () => {
    writeFileSync(join(folder(), '.gitignore'), '*.log\n');
    for (const name of ['touched.ts', 'touched.log']) {
      writeFileSync(join(folder(), name), 'one\n');
      const editor = await vscode.window.showTextDocument(vscode.Uri.file(join(folder(), name)));
      ok(await editor.edit(edit => edit.insert(new vscode.Position(0, 0), 'zero\n')));
      ok(await editor.document.save(), `saving ${name}`);
    }
    const uri = (name: string): vscode.Uri => vscode.Uri.file(join(folder(), name));
    const made = new vscode.WorkspaceEdit();
    made.createFile(uri('made.ts'), { contents: new TextEncoder().encode('made\n') });
    made.createFile(uri('before.ts'), { contents: new TextEncoder().encode('renamed\n') });
    ok(await vscode.workspace.applyEdit(made));
    const renamed = new vscode.WorkspaceEdit();
    renamed.renameFile(uri('before.ts'), uri('after.ts'));
    renamed.deleteFile(uri('login.ts'));
    ok(await vscode.workspace.applyEdit(renamed));
    const touched = await until('the touched files', async () => {
      const { files } = await cli<{ files: { path: string; change: string }[] }>('reader', 'touched', 'list');
      const changes = files.map(({ path, change }) => `${path} ${change}`).sort();
      return changes.length < 4 ? undefined : changes;
    });
    deepStrictEqual(touched, ['after.ts rename', 'login.ts delete', 'made.ts add', 'touched.ts edit']);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('proves with a command, closes a slice in a document, and says the gates anew', async () => {
    await run('slice.start', { title: 'Count the tries' });
    strictEqual((await row('slice.S-1')).description.split(' · ')[1], 'open');
    git('add', '.');
    git('commit', '--quiet', '--message=Touch');
    const { evidence } = await run<{ evidence: { ref: string; passed: boolean; fresh: boolean } }>('evidence.run', {
      command: ['git --version'],
      slice: 'S-1',
    });
    deepStrictEqual([evidence.passed, evidence.fresh], [true, true]);
    await run('slice.close', { slice: 'S-1' });
    const draft = await until('the draft', () => {
      const document = vscode.window.activeTextEditor?.document;
      return document?.uri.scheme === 'untitled' ? document : undefined;
    });
    // Files before this one have evidence of their own.
    ok(draft.getText().includes(`- ${evidence.ref}: git --version`), draft.getText());
    const answer = await vscode.commands.executeCommand<{ refused?: true }>('stateroom.slice.closeDraft');
    strictEqual(answer?.refused, undefined, JSON.stringify(answer));
    strictEqual((await row('slice.S-1')).description.split(' · ')[1], 'closed');
    await until('no reason about proof', async () => {
      const gate = find(await rows(), 'gate.review-ready') ?? find(await rows(), 'gate.review-ready.ready');
      return gate?.children.every(({ id }) => !id.includes('test_evidence')) || undefined;
    });
  });

  it('shows the task and its slices as pages, whose places in the code are links', async () => {
    await cli('codex', 'decision', 'record', 'codex_choice_t1-limit_one_bucket', 'As touched.ts:1 does it');
    await run('task.show', { task: taskRef });
    const pageOf = (ref: string): Promise<vscode.TextDocument> =>
      until(`the page of ${ref}`, () => {
        const document = vscode.window.activeTextEditor?.document;
        return document?.uri.path === `/${ref}.md` ? document : undefined;
      });
    const page = await pageAsText(taskRef);
    ok(page.getText().startsWith(`# ${taskRef} Limit the rate of logins\n`), page.getText());
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>('vscode.executeLinkProvider', page.uri);
    const link = links.find(({ range }) => page.getText(range) === 'touched.ts:1');
    ok(link?.target, page.getText());
    deepStrictEqual(JSON.parse(decodeURIComponent(link.target.query))[0].commit, git('rev-parse', 'HEAD').slice(0, 10));
    await run('slice.packet', { slice: 'S-1' });
    const packet = (await pageOf('S-1')).getText();
    ok(packet.startsWith('# S-1 Count the tries\n'), packet);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
});
