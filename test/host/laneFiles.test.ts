import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { Lane } from '../../src/domain/lane/lane.js';
import type { StateroomApi } from '../../src/surfaces/vscode/stateroomApi.js';
import type { LanePartSnapshot } from '../../src/surfaces/vscode/views/lanes/lanesSnapshot.js';
import { folder, run, stateroom, until } from './stateroom.js';

/** In the order in which they are to be read. */
const order = ['src/types.ts', 'src/parcel.ts', 'src/parcel.spec.ts', 'docs/parcel.md', 'package-lock.json'] as const;

describe('The files of a lane', () => {
  let api: StateroomApi;
  let parcel: Lane;

  before(async () => {
    api = await stateroom();
    await vscode.commands.executeCommand('stateroom.lanes.focus');
    parcel = await run<Lane>('worker.spawn', { lane: 'parcel', noFetch: true });
    for (const path of order) write(path, `${path}\n`);
    await commit('Send parcels');
  });

  after(async () => {
    await run('worker.cancel', { lane: 'parcel', outcome: 'cancel' });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  const git = async (cwd: string, ...words: string[]): Promise<string> =>
    (await promisify(execFile)('git', words, { cwd })).stdout.trim();

  function write(path: string, text: string): void {
    const file = join(parcel.worktreePath, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  async function commit(message: string): Promise<void> {
    await git(parcel.worktreePath, 'add', '--all');
    await git(parcel.worktreePath, 'commit', '--quiet', `--message=${message}`);
  }

  /** The row with the files, after all that it shows was read again. */
  async function shown(): Promise<LanePartSnapshot | undefined> {
    await vscode.commands.executeCommand('stateroom.lane.refresh');
    const { rows } = await api.lanes();
    return rows.find(({ ref }) => ref === parcel.ref)?.parts.find(({ label }) => label === 'Files');
  }

  const boxes = (part: LanePartSnapshot | undefined): unknown =>
    part && [part.description, ...rowsOf(part).map(row => [row.label, row.ticked, ...rowsOf(row).map(boxOf)])];
  const rowsOf = (part: LanePartSnapshot | undefined): readonly LanePartSnapshot[] => part?.parts ?? [];
  const boxOf = ({ label, ticked }: LanePartSnapshot): unknown => [label, ticked];
  const toggle = (path: string): Promise<unknown> => run('lane.toggleViewed', { lane: 'parcel', paths: [path] });
  const next = (path?: string): Promise<unknown> => run('lane.nextUnviewed', { lane: 'parcel', path });

  it('say on each line where it came from', async () => {
    const uri = vscode.Uri.file(join(parcel.worktreePath, 'src/parcel.ts'));
    await vscode.window.showTextDocument(uri);
    const said = await until('the origin', async () => {
      const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
        'vscode.executeHoverProvider',
        uri,
        new vscode.Position(0, 2),
      );
      return hovers
        .flatMap(({ contents }) => contents as vscode.MarkdownString[])
        .find(({ value }) => value.includes(parcel.ref));
    });
    strictEqual(said.value.split('\n')[0], `**${parcel.workItem} parcel · ${parcel.ref}**`);
    strictEqual(said.value.includes('Send parcels'), true);
  });

  it('are shown in the order in which a change is best read, what a tool wrote last and folded', async () => {
    await vscode.commands.executeCommand('stateroom.lane.reveal', { lane: 'parcel' });
    const part = await until('the files', shown);
    deepStrictEqual(boxes(part), [
      '0 of 5 viewed',
      ['types.ts', false],
      ['parcel.ts', false],
      ['parcel.spec.ts', false],
      ['parcel.md', false],
      ['Generated files', false, ['package-lock.json', false]],
    ]);
  });

  it('are ticked as viewed, and stay so when the view is read again', async () => {
    deepStrictEqual(await toggle('src/types.ts'), { viewed: true });
    deepStrictEqual(await toggle('src/parcel.ts'), { viewed: true });
    deepStrictEqual(await toggle('docs/parcel.md'), { viewed: true });
    deepStrictEqual(await toggle('docs/parcel.md'), { viewed: false });
    deepStrictEqual(boxes(await shown()), [
      '2 of 5 viewed',
      ['types.ts', true],
      ['parcel.ts', true],
      ['parcel.spec.ts', false],
      ['parcel.md', false],
      ['Generated files', false, ['package-lock.json', false]],
    ]);
  });

  it('lose their tick with the next commit that changes them, and get it back with the content', async () => {
    write('src/parcel.ts', 'changed\n');
    write('src/new.ts', 'new\n');
    const ticks = async () =>
      rowsOf(await shown())
        .map(boxOf)
        .slice(0, 3);
    // What is not committed is not what is judged.
    deepStrictEqual(await ticks(), [
      ['types.ts', true],
      ['new.ts', undefined],
      ['parcel.ts', true],
    ]);
    await commit('Change');
    deepStrictEqual(await ticks(), [
      ['types.ts', true],
      ['new.ts', false],
      ['parcel.ts', false],
    ]);
    await git(parcel.worktreePath, 'revert', '--no-edit', 'HEAD');
    deepStrictEqual(await ticks(), [
      ['types.ts', true],
      ['parcel.ts', true],
      ['parcel.spec.ts', false],
    ]);
  });

  it('keep it over a rebase that leaves them as they were', async () => {
    writeFileSync(join(folder(), 'elsewhere.txt'), 'Meanwhile\n');
    await git(folder(), 'add', 'elsewhere.txt');
    await git(folder(), 'commit', '--quiet', '--message=Meanwhile');
    const before = await git(parcel.worktreePath, 'rev-parse', 'HEAD');
    await git(parcel.worktreePath, 'rebase', '--quiet', 'main');
    const head = await git(parcel.worktreePath, 'rev-parse', 'HEAD');
    strictEqual(head === before, false);
    const part = await shown();
    strictEqual(part?.description, '2 of 5 viewed');
    deepStrictEqual(rowsOf(part).slice(0, 2).map(boxOf), [
      ['types.ts', true],
      ['parcel.ts', true],
    ]);
  });

  it('are opened one after the other while any was not viewed', async () => {
    deepStrictEqual(await next(), { path: 'src/parcel.spec.ts' });
    await until('the diff', () => {
      const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
      return tab?.input instanceof vscode.TabInputTextDiff && tab.label.includes('parcel.spec.ts') ? tab : undefined;
    });
    // Its row is selected, so that the command goes on from there.
    deepStrictEqual(await next(), { path: 'docs/parcel.md' });
    deepStrictEqual(await next('package-lock.json'), { path: 'src/parcel.spec.ts' });
    for (const path of ['src/parcel.spec.ts', 'docs/parcel.md', 'package-lock.json']) await toggle(path);
    deepStrictEqual(await next(), { path: null });
    const part = await shown();
    strictEqual(part?.description, '5 of 5 viewed');
    deepStrictEqual(
      rowsOf(part).map(({ ticked }) => ticked),
      [true, true, true, true, true],
    );
  });
});
