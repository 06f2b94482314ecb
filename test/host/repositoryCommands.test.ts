import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { Lane } from '../../src/domain/lane/lane.js';
import { add, cli, closesList, folder, pressing, refused, run, stateroom, until } from './stateroom.js';

interface Health {
  readonly location: string;
  readonly state: string;
}

describe('Commands on the store and the hooks', () => {
  const git = (...words: string[]): string => execFileSync('git', words, { cwd: folder(), encoding: 'utf8' }).trim();
  const store = (): string => join(folder(), '.git', 'stateroom');

  before(async () => {
    await stateroom();
    await run('queue.resolve', { id: await add('So that there is a store'), status: 'cancelled' });
  });

  it('say where the store is, and that there is one already', async () => {
    deepStrictEqual(await run('repository.init'), { created: false, location: store() });
    const health = await pressing('notifications.clearAll', run<Health>('store.path'));
    deepStrictEqual([health.location, health.state], [store(), 'ready']);
  });

  it('show how things stand, as the command line says it', async () => {
    type Status = { health: Health; counts: Record<string, number> };
    const { health, counts } = await pressing(closesList, run<Status>('repository.status'));
    strictEqual(health.location, store());
    deepStrictEqual(counts, (await cli<Status>('reader', 'status')).counts);
  });

  it('write the live state as a plain SQLite file, and never over another', async () => {
    const file = join(dirname(folder()), 'exported.sqlite');
    await run('store.export', { file });
    strictEqual(readFileSync(file).subarray(0, 15).toString(), 'SQLite format 3');
    strictEqual((await refused('store.export', { file })).code, 'invalid_input');
    rmSync(file);
  });

  it('write a fresh snapshot, of the generation that follows', async () => {
    interface Compacted {
      readonly generation: number;
      readonly snapshotFile: string;
    }
    const before = await run<Compacted>('store.compact');
    const { generation, snapshotFile } = await run<Compacted>('store.compact');
    strictEqual(generation, before.generation + 1);
    strictEqual(dirname(snapshotFile), store());
    strictEqual(existsSync(snapshotFile), true);
    strictEqual((await cli<Health>('reader', 'store', 'path')).state, 'ready');
  });

  it('trust the commands of the repository, and take that back', async () => {
    const shown = await run<{ hash: string }>('trust.show');
    deepStrictEqual(shown, await cli('reader', 'trust', 'show'));
    const { changed } = await run<{ changed: boolean }>('trust.grant', { hash: shown.hash });
    strictEqual(changed, false);
    deepStrictEqual(await run('trust.revoke'), { changed: false });
  });

  it('put the git hooks in place, and take them out again', async () => {
    const hooksPath = (): string => git('config', '--default', 'none', '--get', 'core.hooksPath');
    strictEqual(hooksPath(), 'none');
    await run('hooks.install');
    strictEqual(hooksPath(), join(store(), 'hooks'));
    await run('hooks.uninstall');
    strictEqual(hooksPath(), 'none');
  });
});

describe('Commands on one lane', () => {
  let lane: Lane;

  before(async () => {
    await stateroom();
    await vscode.commands.executeCommand('stateroom.lanes.focus');
    lane = await run<Lane>('worker.spawn', { lane: 'again', noFetch: true });
  });

  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await run('worker.cancel', { lane: 'again', outcome: 'queue' });
  });

  const command = (name: string, input: object) => vscode.commands.executeCommand(`stateroom.${name}`, input);

  it('open a file of it, copy its branch and select its row', async () => {
    await command('lane.openFile', { lane: 'again', path: 'README.md' });
    await until(
      'the file',
      () => vscode.window.activeTextEditor?.document.uri.fsPath === join(lane.worktreePath, 'README.md') || undefined,
    );
    await command('lane.copyBranch', { lane: 'again' });
    strictEqual(await vscode.env.clipboard.readText(), 'feature/again');
    strictEqual(await command('lane.reveal', { lane: 'again' }), true);
    match(
      ((await command('lane.reveal', { lane: 'nowhere' })) as { message: string }).message,
      /^Lane nowhere not found\.$/,
    );
  });

  it('make its worktree anew where that is gone, with what was staged in it', async () => {
    interface Repairs {
      readonly repaired: readonly unknown[];
      readonly missing: readonly unknown[];
    }
    const staged = join(lane.worktreePath, 'staged.txt');
    writeFileSync(staged, 'kept\n');
    execFileSync('git', ['add', 'staged.txt'], { cwd: lane.worktreePath });
    rmSync(lane.worktreePath, { recursive: true, maxRetries: 10 });
    const { repaired, missing } = await run<Repairs>('lane.repair');
    deepStrictEqual([repaired, missing], [[{ lane: 'again', worktreePath: lane.worktreePath, how: 'index' }], []]);
    strictEqual(readFileSync(staged, 'utf8'), 'kept\n');
    execFileSync('git', ['reset', '--quiet', '--hard'], { cwd: lane.worktreePath });
  });

  it('begin a lane anew that has failed, and keep what was in it', async () => {
    const left = join(lane.worktreePath, 'left.txt');
    writeFileSync(left, 'half\n');
    await cli('codex-1', 'worker', 'start', 'again');
    await cli('codex-1', 'worker', 'fail', 'There is no key', '--lane', 'again');
    const retried = await run<Lane & { rescue: string | null }>('worker.retry', { lane: 'again', noFetch: true });
    const shown = await cli<Lane>('reader', 'lane', 'show', 'again');
    deepStrictEqual([shown.state, shown.worker?.attempt, shown.status], ['ASSIGNED', 2, 'active']);
    strictEqual(existsSync(left), false);
    ok(retried.rescue, 'nothing was kept');
    strictEqual(
      execFileSync('git', ['show', `${retried.rescue}:files/left.txt`], { cwd: folder(), encoding: 'utf8' }),
      'half\n',
    );
  });
});
