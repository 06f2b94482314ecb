import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { agent, otherAgent, person } from '../../../test/support/testRepository.js';
import type { Lane } from '../../domain/lane/lane.js';
import { laneClose } from './laneClose.js';
import { laneRepair } from './laneRepair.js';
import { laneRescue, laneRescuePrune, laneRescueRestore, laneRescues } from './laneRescues.js';
import { workerCancel } from './worker/workerCancel.js';
import { workerRestore } from './worker/workerRestore.js';
import { workerRetry } from './worker/workerRetry.js';
import { workerStart } from './worker/workerStart.js';

let repo: LaneTestRepository;
const children: ChildProcess[] = [];

beforeEach(() => {
  repo = new LaneTestRepository();
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await repo.close();
});

const write = (lane: Pick<Lane, 'worktreePath'>, path: string, text: string): void => {
  mkdirSync(dirname(join(lane.worktreePath, path)), { recursive: true });
  writeFileSync(join(lane.worktreePath, path), text);
};

/** An hour of work of all kinds. */
function workIn(lane: Lane): void {
  write(lane, 'README.md', 'one\nTWO\nthree\n');
  write(lane, 'staged.txt', 'staged\n');
  repo.gitIn(lane, 'add', 'staged.txt');
  write(lane, 'staged.txt', 'and again\n');
  write(lane, 'new/file.txt', 'new\n');
  write(lane, '.env', 'DATABASE_PASSWORD=correct-horse\n');
  chmodSync(join(lane.worktreePath, '.env'), 0o600);
}

const look = (lane: Lane): unknown => ({
  status: repo.gitIn(lane, 'status', '--porcelain=v2', '--branch', '--untracked-files=all'),
  stages: repo.gitIn(lane, 'ls-files', '--stage'),
  files: ['README.md', 'staged.txt', 'new/file.txt', '.env'].map(path =>
    readFileSync(join(lane.worktreePath, path), 'utf8'),
  ),
  mode: lstatSync(join(lane.worktreePath, '.env')).mode & 0o777,
});

const kept = 'refs/stateroom/rescue/login/20261102T100000000Z';

describe('cancelling a worker', () => {
  it('keeps everything, removes the worktree, and restore brings it back as it was', async () => {
    const lane = await repo.spawn('login', { description: 'Limit logins' });
    await repo.ok(workerStart, { lane: 'login' });
    workIn(lane);
    const before = look(lane);
    const cancelled = await repo.ok(workerCancel, { lane: 'login', reason: 'By mistake' }, person);
    expect(cancelled).toMatchObject({
      status: 'closed',
      closeReason: 'cancelled',
      state: 'FAILED',
      port: null,
      worker: { cancelled: true, reason: 'By mistake', changedBy: 'Ada' },
      worktree: 'removed',
      rescue: kept,
      leftBehind: [],
    });
    expect(repo.traces()).toEqual({
      branches: ['feature/login', 'main'],
      trees: [`worktree ${repo.repository}`],
      records: [],
      folders: [],
      intentLogs: [],
      rescues: [kept],
    });
    expect(await repo.ok(laneRescue, { rescue: 'login/20261102T100000000Z' })).toMatchObject({
      ref: kept,
      lane: 'login',
      branch: 'feature/login',
      secretPaths: ['.env'],
      leftBehind: [],
    });
    const restored = await repo.ok(workerRestore, { lane: 'login' }, person);
    expect(restored).toMatchObject({
      status: 'active',
      closeReason: null,
      state: 'ASSIGNED',
      port: lane.port,
      rescue: kept,
      missingSecrets: [],
      worker: { cancelled: false, reason: null, attempt: 1 },
    });
    expect(look(lane)).toEqual(before);
    expect(readFileSync(join(lane.worktreePath, '.env.stateroom'), 'utf8')).toContain(`PORT=${lane.port}\n`);
    expect(JSON.parse(readFileSync(join(lane.worktreePath, '.worker-ctx.json'), 'utf8'))).toMatchObject({
      taskId: 'login',
      description: 'Limit logins',
    });
    expect(await repo.eventTypes()).toEqual([
      'work_item_created',
      'work_item_claimed',
      'lane_opened',
      'worker_assigned',
      'worker_started',
      'worker_cancelled',
      'lane_closed',
      'work_item_released',
      'work_item_claimed',
      'lane_restored',
      'worker_restored',
    ]);
  });

  it('has no second effect when it is repeated, nor has restore', async () => {
    await repo.spawn('login');
    const first = await repo.ok(workerCancel, { lane: 'login' }, person);
    const cancelled = await repo.dump();
    expect(await repo.ok(workerCancel, { lane: 'login' }, person)).toEqual(first);
    expect(await repo.dump()).toBe(cancelled);
    expect(repo.traces().rescues).toEqual([kept]);
    const restored = await repo.ok(workerRestore, { lane: 'login' }, person);
    const dump = await repo.dump();
    expect(await repo.ok(workerRestore, { lane: 'login' }, person)).toEqual({ ...restored, rescue: null });
    expect(await repo.dump()).toBe(dump);
  });

  it('is not for the agent that works there, nor for any where the repository does not say so', async () => {
    await repo.spawn('login');
    await repo.ok(workerStart, { lane: 'login' }, agent);
    const before = repo.traces();
    expect(await repo.refused(workerCancel, { lane: 'login' }, otherAgent)).toMatchObject({ code: 'not_allowed' });
    repo.agree('Allow', '{"lane":{"agentsMayReview":true}}');
    expect(await repo.refused(workerCancel, { lane: 'login' }, agent)).toMatchObject({
      code: 'not_allowed',
      message: 'codex worked in L-1 (login) and may not cancel it.',
    });
    expect(repo.traces()).toEqual(before);
    expect(await repo.ok(workerCancel, { lane: 'login' }, otherAgent)).toMatchObject({ state: 'FAILED' });
  });

  it('takes ignored files along up to what the repository says, and names the rest', async () => {
    repo.commit('Configure', {
      '.gitignore': 'out/\n*.log\n',
      '.stateroom/config.json': '{"lane":{"keepIgnored":1000}}\n',
    });
    const lane = await repo.spawn('login', { noFetch: true });
    write(lane, 'debug.log', 'log\n');
    write(lane, 'out/large.txt', 'x'.repeat(5000));
    const { leftBehind } = await repo.ok(workerCancel, { lane: 'login' }, person);
    expect(leftBehind).toEqual([{ path: 'out', bytes: 5000 }]);
    await repo.ok(workerRestore, { lane: 'login' }, person);
    expect(readFileSync(join(lane.worktreePath, 'debug.log'), 'utf8')).toBe('log\n');
    expect(existsSync(join(lane.worktreePath, 'out'))).toBe(false);
  });
});

describe('what stands in the way of closing', () => {
  it('is a process that lives in the worktree, unless that stays', async () => {
    const lane = await repo.spawn('login');
    workIn(lane);
    const child = spawn('sleep', ['60'], { cwd: join(lane.worktreePath, 'new'), stdio: 'ignore' });
    children.push(child);
    const before = look(lane);
    expect(await repo.refused(laneClose, { lane: 'login' }, person)).toMatchObject({
      code: 'conflict',
      message: `L-1 (login) stays open: its worktree is in use by process ${child.pid} (sleep).`,
    });
    expect(look(lane)).toEqual(before);
    expect(repo.traces().intentLogs).toEqual([]);
    expect(await repo.ok(laneClose, { lane: 'login', leaveTree: true }, person)).toMatchObject({
      status: 'closed',
      worktree: 'left',
      rescue: kept,
    });
    expect(look(lane)).toEqual(before);
    expect(existsSync(join(lane.worktreePath, '.env.stateroom'))).toBe(false);
    expect(await repo.ok(workerRestore, { lane: 'login' }, person)).toMatchObject({ status: 'active', rescue: null });
    expect(look(lane)).toEqual(before);
    expect(existsSync(join(lane.worktreePath, '.env.stateroom'))).toBe(true);
  });

  it('is a submodule with changes or commits of its own', async () => {
    const part = join(repo.directory, 'part');
    repo.git('init', '-q', '-b', 'main', part);
    repo.git('-C', part, 'commit', '-q', '--allow-empty', '-m', 'Part');
    repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', part, 'part');
    repo.commit('Part');
    const lane = await repo.spawn('login', { noFetch: true });
    repo.gitIn(lane, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'update', '--init');
    write(lane, 'part/new.txt', 'new\n');
    expect((await repo.refused(laneClose, { lane: 'login' }, person)).message).toBe(
      'L-1 (login) stays open: the submodule part has uncommitted changes.',
    );
    repo.git('-C', join(lane.worktreePath, 'part'), 'add', '.');
    repo.git('-C', join(lane.worktreePath, 'part'), 'commit', '-q', '-m', 'Own');
    repo.gitIn(lane, 'commit', '-q', '-a', '-m', 'Take it up');
    expect((await repo.refused(laneClose, { lane: 'login' }, person)).message).toBe(
      'L-1 (login) stays open: the submodule part has unpushed commits.',
    );
    repo.git('-C', join(lane.worktreePath, 'part'), 'push', '-q', 'origin', 'HEAD:refs/heads/own');
    expect(await repo.ok(laneClose, { lane: 'login' }, person)).toMatchObject({ worktree: 'removed' });
  });

  it('is a repository within, and a lock', async () => {
    const lane = await repo.spawn('login');
    repo.git('init', '-q', join(lane.worktreePath, 'within'));
    expect((await repo.refused(laneClose, { lane: 'login' }, person)).message).toBe(
      'L-1 (login) stays open: within is a separate repository, which cannot be backed up.',
    );
    rmSync(join(lane.worktreePath, 'within'), { recursive: true });
    repo.git('worktree', 'lock', '--reason', 'on a stick', lane.worktreePath);
    expect((await repo.refused(laneClose, { lane: 'login' }, person)).message).toBe(
      'L-1 (login) stays open: its worktree is locked (on a stick).',
    );
  });
});

describe('closing a lane', () => {
  it('keeps commits that exist nowhere else, also once the branch is gone', async () => {
    const lane = await repo.spawn('login');
    write(lane, 'own.txt', 'own\n');
    repo.gitIn(lane, 'add', '.');
    repo.gitIn(lane, 'commit', '-q', '-m', 'Own');
    const tip = repo.gitIn(lane, 'rev-parse', 'HEAD');
    await repo.ok(laneClose, { lane: 'login', reason: 'stale' }, person);
    repo.git('branch', '-q', '-D', 'feature/login');
    repo.git('reflog', 'expire', '--expire=now', '--all');
    repo.git('prune', '--expire=now');
    expect(await repo.ok(workerRestore, { lane: 'login' }, person)).toMatchObject({ branch: 'feature/login' });
    expect(repo.gitIn(lane, 'rev-parse', 'feature/login')).toBe(tip);
  });

  it('closes a lane whose folder was removed from outside', async () => {
    const lane = await repo.spawn('login');
    rmSync(lane.worktreePath, { recursive: true });
    expect(await repo.ok(laneClose, { lane: 'login' }, person)).toMatchObject({ worktree: 'missing', rescue: null });
    expect(await repo.ok(workerRestore, { lane: 'login' }, person)).toMatchObject({ status: 'active', rescue: null });
    expect(readFileSync(join(lane.worktreePath, 'README.md'), 'utf8')).toBe('one\ntwo\nthree\n');
  });

  it('gives the ports to the next lane', async () => {
    const { port } = await repo.spawn('login');
    await repo.ok(laneClose, { lane: 'login' }, person);
    expect(await repo.spawn('page')).toMatchObject({ port });
    expect((await repo.ok(workerRestore, { lane: 'login' }, person)).port).toBe(Number(port) + 10);
  });
});

describe('retrying a worker', () => {
  it('begins anew at the base and keeps what the last attempt left', async () => {
    const lane = await repo.spawn('login');
    workIn(lane);
    repo.gitIn(lane, 'commit', '-q', '-m', 'First attempt');
    const tip = repo.gitIn(lane, 'rev-parse', 'HEAD');
    const before = look(lane);
    await repo.ok(workerCancel, { lane: 'login' }, person);
    repo.commit('Meanwhile', { 'base.txt': 'base\n' });
    const retried = await repo.ok(workerRetry, { lane: 'login', noFetch: true }, person);
    expect(retried).toMatchObject({
      state: 'ASSIGNED',
      status: 'active',
      rescue: kept,
      worker: { attempt: 2, cancelled: false },
    });
    expect(repo.gitIn(lane, 'rev-parse', 'HEAD')).toBe(repo.git('rev-parse', 'main'));
    expect(repo.gitIn(lane, 'status', '--porcelain')).toBe('');
    const { worktreePath } = await repo.ok(laneRescueRestore, { rescue: kept, to: '../first' });
    expect(worktreePath).toBe(join(dirname(repo.repository), 'first'));
    expect(repo.git('-C', worktreePath, 'rev-parse', 'HEAD')).toBe(tip);
    expect(repo.git('-C', worktreePath, 'branch', '--show-current')).toBe('');
    expect(repo.git('rev-parse', 'feature/login-restored')).toBe(tip);
    expect((look({ ...lane, worktreePath }) as { files: unknown }).files).toEqual((before as { files: unknown }).files);
    const dump = await repo.dump();
    expect(await repo.ok(workerRetry, { lane: 'login' }, person)).toEqual(retried);
    expect(await repo.dump()).toBe(dump);
  });

  it('keeps a branch that went on since its worktree went', async () => {
    await repo.spawn('login');
    await repo.ok(workerCancel, { lane: 'login' }, person);
    const late = repo.git('commit-tree', '-p', 'feature/login', '-m', 'Late', 'main^{tree}');
    repo.git('update-ref', 'refs/heads/feature/login', late);
    repo.now += 1000;
    await repo.ok(workerRetry, { lane: 'login', noFetch: true }, person);
    expect(repo.git('rev-parse', 'feature/login')).toBe(repo.git('rev-parse', 'main'));
    const { rescues } = await repo.ok(laneRescues, { lane: 'login' });
    expect(rescues.map(({ head }) => head)).toEqual([late, repo.git('rev-parse', 'main')]);
  });

  it('puts everything back where it fails', async () => {
    const lane = await repo.spawn('login');
    write(lane, 'own.txt', 'own\n');
    repo.gitIn(lane, 'add', '.');
    repo.gitIn(lane, 'commit', '-q', '-m', 'Own');
    const tip = repo.gitIn(lane, 'rev-parse', 'HEAD');
    await repo.ok(workerCancel, { lane: 'login' }, person);
    const before = repo.traces();
    repo.interfere = (call, when) => {
      if (call === 'trees.writeFiles' && when === 'after') throw new Error('no space left on device');
    };
    expect(await repo.refused(workerRetry, { lane: 'login', noFetch: true }, person)).toMatchObject({
      message: 'Could not open login: writing the context file failed: no space left on device',
    });
    expect(repo.traces()).toEqual(before);
    expect(repo.git('rev-parse', 'feature/login')).toBe(tip);
    repo.interfere = () => undefined;
    await repo.ok(workerRestore, { lane: 'login' }, person);
    expect(repo.gitIn(lane, 'rev-parse', 'HEAD')).toBe(tip);
  });
});

describe('the end of the process that closes or restores a lane', () => {
  const never = () => new Promise<void>(() => undefined);

  /** Lets the call run until it reaches a point, where its process dies. */
  async function dieAt(call: string, moment: 'before' | 'after', act: () => Promise<unknown>): Promise<void> {
    await new Promise<void>(reached => {
      repo.interfere = (name, when) => {
        if (name !== call || when !== moment) return undefined;
        reached();
        return never();
      };
      void act();
    });
    repo.interfere = () => undefined;
    repo.judge = () => 'dead';
  }

  it.each([
    ['journeys.begin', 'after', 'undone'],
    ['trees.remove', 'before', 'undone'],
    ['journeys.write', 'before', 'undone'],
    ['journeys.write', 'after', 'finished'],
    ['trees.remove', 'after', 'finished'],
    ['journeys.remove', 'before', 'finished'],
  ] as const)('at %s (%s) leaves it as it was or closed: %s', async (call, moment, outcome) => {
    const lane = await repo.spawn('login');
    workIn(lane);
    const before = look(lane);
    await dieAt(call, moment, () => repo.call(workerCancel, { lane: 'login' }, person));
    const { settled } = await repo.ok(laneRepair, {});
    expect(settled).toMatchObject([{ lane: 'login', outcome }]);
    expect(repo.traces().intentLogs).toEqual([]);
    expect(readdirSync(dirname(lane.worktreePath))).toEqual(outcome === 'undone' ? ['login'] : []);
    if (outcome === 'finished') {
      expect(await repo.ok(workerCancel, { lane: 'login' }, person)).toMatchObject({ status: 'closed', rescue: kept });
      await repo.ok(workerRestore, { lane: 'login' }, person);
    }
    expect(look(lane)).toEqual(before);
  });

  it.each([
    ['journeys.begin', 'after'],
    ['trees.restore', 'after'],
    ['trees.writeFiles', 'after'],
  ] as const)('at %s (%s) of a restore leaves it closed with all its work', async (call, moment) => {
    const lane = await repo.spawn('login');
    workIn(lane);
    const before = look(lane);
    await repo.ok(workerCancel, { lane: 'login' }, person);
    repo.now += 1000;
    await dieAt(call, moment, () => repo.call(workerRestore, { lane: 'login' }, person));
    expect((await repo.ok(laneRepair, {})).settled).toMatchObject([{ lane: 'login', outcome: 'undone' }]);
    expect(repo.traces()).toMatchObject({ folders: [], records: [], intentLogs: [] });
    await repo.ok(workerRestore, { lane: 'login' }, person);
    expect(look(lane)).toEqual(before);
  });

  it('puts a folder back that was moved aside', async () => {
    const lane = await repo.spawn('login');
    workIn(lane);
    const before = look(lane);
    await dieAt('trees.remove', 'before', () => repo.call(workerCancel, { lane: 'login' }, person));
    renameSync(lane.worktreePath, `${lane.worktreePath}.removed-0a1b2c3d`);
    expect((await repo.ok(laneRepair, {})).settled).toMatchObject([{ outcome: 'undone' }]);
    expect(look(lane)).toEqual(before);
  });
});

describe('rescues', () => {
  it('are pruned by a person who says yes, and named before', async () => {
    await repo.spawn('login');
    await repo.ok(workerCancel, { lane: 'login' }, person);
    await repo.spawn('page');
    repo.now += 10 * 24 * 3_600_000;
    const { rescue: young } = await repo.ok(workerCancel, { lane: 'page' }, person);
    repo.now += 1000;
    const old = { rescues: [{ ref: kept, lane: 'login' }] };
    expect(await repo.refused(laneRescuePrune, { olderThan: '9d', yes: true })).toMatchObject({ code: 'not_allowed' });
    expect(await repo.ok(laneRescuePrune, { olderThan: '9d' }, person)).toMatchObject({ pruned: false, ...old });
    expect(repo.traces().rescues).toEqual([kept, young]);
    expect(await repo.ok(laneRescuePrune, { olderThan: '9d', yes: true }, person)).toMatchObject({
      pruned: true,
      ...old,
    });
    expect(repo.traces().rescues).toEqual([young]);
    expect(await repo.refused(laneRescuePrune, { olderThan: 'long' }, person)).toMatchObject({ code: 'invalid_input' });
    expect(await repo.refused(laneRescue, { rescue: kept })).toMatchObject({
      code: 'not_found',
      message: `Backup ${kept} not found.`,
    });
  });
});
