import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { otherAgent } from '../../../test/support/testRepository.js';
import { touchedList } from '../touched/touchedList.js';
import { touchedRecord } from '../touched/touchedRecord.js';
import { taskArchive } from './taskArchive.js';
import { taskRender } from './taskRender.js';
import { taskStart } from './taskStart.js';
import { taskSwitch } from './taskSwitch.js';

let repo: GitTestRepository;
beforeEach(() => {
  repo = new GitTestRepository();
});
afterEach(() => repo.close());

describe('switching', () => {
  it('changes nothing where everything is there', async () => {
    const { task } = await repo.ok(taskStart, { objective: 'One', ref: 'one-1', here: false });
    const before = await repo.dump();
    const answer = await repo.ok(taskSwitch, { task: 'T-1' });
    expect(answer).toEqual({
      task,
      directory: `${repo.repository}.worktrees/one-1`,
      changed: false,
      left: null,
      taken: null,
    });
    expect(await repo.dump()).toBe(before);
  });

  it('brings back an archived task with its objective, branch and worktree', async () => {
    const { task } = await repo.ok(taskStart, { objective: 'One', ref: 'one-1', here: false });
    await repo.ok(taskArchive, { task: 'one-1', note: 'Later' });
    rmSync(String(task.workTree), { recursive: true });
    const back = await repo.ok(taskSwitch, { task: 'one-1' });
    expect(back.changed).toBe(true);
    expect(back.task).toMatchObject({ objective: 'One', branch: 'feature/one-1', archivedAt: null, archiveNote: null });
    expect(statSync(join(String(back.directory), 'README.md')).isFile()).toBe(true);
    expect((await repo.ok(taskSwitch, { task: 'one-1' })).changed).toBe(false);
    expect(await repo.eventTypes()).toEqual([
      'work_item_created',
      'work_item_claimed',
      'task_started',
      'task_archived',
      'work_item_released',
      'work_item_claimed',
      'task_restored',
    ]);
  });

  it('checks the branch out again where it lived, and refuses what would be lost', async () => {
    await repo.ok(taskStart, { objective: 'One', ref: 'one-1', here: true });
    repo.commit('Work', { 'README.md': 'mine\n' });
    repo.git('switch', '-q', 'main');
    repo.write('README.md', 'unsaved\n');
    expect((await repo.refused(taskSwitch, { task: 'one-1' })).code).toBe('conflict');
    repo.write('README.md', 'one\ntwo\nthree\n');
    await repo.ok(taskSwitch, { task: 'one-1' });
    expect(repo.git('branch', '--show-current')).toBe('feature/one-1');
  });

  it('refuses a task that is done or whose branch is gone', async () => {
    await repo.task('x-1', { status: 'done' });
    await repo.task('x-2', { branch: 'feature/gone-2' });
    expect((await repo.refused(taskSwitch, { task: 'x-1' })).code).toBe('transition_not_allowed');
    expect((await repo.refused(taskSwitch, { task: 'x-2' })).message).toBe(
      'The branch feature/gone-2 of T-2 (x-2) no longer exists.',
    );
  });
});

describe('CURRENT_TASK.json', () => {
  it('has one of three shapes, and is not touched by looking', async () => {
    expect((await repo.ok(taskRender, {})).current).toEqual({ version: 2, shape: 'none' });
    await repo.task('x-1');
    const { current } = await repo.ok(taskRender, {});
    expect(current).toEqual({
      version: 2,
      shape: 'single',
      task: {
        ref: 'T-1',
        name: 'x-1',
        objective: 'The objective of x-1',
        focus: null,
        status: 'in_progress',
        branch: null,
        base: 'main',
        revision: 1,
        updatedAt: '2026-11-02T10:00:00.000Z',
      },
      blockers: [],
      nextActions: [],
    });
    expect(() => statSync(join(repo.repository, 'CURRENT_TASK.json'))).toThrow();
    expect((await repo.ok(taskRender, { write: true })).written).toBe(true);
    const { mtimeMs } = statSync(join(repo.repository, 'CURRENT_TASK.json'));
    expect((await repo.ok(taskRender, { write: true })).written).toBe(false);
    expect(statSync(join(repo.repository, 'CURRENT_TASK.json')).mtimeMs).toBe(mtimeMs);
    await repo.task('x-2');
    expect((await repo.ok(taskRender, {})).current).toMatchObject({
      shape: 'workspace_ambiguous',
      tasks: [{ ref: 'T-1' }, { ref: 'T-2' }],
    });
  });
});

describe('touched files', () => {
  it('are kept once each, and written again only for news', async () => {
    await repo.task('x-1');
    const files = ['src/a.ts', { path: `${repo.repository}/src/b.ts`, change: 'add' as const }, '../out.ts', '/etc/x'];
    expect(await repo.ok(touchedRecord, { files })).toEqual({ recorded: 2, outside: 2 });
    const before = await repo.dump();
    repo.now += 9 * 60_000;
    expect(await repo.ok(touchedRecord, { files: ['src/a.ts', 'src/b.ts'] })).toEqual({ recorded: 0, outside: 0 });
    expect(await repo.dump()).toBe(before);
    repo.now += 60_000;
    expect((await repo.ok(touchedRecord, { files: ['src/a.ts'] })).recorded).toBe(1);
    expect((await repo.ok(touchedRecord, { files: ['src/a.ts'], task: 'T-1' }, otherAgent)).recorded).toBe(1);
    expect((await repo.ok(touchedRecord, { files: [{ path: 'src/b.ts', change: 'delete' }] })).recorded).toBe(1);
    const { files: listed, total } = await repo.ok(touchedList, { limit: 1 });
    expect([listed.map(({ path, change }) => `${change} ${path}`), total]).toEqual([['edit src/a.ts'], 2]);
    expect(await repo.eventTypes()).toEqual(['files_touched', 'files_touched', 'files_touched', 'files_touched']);
  });
});
