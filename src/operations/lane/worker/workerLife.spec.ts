import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../../test/support/laneTestRepository.js';
import { person } from '../../../../test/support/testRepository.js';
import { hooksRun } from '../../hooks/hooksRun.js';
import { laneNeedsYou } from '../laneNeedsYou.js';
import { workerDone } from './workerDone.js';
import { workerHeartbeat } from './workerHeartbeat.js';
import { workerLogs } from './workerLogs.js';
import { workerRequestChanges } from './workerRequestChanges.js';
import { workerRun } from './workerRun.js';
import { workerShow } from './workerShow.js';
import { workerStart } from './workerStart.js';
import { workerStatus } from './workerStatus.js';

let repository: LaneTestRepository;

beforeEach(() => {
  repository = new LaneTestRepository();
});

afterEach(() => repository.close());

const journal = () => readFileSync(join(repository.directory, 'store', 'journal.00000001.log')).length;
const heartbeats = () => readdirSync(join(repository.directory, 'store', 'workers'));
const life = async (lane = 'login') => {
  const { worker } = await repository.ok(workerShow, { lane });
  return [worker?.liveness, worker?.trouble?.reason ?? null];
};

describe('the life of a worker', () => {
  it('is fresh when it starts and sinks with each beat that is missed', async () => {
    await repository.spawn('login');
    expect(await life()).toEqual(['none', null]);
    await repository.ok(workerStart, { lane: 'login' });
    const began = repository.now;
    const levels: unknown[] = [];
    for (const seconds of [0, 29, 30, 99, 100, 999, 1000, 100_000]) {
      repository.now = began + seconds * 1000;
      levels.push([seconds, ...(await life())]);
    }
    expect(levels).toEqual([
      [0, 'ok', null],
      [29, 'ok', null],
      [30, 'WARN', 'Its last heartbeat was 30 s ago.'],
      [99, 'WARN', 'Its last heartbeat was 1 min ago.'],
      [100, 'STALE', 'Its last heartbeat was 1 min ago.'],
      [999, 'STALE', 'Its last heartbeat was 16 min ago.'],
      [1000, 'DEAD', 'Its last heartbeat was 16 min ago.'],
      [100_000, 'DEAD', 'Its last heartbeat was 27 h ago.'],
    ]);
    expect((await repository.ok(workerStatus, { stale: true })).workers.map(({ lane }) => lane)).toEqual(['login']);
    expect((await repository.ok(laneNeedsYou, {})).needs).toMatchObject([
      { kind: 'dead', lane: 'login', text: 'Its last heartbeat was 27 h ago.', next: 'worker show login' },
    ]);
    await repository.ok(workerHeartbeat, { lane: 'login', every: 3600 });
    repository.now += 10_000_000;
    expect(await life()).toEqual(['ok', null]);
    expect((await repository.ok(workerStatus, { stale: true })).workers).toEqual([]);
  });

  it('adds nothing to the journal', async () => {
    await repository.spawn('login');
    await repository.ok(workerStart, { lane: 'login' });
    const before = journal();
    for (let seconds = 0; seconds < 100; seconds += 10) {
      repository.now += 10_000;
      await repository.ok(workerHeartbeat, { lane: 'login' });
    }
    expect(journal()).toBe(before);
    expect(heartbeats()).toEqual([`login.${repository.now}.10000`]);
  });

  it('is seen in a hook of git in its worktree, and in no other', async () => {
    const lane = await repository.spawn('login');
    await repository.ok(hooksRun, { hook: 'post-commit' });
    expect(existsSync(join(repository.directory, 'store', 'workers'))).toBe(false);
    repository.place = lane.worktreePath;
    await repository.ok(hooksRun, { hook: 'post-commit' });
    expect(heartbeats()).toEqual([`login.${repository.now}.10000`]);
    const other = await repository.spawn('other');
    repository.place = other.worktreePath;
    writeFileSync(
      join(other.worktreePath, '.worker-ctx.json'),
      readFileSync(join(lane.worktreePath, '.worker-ctx.json')),
    );
    repository.now += 5000;
    await repository.ok(hooksRun, { hook: 'post-commit' });
    expect(heartbeats()).toEqual([`login.${repository.now - 5000}.10000`]);
  });

  it('is that of a program which runs to its end, and keeps what it printed without secrets', async () => {
    const lane = await repository.spawn('login', { owns: ['src/**'] });
    await repository.ok(workerStart, { lane: 'login' });
    const script =
      'const e = process.env; console.log(process.cwd(), e.PORT, e.STATEROOM_LANE, e.STATEROOM_ACTOR, e.STATEROOM_ROLE);' +
      'console.error("key ghp_abcdefghijklmnopqrstuvwxyz0123456789"); process.exit(3)';
    const ran = await repository.ok(workerRun, { lane: 'login', command: [process.execPath, '-e', script] });
    expect(ran).toMatchObject({ lane: 'login', exitCode: 3, endedBy: 'exit' });
    const { text, running } = await repository.ok(workerLogs, { lane: 'login', lines: 3 });
    expect(text.split('\n').toSorted()).toEqual([
      '',
      `${lane.worktreePath} ${lane.port} login node-login agent`,
      'key [redacted]',
      '── 2026-11-02T10:00:00.000Z ended with exit code 3',
    ]);
    expect(running).toBe(false);
    expect(await life()).toEqual(['DEAD', 'Its program ended with exit code 3.']);
    const { worker } = await repository.ok(workerShow, { lane: 'login' });
    expect(worker?.program).toMatchObject({ exitCode: 3, startedAt: '2026-11-02T10:00:00.000Z' });
    // Someone continues by other means.
    repository.now += 1000;
    await repository.ok(workerHeartbeat, { lane: 'login' });
    expect(await life()).toEqual(['ok', null]);
  });

  it('tells of a rate limit that its program printed, until it is over', async () => {
    await repository.spawn('login');
    await repository.ok(workerStart, { lane: 'login' });
    const until = Date.UTC(2026, 10, 2, 15);
    const script = `console.log("Claude AI usage limit reached|${until / 1000}"); process.exit(1)`;
    await repository.ok(workerRun, { lane: 'login', command: [process.execPath, '-e', script] });
    const limited = 'Its program has reached a rate limit, until 2026-11-02T15:00:00.000Z.';
    expect(await life()).toEqual(['DEAD', limited]);
    const needs = async () =>
      (await repository.ok(laneNeedsYou, {})).needs.map(({ kind, text, next }) => [kind, text, next]);
    expect(await needs()).toEqual([['dead', limited, 'worker show login']]);
    // The same program, still running: it waits.
    const file = join(repository.directory, 'store', 'runs', 'login.1.json');
    const run = JSON.parse(readFileSync(file, 'utf8')) as { watcher: string };
    writeFileSync(file, JSON.stringify({ ...run, program: run.watcher, end: null }));
    expect(await needs()).toEqual([['alert', limited, 'worker show login']]);
    const [shown] = (await repository.ok(workerStatus, {})).workers;
    expect(shown?.worker?.liveness).toBe('ok');
    expect(shown?.worker?.trouble?.next).toBe(
      'It may continue on its own. See its output (`worker logs login`), or assign another agent.',
    );
    repository.now = until;
    await repository.ok(workerHeartbeat, { lane: 'login' });
    expect(await needs()).toEqual([]);
    writeFileSync(file, JSON.stringify({ ...run, end: { at: until, by: 'exit', exitCode: 1, signal: null } }));
    expect(await needs()).toEqual([['dead', 'Its program ended at a rate limit, which is over.', 'worker show login']]);
  });

  it('ends with what something else started and says nothing of the programs and logs before', async () => {
    await repository.spawn('login');
    const script = `console.log('API Error: 429 rate_limit_error'); process.exit(1)`;
    await repository.ok(workerStart, { lane: 'login' });
    await repository.ok(workerRun, { lane: 'login', command: [process.execPath, '-e', script] });
    expect(await life()).toEqual(['DEAD', 'Its program has reached a rate limit.']);
    repository.now += 1000;
    await repository.ok(workerHeartbeat, { lane: 'login' });
    const ended = async (exitCode: number) => {
      await repository.ok(workerHeartbeat, { lane: 'login', ended: true, exitCode });
      const { worker } = await repository.ok(workerShow, { lane: 'login' });
      return [worker?.program?.command, worker?.trouble];
    };
    expect(await ended(1)).toEqual([
      '',
      {
        reason: 'Its program ended with exit code 1.',
        next: 'Start it again (`worker start login -- <program>`).',
      },
    ]);
    expect(await ended(0)).toEqual([
      '',
      {
        reason: 'Its program ended without submitting anything.',
        next: 'Submit the work (`worker done login`), or continue (`worker start login -- <program>`).',
      },
    ]);
  });

  it('is not said to have submitted nothing once changes are requested', async () => {
    const lane = await repository.spawn('login');
    await repository.ok(workerStart, { lane: 'login' });
    repository.gitIn(lane, 'commit', '-q', '--allow-empty', '-m', 'Log in');
    await repository.ok(workerDone, { lane: 'login', noFetch: true });
    await repository.ok(workerHeartbeat, { lane: 'login', ended: true, exitCode: 0 });
    repository.now += 1000;
    await repository.ok(workerRequestChanges, { lane: 'login', message: 'Log out too' }, person);
    const { worker } = await repository.ok(workerShow, { lane: 'login' });
    expect([worker?.state, worker?.liveness, worker?.trouble]).toEqual([
      'WORKING',
      'DEAD',
      {
        reason: 'The work was submitted, and its program has ended.',
        next: 'Start it again (`worker start login -- <program>`).',
      },
    ]);
  });

  it('ends only where an exit code does not contradict it', async () => {
    await repository.spawn('login');
    await repository.ok(workerStart, { lane: 'login' });
    expect(await repository.refused(workerHeartbeat, { lane: 'login', ended: false, exitCode: 3 })).toMatchObject({
      code: 'invalid_input',
      message: 'Use ended: false or exitCode, not both.',
      hint: 'Leave out one of them.',
    });
    expect(await life()).toEqual(['ok', null]);
  });

  it('ends with a program that is gone without a word, whoever has its pid now', async () => {
    await repository.spawn('login');
    await repository.ok(workerRun, { lane: 'login', command: [process.execPath, '-e', ''] });
    await repository.ok(workerStart, { lane: 'login' });
    const file = join(repository.directory, 'store', 'runs', 'login.1.json');
    const run = JSON.parse(readFileSync(file, 'utf8')) as { watcher: string };
    const reused = JSON.stringify({ ...(JSON.parse(run.watcher) as object), start: 1 });
    writeFileSync(file, JSON.stringify({ ...run, program: reused, pid: 1, end: null }));
    expect(await life()).toEqual([
      'DEAD',
      'Its program, process 1, ended without an exit code: it was killed, or the machine was restarted.',
    ]);
    repository.now += 1000;
    await repository.ok(workerStart, { lane: 'login' });
    expect(await life()).toEqual(['ok', null]);
  });

  it('is that of one program at a time', async () => {
    await repository.spawn('login');
    const ends: unknown[] = [];
    const busy = repository.ok(workerRun, {
      lane: 'login',
      command: [process.execPath, '-e', 'setTimeout(() => {}, 500)'],
    });
    const folder = join(repository.directory, 'store', 'runs');
    while (!existsSync(join(folder, 'login.1.json'))) await new Promise(done => setTimeout(done, 5));
    ends.push(await repository.refused(workerRun, { lane: 'login', command: ['true'] }));
    await busy;
    expect(ends).toMatchObject([{ code: 'conflict', next: [{ operation: 'worker.logs', input: { lane: 'login' } }] }]);
    expect(await repository.ok(workerRun, { lane: 'login', command: ['true'] })).toMatchObject({ exitCode: 0 });
    expect(readdirSync(folder)).toEqual(['login.2.json']);
  });

  it('has no program where none may be run, where there is none, and without its worktree', async () => {
    const lane = await repository.spawn('login');
    expect(await repository.refused(workerStart, { lane: 'login', command: ['no-such-program', '-p'] })).toMatchObject({
      code: 'not_found',
      message: 'Program no-such-program not found on the PATH.',
    });
    expect(await repository.refused(workerStart, { lane: 'login', command: ['true'] })).toMatchObject({
      message: 'The program did not start in L-1 (login).',
    });
    expect(await repository.ok(workerRun, { lane: 'login', command: ['./no-such-program', '-p'] })).toMatchObject({
      exitCode: 127,
      endedBy: 'not-found',
    });
    expect(await repository.refused(workerHeartbeat, { lane: 'login', watch: 2_000_000_000 })).toMatchObject({
      message: 'Process 2000000000 not found.',
    });
    rmSync(lane.worktreePath, { recursive: true });
    expect(await repository.refused(workerRun, { lane: 'login', command: ['true'] })).toMatchObject({
      code: 'not_found',
    });
    await repository.spawn('other');
    expect(await repository.refused(workerLogs, { lane: 'other' })).toMatchObject({
      message: 'No program has been started in other, so there is no log.',
    });
  });
});
