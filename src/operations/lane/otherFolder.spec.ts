import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { person } from '../../../test/support/testRepository.js';
import type { Lane } from '../../domain/lane/lane.js';
import { taskReap } from '../task/taskReap.js';
import { taskStart } from '../task/taskStart.js';
import { laneAdopt } from './laneAdopt.js';
import { laneClose } from './laneClose.js';
import { laneRepair } from './laneRepair.js';
import { workerCancel } from './worker/workerCancel.js';
import { workerCommit } from './worker/workerCommit.js';
import { workerDone } from './worker/workerDone.js';
import { workerRestore } from './worker/workerRestore.js';
import { workerStart } from './worker/workerStart.js';

// Git is asked in a lane’s folder and would answer for another one, or the folder is only not visible from here.

let repo: LaneTestRepository;

beforeEach(() => {
  repo = new LaneTestRepository();
});

afterEach(() => repo.close());

const config = (): string => join(repo.repository, '.git/config');
const file = (lane: Pick<Lane, 'worktreePath'>): string => join(lane.worktreePath, 'new.txt');

/** As a submodule with settings for single worktrees has it; there, the path is relative to git's directory. */
function likeSubmodule(main = repo.repository): void {
  repo.git('config', 'core.worktree', main);
  repo.git('config', 'extensions.worktreeConfig', 'true');
}

async function spawnWithWork(): Promise<Lane> {
  const lane = await repo.spawn('login');
  await repo.ok(workerStart, { lane: 'login' });
  writeFileSync(file(lane), 'precious\n');
  return lane;
}

const rescues = (): readonly string[] => repo.traces().rescues;

describe('in a repository whose settings name its main worktree for all worktrees', () => {
  it('a lane works in its own folder, and its new files come back', async () => {
    likeSubmodule('..');
    const before = readFileSync(config(), 'utf8');
    const lane = await spawnWithWork();
    expect(repo.gitIn(lane, 'rev-parse', '--show-toplevel')).toBe(lane.worktreePath);
    expect(repo.gitIn(lane, 'status', '--porcelain')).toBe('?? new.txt');
    expect(repo.git('rev-parse', '--show-toplevel')).toBe(repo.repository);
    await repo.ok(workerCancel, { lane: 'login' }, person);
    expect(existsSync(lane.worktreePath)).toBe(false);
    await repo.ok(workerRestore, { lane: 'login' }, person);
    expect(readFileSync(file(lane), 'utf8')).toBe('precious\n');
    expect(repo.gitIn(lane, 'rev-parse', '--show-toplevel')).toBe(lane.worktreePath);
    expect(readFileSync(config(), 'utf8')).toBe(before);
  });

  it('so does the worktree of a task', async () => {
    likeSubmodule();
    const { task } = await repo.ok(taskStart, { ref: 'log-in1', objective: 'Log in', here: false });
    const directory = task.workTree ?? '';
    expect(repo.git('-C', directory, 'rev-parse', '--show-toplevel')).toBe(directory);
    expect(repo.git('-C', directory, 'branch', '--show-current')).toBe(task.branch);
  });

  it('so does a lane whose folder was removed and is made again', async () => {
    likeSubmodule();
    const lane = await spawnWithWork();
    rmSync(lane.worktreePath, { recursive: true });
    rmSync(join(repo.repository, '.git/worktrees/login/config.worktree'));
    const { repaired } = await repo.ok(laneRepair, {}, person);
    expect(repaired).toEqual([{ lane: 'login', worktreePath: lane.worktreePath, how: 'index' }]);
    expect(repo.gitIn(lane, 'rev-parse', '--show-toplevel')).toBe(lane.worktreePath);
  });
});

describe('a lane in whose folder git works elsewhere', () => {
  const refused = (lane: Lane, message: string, hint: string) => ({
    code: 'conflict',
    message,
    hint,
    details: { directory: lane.worktreePath },
  });
  const bySetting = (lane: Lane) =>
    refused(
      lane,
      `In ${lane.worktreePath}, git works on another folder, ${repo.repository}, because core.worktree is set in ${config()}.`,
      `To set it for this worktree alone: git -C ${lane.worktreePath} config --worktree core.worktree ${lane.worktreePath}`,
    );

  it('is not cancelled, closed or committed, until the named command was run', async () => {
    const lane = await spawnWithWork();
    repo.commit('Other work', { 'other.txt': 'other\n' });
    likeSubmodule();
    repo.place = lane.worktreePath;
    for (const [operation, input] of [
      [workerCancel, { lane: 'login' }],
      [laneClose, { lane: 'login', reason: 'abandoned' }],
      [workerCommit, { message: 'Work' }],
    ] as const) {
      expect(await repo.refused(operation, input, person)).toMatchObject(bySetting(lane));
      expect([readFileSync(file(lane), 'utf8'), rescues()]).toEqual(['precious\n', []]);
    }
    expect(repo.git('log', '-1', '--format=%s', lane.branch)).toBe('Begin');
    repo.git('-C', lane.worktreePath, 'config', '--worktree', 'core.worktree', lane.worktreePath);
    await repo.ok(workerCommit, { message: 'Work' });
    expect(repo.git('log', '-1', '--format=%s', lane.branch)).toBe('Work');
    writeFileSync(file(lane), 'and more\n');
    repo.place = repo.repository;
    await repo.ok(workerCancel, { lane: 'login' }, person);
    await repo.ok(workerRestore, { lane: 'login' }, person);
    expect(readFileSync(file(lane), 'utf8')).toBe('and more\n');
  });

  it('is not rebased when it is submitted', async () => {
    const lane = await repo.spawn('login');
    repo.place = lane.worktreePath;
    await repo.ok(workerStart, { lane: 'login' });
    writeFileSync(file(lane), 'precious\n');
    repo.gitIn(lane, 'add', 'new.txt');
    repo.gitIn(lane, 'commit', '-q', '-m', 'Work');
    const commit = repo.gitIn(lane, 'rev-parse', 'HEAD');
    repo.commit('Other work', { 'other.txt': 'other\n' });
    likeSubmodule();
    expect(await repo.refused(workerDone, { noFetch: true })).toMatchObject(bySetting(lane));
    expect(repo.git('rev-parse', lane.branch)).toBe(commit);
  });

  it('is not removed where it is called bare', async () => {
    const lane = await spawnWithWork();
    repo.git('config', 'extensions.worktreeConfig', 'true');
    repo.gitIn(lane, 'config', '--worktree', 'core.bare', 'true');
    const own = join(repo.repository, '.git/worktrees/login/config.worktree');
    expect(await repo.refused(workerCancel, { lane: 'login' }, person)).toMatchObject(
      refused(
        lane,
        `In ${lane.worktreePath}, git finds no worktree, because core.bare is true in ${own}.`,
        `If files are checked out in ${lane.worktreePath}, run this there: git config --worktree core.bare false`,
      ),
    );
    expect([readFileSync(file(lane), 'utf8'), rescues()]).toEqual(['precious\n', []]);
    repo.gitIn(lane, 'config', '--worktree', 'core.bare', 'false');
    await repo.ok(workerCancel, { lane: 'login' }, person);
    expect(rescues()).toHaveLength(1);
  });

  it.each([
    ['the .git file of another lane', (from: string, to: string) => writeFileSync(from, readFileSync(to))],
    [
      'a link to another lane in its place',
      (from: string, to: string) => {
        renameSync(join(from, '..'), `${join(from, '..')} aside`);
        symlinkSync(join(to, '..'), join(from, '..'));
      },
    ],
  ])('is not removed with %s', async (_what, replace) => {
    const lane = await spawnWithWork();
    const other = await repo.spawn('other');
    writeFileSync(file(other), 'of another\n');
    replace(join(lane.worktreePath, '.git'), join(other.worktreePath, '.git'));
    const hint = 'Check it there with “git rev-parse --show-toplevel” and “git worktree list”.';
    const message = `In ${lane.worktreePath}, git works on another folder: ${other.worktreePath}.`;
    expect(
      await repo.refused(laneClose, { lane: 'login', reason: 'abandoned', leaveTree: true }, person),
    ).toMatchObject(refused(lane, message, hint));
    expect((await repo.refused(workerCancel, { lane: 'login' }, person)).code).toBe('conflict');
    expect([readFileSync(file(other), 'utf8'), rescues()]).toEqual(['of another\n', []]);
  });

  it('is not adopted', async () => {
    const directory = join(repo.directory, 'by hand');
    repo.git('worktree', 'add', '-q', '-b', 'mine', directory);
    likeSubmodule();
    expect(await repo.refused(laneAdopt, { path: directory, from: 'main' }, person)).toMatchObject({
      code: 'conflict',
      message: `In ${directory}, git works on another folder, ${repo.repository}, because core.worktree is set in ${config()}.`,
    });
    expect(repo.traces().folders).toEqual([]);
  });

  it('is not what its copy is, which is left alone', async () => {
    const lane = await spawnWithWork();
    const copy = `${lane.worktreePath} copy`;
    cpSync(lane.worktreePath, copy, { recursive: true });
    await repo.ok(workerCancel, { lane: 'login' }, person);
    expect(readFileSync(join(copy, 'new.txt'), 'utf8')).toBe('precious\n');
  });
});

describe('a lane whose folder is not visible from here', () => {
  /** Another mount or container has the folder; here, nothing is where it would be. */
  const view = {
    hide: () => renameSync(`${repo.repository}.worktrees`, `${repo.repository}.elsewhere`),
    show: () => renameSync(`${repo.repository}.elsewhere`, `${repo.repository}.worktrees`),
  };
  const why = (lane: Lane): string =>
    `the folder ${lane.worktreePath} is not visible from here; it may be in another mount or container`;
  const hint = (): string =>
    'Try again where the folder is visible. ' +
    `If it was deleted, create the empty folder ${repo.repository}.worktrees and try again. ` +
    'To close the lane and keep its files, use --leave-tree.';

  it('is not cancelled, closed or made again', async () => {
    const lane = await spawnWithWork();
    const before = repo.traces();
    view.hide();
    for (const [operation, input] of [
      [workerCancel, { lane: 'login' }],
      [laneClose, { lane: 'login', reason: 'abandoned' }],
    ] as const) {
      expect(await repo.refused(operation, input, person)).toMatchObject({
        code: 'conflict',
        message: `L-1 (login) stays open: ${why(lane)}.`,
        hint: hint(),
      });
    }
    const repair = await repo.ok(laneRepair, {}, person);
    expect([repair.repaired, repair.missing]).toEqual([
      [],
      [{ lane: 'login', worktreePath: lane.worktreePath, branch: lane.branch, why: why(lane) }],
    ]);
    expect((await repo.refused(workerRestore, { lane: 'login' }, person)).code).toBe('conflict');
    expect(existsSync(lane.worktreePath)).toBe(false);
    view.show();
    expect(repo.traces()).toEqual(before);
    await repo.ok(workerCancel, { lane: 'login' }, person);
    await repo.ok(workerRestore, { lane: 'login' }, person);
    expect(readFileSync(file(lane), 'utf8')).toBe('precious\n');
  });

  it('is closed with its files kept where they are, and then not restored on top of them', async () => {
    const lane = await spawnWithWork();
    view.hide();
    await repo.ok(laneClose, { lane: 'login', reason: 'abandoned', leaveTree: true }, person);
    expect((await repo.refused(workerRestore, { lane: 'login' }, person)).message).toContain(why(lane));
    view.show();
    expect(readFileSync(file(lane), 'utf8')).toBe('precious\n');
    await repo.ok(workerRestore, { lane: 'login' }, person);
    expect(readFileSync(file(lane), 'utf8')).toBe('precious\n');
  });

  it('keeps its branch: it is not begun again elsewhere', async () => {
    const { task } = await repo.ok(taskStart, { ref: 'log-in1', objective: 'Log in', here: false });
    const directory = task.workTree ?? '';
    writeFileSync(join(directory, 'new.txt'), 'precious\n');
    view.hide();
    await repo.call(taskStart, { ref: 'log-in1', objective: 'Log in' }, person);
    await repo.call(taskReap, { yes: true, olderThan: '1m' }, person);
    expect(repo.traces().records).toEqual(['log-in1']);
    expect(existsSync(directory)).toBe(false);
    view.show();
    expect(repo.git('-C', directory, 'branch', '--show-current')).toBe(task.branch);
    expect(repo.git('-C', directory, 'status', '--porcelain')).toBe('?? new.txt');
  });

  it('is one that was removed once the folder around it is there', async () => {
    await spawnWithWork();
    rmSync(`${repo.repository}.worktrees`, { recursive: true });
    expect((await repo.refused(workerCancel, { lane: 'login' }, person)).code).toBe('conflict');
    mkdirSync(`${repo.repository}.worktrees`);
    await repo.ok(workerCancel, { lane: 'login' }, person);
    expect(rescues()).toEqual([]);
  });

  it('is not cancelled while its missing folder is locked', async () => {
    const lane = await spawnWithWork();
    repo.git('worktree', 'lock', '--reason', 'on a stick', lane.worktreePath);
    renameSync(lane.worktreePath, `${lane.worktreePath} away`);
    expect((await repo.refused(workerCancel, { lane: 'login' }, person)).message).toBe(
      `L-1 (login) stays open: its folder ${lane.worktreePath} is missing but locked (on a stick), so it may be temporarily unavailable.`,
    );
  });
});
