import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../../test/support/laneTestRepository.js';
import { logBytes } from '../../../../test/support/storeFiles.js';
import { otherAgent, person } from '../../../../test/support/testRepository.js';
import { openPresenceFiles } from '../../../platform/presenceFiles.js';
import { hooksRun } from '../../hooks/hooksRun.js';
import { queueAdd } from '../../queue/queueAdd.js';
import { queueAdvance } from '../../queue/queueAdvance.js';
import { queueAsk } from '../../queue/queueAsk.js';
import { queueList } from '../../queue/queueList.js';
import { laneNeedsYou } from '../laneNeedsYou.js';
import { messageSend } from '../message/messageSend.js';
import { workerCancel } from './workerCancel.js';
import { workerDone } from './workerDone.js';
import { workerHeartbeat } from './workerHeartbeat.js';
import { workerLogs } from './workerLogs.js';
import { workerRequestChanges } from './workerRequestChanges.js';
import { workerRestore } from './workerRestore.js';
import { workerRetry } from './workerRetry.js';
import { workerRun } from './workerRun.js';
import { workerShow } from './workerShow.js';
import { workerStart } from './workerStart.js';
import { workerStatus } from './workerStatus.js';

let repository: LaneTestRepository;

beforeEach(() => {
  repository = new LaneTestRepository();
});

afterEach(() => repository.close());

const written = () => logBytes(join(repository.directory, 'store'));
const heartbeats = () => readdirSync(join(repository.directory, 'store', 'workers'));
const life = async (lane = 'login') => {
  const { worker } = await repository.ok(workerShow, { lane }, person);
  return [worker?.liveness, worker?.trouble?.reason ?? null];
};

describe('the life of a worker', () => {
  it('is fresh when it starts and sinks with each beat that is missed', async () => {
    await repository.spawn('login');
    expect(await life()).toEqual(['none', null]);
    await repository.ok(workerStart, { lane: 'login' });
    const began = repository.now;
    const levels: unknown[] = [];
    for (const seconds of [0, 179, 180, 599, 600, 5999, 6000, 100_000]) {
      repository.now = began + seconds * 1000;
      levels.push([seconds, ...(await life())]);
    }
    expect(levels).toEqual([
      [0, 'ok', null],
      [179, 'ok', null],
      [180, 'WARN', 'Its heartbeats have stopped.'],
      [599, 'WARN', 'Its heartbeats have stopped.'],
      [600, 'STALE', 'Its heartbeats have stopped.'],
      [5999, 'STALE', 'Its heartbeats have stopped.'],
      [6000, 'DEAD', 'Its heartbeats have stopped.'],
      [100_000, 'DEAD', 'Its heartbeats have stopped.'],
    ]);
    expect((await repository.ok(workerStatus, { stale: true }, person)).workers.map(({ lane }) => lane)).toEqual([
      'login',
    ]);
    expect((await repository.ok(laneNeedsYou, {}, person)).needs).toMatchObject([
      { kind: 'dead', lane: 'login', text: 'Its heartbeats have stopped.', next: 'worker show login' },
    ]);
    await repository.ok(workerHeartbeat, { lane: 'login', every: 3600 });
    repository.now += 10_000_000;
    expect(await life()).toEqual(['ok', null]);
    expect((await repository.ok(workerStatus, { stale: true }, person)).workers).toEqual([]);
  });

  it('is each call of its agent, too, and a connection of it that is open', async () => {
    for (const lane of ['login', 'cart']) await repository.spawn(lane);
    const cart = { role: 'agent', name: 'claude-7' } as const;
    await repository.ok(workerStart, { lane: 'login' });
    await repository.ok(workerStart, { lane: 'cart' }, cart);
    const lives = async () => [(await life('login'))[0], (await life('cart'))[0]];
    repository.now += 599_000;
    expect(await lives()).toEqual(['WARN', 'WARN']);
    // A person in the lane, and another agent.
    await repository.ok(queueAdd, { title: 'By hand' }, { ...person, lane: 'cart' });
    await repository.ok(queueAdd, { title: 'Other' }, otherAgent);
    expect(await lives()).toEqual(['WARN', 'WARN']);
    await repository.ok(queueList, {}, cart);
    expect(await lives()).toEqual(['WARN', 'ok']);
    const { worker } = await repository.ok(workerShow, { lane: 'cart' }, person);
    expect([worker?.lastBeatAt, worker?.livenessChangesAt]).toEqual([
      '2026-11-02T10:09:59.000Z',
      '2026-11-02T10:12:59.000Z',
    ]);
    const connection = openPresenceFiles(join(repository.directory, 'store', 'presence'), { isConnection: true });
    await connection.note({ name: 'codex' }, repository.now);
    repository.now += 100_000_000;
    expect(await lives()).toEqual(['ok', 'DEAD']);
    await connection.end({ name: 'codex' }, repository.now);
    expect(await lives()).toEqual(['DEAD', 'DEAD']);
  });

  it('is a call of its agent right after its program ended', async () => {
    await repository.spawn('login');
    await repository.ok(workerStart, { lane: 'login' });
    await repository.ok(queueAdd, { title: 'Before the end' });
    repository.now += 5000;
    await repository.ok(workerHeartbeat, { lane: 'login', ended: true, exitCode: 1 }, person);
    expect((await life('login'))[0]).toBe('DEAD');
    repository.now += 5000;
    await repository.ok(queueAdd, { title: 'After it' });
    expect((await life('login'))[0]).toBe('ok');
  });

  it('waits for the person while its question is open, and is listed once, as the question', async () => {
    const { ref } = await repository.add('Log in');
    const lane = await repository.spawn(ref);
    const name = lane.lane;
    await repository.ok(workerStart, { lane: name });
    await repository.ok(queueAsk, { id: ref, question: 'Which key?' });
    repository.now += 100_000_000;
    const needs = async () =>
      (await repository.ok(laneNeedsYou, {}, person)).needs.map(one => `${one.kind} ${one.ref}`);
    expect([await life(name), await needs()]).toEqual([['WAITING', null], [`workItem ${ref}`]]);
    expect((await repository.ok(workerStatus, { stale: true }, person)).workers).toEqual([]);
    expect(await repository.refused(workerRetry, { lane: name }, person)).toMatchObject({
      code: 'transition_not_allowed',
    });
    await repository.ok(queueAdvance, { id: ref, answer: 'This one', to: 'in_flight' }, person);
    expect([await life(name), await needs()]).toEqual([['DEAD', 'Its heartbeats have stopped.'], ['dead L-1']]);
    await repository.ok(workerHeartbeat, { lane: name });
    repository.place = lane.worktreePath;
    const { message: asked } = await repository.ok(messageSend, { kind: 'question', text: 'May I?' });
    repository.now += 100_000_000;
    expect([await life(name), await needs()]).toEqual([['WAITING', null], ['question M-1']]);
    // A program that is known to have ended is told at once; the question still comes first.
    await repository.ok(workerHeartbeat, { lane: name, ended: true, exitCode: 1 });
    expect([await life(name), await needs()]).toEqual([
      ['DEAD', 'Its program ended with exit code 1.'],
      ['question M-1'],
    ]);
    repository.place = repository.repository;
    await repository.ok(messageSend, { replyTo: asked.ref, text: 'Yes' }, person);
    expect(await needs()).toEqual(['dead L-1']);
  });

  it('does not count a heartbeat that is dated ahead, and says so', async () => {
    await repository.spawn('login');
    await repository.ok(workerStart, { lane: 'login' }, person);
    repository.now += 10_800_000;
    await repository.ok(workerHeartbeat, { lane: 'login' }, person);
    repository.now -= 10_800_000;
    const ahead = 'Its last heartbeat is dated 3 h ahead and does not count: a clock is or was wrong.';
    expect(await life()).toEqual(['none', ahead]);
    expect((await repository.ok(laneNeedsYou, {}, person)).needs).toMatchObject([{ kind: 'alert', text: ahead }]);
    const { worker } = await repository.ok(workerShow, { lane: 'login' });
    expect([worker?.lastBeatAt, worker?.livenessChangesAt]).toEqual([null, '2026-11-02T12:58:00.000Z']);
    // The next one of a clock that is right takes its place.
    await repository.ok(workerHeartbeat, { lane: 'login' }, person);
    expect(await life()).toEqual(['ok', null]);
  });

  it('of one attempt says nothing of the next', async () => {
    await repository.spawn('login');
    await repository.ok(workerStart, { lane: 'login' });
    repository.now += 1000;
    await repository.ok(workerCancel, { lane: 'login' }, person);
    repository.now += 1000;
    await repository.ok(workerRestore, { lane: 'login' }, person);
    const { worker } = await repository.ok(workerShow, { lane: 'login' }, person);
    expect([worker?.state, worker?.liveness, worker?.lastBeatAt]).toEqual(['ASSIGNED', 'none', null]);
    await repository.ok(workerStart, { lane: 'login' });
    expect((await repository.ok(workerShow, { lane: 'login' })).worker?.lastBeatAt).toBe('2026-11-02T10:00:02.000Z');
  });

  it('adds nothing to the log', async () => {
    await repository.spawn('login');
    await repository.ok(workerStart, { lane: 'login' });
    const before = written();
    expect(before).toBeGreaterThan(0);
    for (let seconds = 0; seconds < 100; seconds += 10) {
      repository.now += 10_000;
      await repository.ok(workerHeartbeat, { lane: 'login' });
    }
    expect(written()).toBe(before);
    expect(heartbeats()).toEqual([`login.${repository.now}.60000`]);
  });

  it('is seen in a hook of git in its worktree, and in no other', async () => {
    const lane = await repository.spawn('login');
    await repository.ok(hooksRun, { hook: 'post-commit' });
    expect(existsSync(join(repository.directory, 'store', 'workers'))).toBe(false);
    repository.place = lane.worktreePath;
    await repository.ok(hooksRun, { hook: 'post-commit' });
    expect(heartbeats()).toEqual([`login.${repository.now}.60000`]);
    const other = await repository.spawn('other');
    repository.place = other.worktreePath;
    writeFileSync(
      join(other.worktreePath, '.worker-ctx.json'),
      readFileSync(join(lane.worktreePath, '.worker-ctx.json')),
    );
    repository.now += 5000;
    await repository.ok(hooksRun, { hook: 'post-commit' });
    expect(heartbeats()).toEqual([`login.${repository.now - 5000}.60000`]);
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
      (await repository.ok(laneNeedsYou, {}, person)).needs.map(({ kind, text, next }) => [kind, text, next]);
    expect(await needs()).toEqual([['dead', limited, 'worker show login']]);
    // The same program, still running: it waits.
    const file = join(repository.directory, 'store', 'runs', 'login.1.json');
    const run = JSON.parse(readFileSync(file, 'utf8')) as { watcher: string };
    writeFileSync(file, JSON.stringify({ ...run, program: run.watcher, end: null }));
    expect(await needs()).toEqual([['alert', limited, 'worker show login']]);
    const [shown] = (await repository.ok(workerStatus, {}, person)).workers;
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
    const { worker } = await repository.ok(workerShow, { lane: 'login' }, person);
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
