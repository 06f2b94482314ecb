import { existsSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { agent, person } from '../../../test/support/testRepository.js';
import { laneAdopt } from './laneAdopt.js';
import { laneAdoptable } from './laneAdoptable.js';
import { laneRepair } from './laneRepair.js';
import { laneUpdate } from './laneUpdate.js';
import { workerCancel } from './worker/workerCancel.js';
import { workerFail } from './worker/workerFail.js';
import { workerRestore } from './worker/workerRestore.js';
import { workerRetry } from './worker/workerRetry.js';
import { workerStart } from './worker/workerStart.js';

let repo: LaneTestRepository;

beforeEach(() => {
  repo = new LaneTestRepository();
});

afterEach(() => repo.close());

describe('adopting a worktree', () => {
  it('makes a lane of one that another tool made, and marked all in it as won’t fix', async () => {
    repo.git('worktree', 'add', '-q', '-b', 'claude/Fix-Footer', '.claude/worktrees/footer');
    repo.write('.claude/worktrees/footer/new.txt', 'new\n');
    const adopted = await repo.ok(laneAdopt, { path: '.claude/worktrees/footer', owns: ['src/footer/**'] });
    const directory = join(repo.repository, '.claude/worktrees/footer');
    expect(adopted).toMatchObject({
      lane: 'fix-footer',
      branch: 'claude/Fix-Footer',
      base: 'main',
      worktreePath: directory,
      adopted: true,
      made: true,
      status: 'active',
      state: 'ASSIGNED',
    });
    expect(repo.gitIn(adopted, 'status', '--porcelain')).toBe('?? new.txt');
    expect(await repo.eventTypes()).toEqual([
      'work_item_created',
      'work_item_claimed',
      'lane_adopted',
      'worker_assigned',
    ]);
    const dump = await repo.dump();
    symlinkSync(directory, join(repo.directory, 'link'));
    expect(await repo.ok(laneAdopt, { path: join(repo.directory, 'link') })).toEqual({ ...adopted, made: false });
    expect(await repo.dump()).toBe(dump);
  });

  it('begins from a branch that an agent elsewhere has pushed, which is offered until a lane has it', async () => {
    for (const branch of ['copilot/fix-3', 'dependabot/lodash', 'codex/merged']) {
      repo.git('checkout', '-q', '-b', branch);
      if (branch !== 'codex/merged') {
        repo.write('fix.txt', `${branch}\n`);
        repo.git('add', 'fix.txt');
        repo.git('commit', '-qm', 'Fix');
      }
      repo.git('push', '-q', 'origin', branch);
      repo.git('checkout', '-q', 'main');
      repo.git('branch', '-qD', branch);
    }
    const branches = async () => (await repo.ok(laneAdoptable, {})).branches;
    expect(await branches()).toEqual([{ branch: 'copilot/fix-3', maker: 'Copilot' }]);
    const adopted = await repo.ok(laneAdopt, { path: 'copilot/fix-3' });
    expect(adopted).toMatchObject({ lane: 'fix-3', branch: 'copilot/fix-3', base: 'main', adopted: false, made: true });
    expect(readFileSync(join(adopted.worktreePath, 'fix.txt'), 'utf8')).toBe('copilot/fix-3\n');
    expect(repo.gitIn(adopted, 'status', '--porcelain')).toBe('');
    expect(await branches()).toEqual([]);
    expect(await repo.refused(laneAdopt, { path: 'copilot/nothing' })).toMatchObject({ code: 'not_found' });
  });

  it('begins from a branch at the remote that is here too, moved on to it, and again once more is pushed', async () => {
    const push = (branch: string, text: string) => {
      repo.write('fix.txt', text);
      repo.git('add', 'fix.txt');
      repo.git('commit', '-qm', 'Fix');
      repo.git('push', '-q', 'origin', `HEAD:${branch}`);
      return repo.git('rev-parse', 'HEAD').trim();
    };
    const branch = 'copilot/fix-3';
    repo.git('checkout', '-q', '-b', branch);
    const first = push(branch, 'one\n');
    repo.git('checkout', '-q', '--detach');
    const second = push(branch, 'two\n');
    repo.git('checkout', '-q', 'main');
    expect(repo.git('rev-parse', branch).trim()).toBe(first);
    const offered = async () => (await repo.ok(laneAdoptable, {})).branches.map(work => work.branch);
    expect(await offered()).toEqual([branch]);
    const adopted = await repo.ok(laneAdopt, { path: branch });
    expect(adopted).toMatchObject({ lane: 'fix-3', branch, made: true });
    expect(repo.gitIn(adopted, 'rev-parse', 'HEAD').trim()).toBe(second);
    expect(await offered()).toEqual([]);
    await repo.ok(workerCancel, { lane: 'fix-3' }, person);
    expect(await offered()).toEqual([]);
    repo.git('checkout', '-q', '--detach', second);
    const third = push(branch, 'three\n');
    repo.git('checkout', '-q', 'main');
    expect(await offered()).toEqual([branch]);
    const again = await repo.ok(laneAdopt, { path: branch });
    expect(again).toMatchObject({ lane: 'fix-3-2', branch });
    expect(repo.gitIn(again, 'rev-parse', 'HEAD').trim()).toBe(third);
  });

  it('is offered for those that no lane holds, with who made them', async () => {
    repo.git('worktree', 'add', '-q', '-b', 'claude/fix', '.claude/worktrees/fix');
    repo.git('worktree', 'add', '-q', '-b', 'by-hand', '../by-hand');
    repo.git('worktree', 'add', '-q', '--detach', '../loose');
    repo.git('worktree', 'add', '-q', '-b', 'gone', '../gone');
    rmSync(join(repo.directory, 'gone'), { recursive: true });
    await repo.spawn('login');
    const trees = async () => (await repo.ok(laneAdoptable, {})).trees;
    const fix = {
      worktreePath: join(repo.repository, '.claude/worktrees/fix'),
      branch: 'claude/fix',
      maker: 'Claude Code',
      task: null,
    };
    const hand = { worktreePath: join(repo.directory, 'by-hand'), branch: 'by-hand', maker: null, task: null };
    const loose = { worktreePath: join(repo.directory, 'loose'), branch: null, maker: null, task: null };
    expect(await trees()).toEqual([hand, loose, fix]);
    await repo.ok(laneAdopt, { path: '../by-hand' });
    expect(await trees()).toEqual([loose, fix]);
    await repo.ok(workerCancel, { lane: 'by-hand' }, person);
    expect(await trees()).toEqual([hand, loose, fix]);
  });

  it('is never the end of that worktree: cancelled, it stays, and restored, it goes on', async () => {
    repo.git('worktree', 'add', '-q', '-b', 'by-hand', '../by-hand');
    const lane = await repo.ok(laneAdopt, { path: '../by-hand' });
    repo.write('../by-hand/new.txt', 'new\n');
    expect(await repo.ok(workerCancel, { lane: 'by-hand' }, person)).toMatchObject({
      worktree: 'left',
      rescue: 'refs/stateroom/rescue/by-hand/20261102T100000000Z',
    });
    expect(await repo.refused(workerRetry, { lane: 'by-hand' }, person)).toMatchObject({ code: 'conflict' });
    expect(readFileSync(join(lane.worktreePath, 'new.txt'), 'utf8')).toBe('new\n');
    await repo.ok(workerRestore, { lane: 'by-hand' }, person);
    expect(repo.gitIn(lane, 'status', '--porcelain')).toBe('?? new.txt');
  });

  it.each([
    ['.', 'is the main worktree, which cannot be a lane.'],
    ['..', 'is not a worktree of this repository.'],
    ['nowhere', 'is not a worktree of this repository.'],
    ['../detached', 'is not on a branch, and a lane needs one.'],
    ['../base', 'is on base, the branch that lanes are merged into.'],
  ])('refuses %s', async (path, message) => {
    repo.git('worktree', 'add', '-q', '--detach', '../detached');
    repo.git('worktree', 'add', '-q', '-b', 'base', '../base');
    const before = repo.traces();
    const refusal = await repo.refused(laneAdopt, { path, from: path === '../base' ? 'base' : 'main' });
    expect(refusal.message.endsWith(message)).toBe(true);
    expect(repo.traces()).toEqual(before);
  });
});

describe('updating a lane', () => {
  it('writes what differs, into the files of the lane too, and nothing when nothing does', async () => {
    const lane = await repo.spawn('login', { owns: ['src/login/**'] });
    const change = {
      lane: 'login',
      description: 'Limit logins',
      owns: ['src/auth/**'],
      owner: 'codex',
      model: 'large',
    };
    expect(await repo.refused(laneUpdate, change)).toMatchObject({ code: 'not_allowed' });
    const updated = await repo.ok(laneUpdate, change, person);
    expect(updated).toMatchObject({ description: 'Limit logins', ownedPaths: ['src/auth/**'], owner: 'codex' });
    expect(readFileSync(join(lane.worktreePath, '.env.stateroom'), 'utf8')).toContain(
      "STATEROOM_OWNED_PATHS='src/auth/**'\n",
    );
    const dump = await repo.dump();
    expect(await repo.ok(laneUpdate, change, person)).toEqual(updated);
    expect(await repo.dump()).toBe(dump);
    expect(await repo.ok(laneUpdate, { lane: 'login', status: 'blocked' }, agent)).toMatchObject({ status: 'blocked' });
  });

  it('refuses paths that another lane owns, and lanes that are over', async () => {
    await repo.spawn('login', { owns: ['src/login/**'] });
    await repo.spawn('page', { owns: ['src/page/**'] });
    expect(await repo.refused(laneUpdate, { lane: 'page', owns: ['src/**'] }, person)).toMatchObject({
      code: 'conflict',
      message: 'L-1 (login) owns paths that may overlap with src/**.',
    });
    await repo.ok(workerCancel, { lane: 'page' }, person);
    expect(await repo.refused(laneUpdate, { lane: 'page', owner: 'ben' }, person)).toMatchObject({
      code: 'transition_not_allowed',
      message: 'L-2 (page) is closed and cannot be changed.',
    });
  });
});

describe('repairing worktrees', () => {
  it('brings a rebase that was in progress back with its folder', async () => {
    const lane = await repo.spawn('login');
    repo.commit('Theirs', { 'README.md': 'theirs\n' });
    repo.write('../repository.worktrees/login/README.md', 'ours\n');
    repo.gitIn(lane, 'commit', '-q', '-a', '-m', 'Ours');
    expect(() => repo.gitIn(lane, 'rebase', 'main')).toThrow();
    const status = repo.gitIn(lane, 'status', '--porcelain=v2', '--branch');
    rmSync(lane.worktreePath, { recursive: true });
    expect((await repo.ok(laneRepair, {})).repaired).toEqual([
      { lane: 'login', worktreePath: lane.worktreePath, how: 'index' },
    ]);
    expect(repo.gitIn(lane, 'status', '--porcelain=v2', '--branch')).toBe(status);
    expect(await repo.ok(laneRepair, {})).toEqual({ merged: [], settled: [], repaired: [], missing: [], ignored: [] });
  });

  it('follows a worktree that was moved', async () => {
    const lane = await repo.spawn('login');
    const moved = join(repo.directory, 'moved');
    renameSync(lane.worktreePath, moved);
    repo.git('worktree', 'repair', moved);
    expect((await repo.ok(laneRepair, {})).repaired).toMatchObject([{ lane: 'login', how: 'moved' }]);
    repo.place = moved;
    expect(await repo.ok(workerStart, {})).toMatchObject({ lane: 'login', state: 'WORKING' });
  });

  it('is what restore names for an open lane whose folder is gone', async () => {
    const lane = await repo.spawn('login');
    rmSync(lane.worktreePath, { recursive: true });
    const refusal = {
      code: 'conflict',
      message: `L-1 (login) is open, but its worktree ${lane.worktreePath} is missing.`,
      next: [{ operation: 'lane.repair', input: {} }],
    };
    expect(await repo.refused(workerRestore, { lane: 'login' }, person)).toMatchObject(refusal);
    await repo.ok(workerFail, { lane: 'login', reason: 'No idea' });
    expect(await repo.refused(workerRestore, { lane: 'login' }, person)).toMatchObject(refusal);
    expect((await repo.ok(laneRepair, {})).repaired).toMatchObject([{ lane: 'login', how: 'index' }]);
  });

  it('brings back what git knows by the way from its own directory', async () => {
    const lane = await repo.spawn('login');
    repo.write('../repository.worktrees/login/staged.txt', 'staged\n');
    repo.gitIn(lane, 'add', 'staged.txt');
    rmSync(lane.worktreePath, { recursive: true });
    // As git writes it where `worktree.useRelativePaths` is set.
    const gitDir = join(repo.repository, '.git', 'worktrees', 'login');
    writeFileSync(join(gitDir, 'gitdir'), `${relative(gitDir, join(lane.worktreePath, '.git'))}\n`);
    expect((await repo.ok(laneRepair, {})).repaired).toMatchObject([{ lane: 'login', how: 'index' }]);
    expect(repo.git('-C', lane.worktreePath, 'status', '--porcelain')).toBe('A  staged.txt');
  });

  it('makes none anew in the place of one that somebody locked, as on a disk that is away', async () => {
    const lane = await repo.spawn('login');
    repo.write('../repository.worktrees/login/new.txt', 'new\n');
    const away = join(repo.directory, 'away');
    repo.git('worktree', 'lock', '--reason', 'on a stick', lane.worktreePath);
    renameSync(lane.worktreePath, away);
    const why = `its folder ${lane.worktreePath} is missing but locked (on a stick), so it may be temporarily unavailable`;
    expect((await repo.ok(laneRepair, {})).missing).toMatchObject([{ lane: 'login', why }]);
    expect(await repo.refused(workerCancel, { lane: 'login' }, person)).toMatchObject({
      code: 'conflict',
      message: `L-1 (login) stays open: ${why}.`,
    });
    await repo.ok(workerCancel, { lane: 'login', leaveTree: true }, person);
    expect(await repo.refused(workerRestore, { lane: 'login' }, person)).toMatchObject({
      code: 'conflict',
      message: `Could not open login: creating the worktree failed: ${why}`,
    });
    expect(existsSync(lane.worktreePath)).toBe(false);
    renameSync(away, lane.worktreePath);
    expect(await repo.ok(workerRestore, { lane: 'login' }, person)).toMatchObject({ status: 'active' });
    expect(repo.gitIn(lane, 'status', '--porcelain')).toBe('?? new.txt');
  });

  it('leaves another repository alone that came to stand in its place, also when the lane is closed', async () => {
    const lane = await repo.spawn('login');
    renameSync(lane.worktreePath, join(repo.directory, 'moved'));
    repo.git('clone', '-q', repo.remote, lane.worktreePath);
    repo.write('../repository.worktrees/login/mine.txt', 'mine\n');
    expect((await repo.ok(laneRepair, {})).missing).toMatchObject([
      { lane: 'login', why: 'something else is in its place' },
    ]);
    expect(await repo.ok(workerCancel, { lane: 'login' }, person)).toMatchObject({ worktree: 'missing', rescue: null });
    expect(readFileSync(join(lane.worktreePath, 'mine.txt'), 'utf8')).toBe('mine\n');
    expect(existsSync(join(repo.directory, 'moved', 'README.md'))).toBe(true);
  });

  it('names what lies in the place of a worktree', async () => {
    const lane = await repo.spawn('login');
    rmSync(lane.worktreePath, { recursive: true });
    repo.write('../repository.worktrees/login/mine.txt', 'mine\n');
    expect((await repo.ok(laneRepair, {})).missing).toEqual([
      {
        lane: 'login',
        worktreePath: lane.worktreePath,
        branch: 'feature/login',
        why: 'something else is in its place',
      },
    ]);
  });
});
