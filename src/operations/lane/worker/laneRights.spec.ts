import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../../test/support/laneTestRepository.js';
import { agent, person } from '../../../../test/support/testRepository.js';
import type { Actor } from '../../../domain/actor/actor.js';
import type { Lane } from '../../../domain/lane/lane.js';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { inEnglish } from '../../../messages/inEnglish.js';
import { endCaller } from '../../../records/presence/presence.js';
import { invoke } from '../../invoke.js';
import type { AnyOperation } from '../../operation.js';
import { laneClean } from '../laneClean.js';
import { laneSetup, laneTeardown } from '../laneSetupTeardown.js';
import { laneUpdate } from '../laneUpdate.js';
import { reportSubmit } from '../report/reportSubmit.js';
import { workerDone } from './workerDone.js';
import { workerFail } from './workerFail.js';
import { workerHeartbeat } from './workerHeartbeat.js';
import { workerPush } from './workerPush.js';
import { workerRepairMerge } from './workerRepairMerge.js';
import { workerRetry } from './workerRetry.js';
import { workerRun } from './workerRun.js';
import { workerSpawn } from './workerSpawn.js';
import { workerStart } from './workerStart.js';

const boss: Actor = { role: 'agent', name: 'boss', session: 's-0' };
const claude: Actor = { role: 'agent', name: 'claude', session: 's-1' };
const bob: Actor = { role: 'agent', name: 'bob', session: 's-2' };
const minute = 60_000;

/** Every act of a worker that an agent may name a lane for. */
const acts: readonly (readonly [operation: AnyOperation, input: Readonly<Record<string, unknown>>])[] = [
  [workerStart, {}],
  [workerRun, { command: ['true'] }],
  [workerHeartbeat, {}],
  [workerPush, {}],
  [workerRepairMerge, {}],
  [laneClean, { remove: true }],
  [laneSetup, {}],
  [laneTeardown, {}],
  [laneUpdate, { owner: 'claude' }],
  [reportSubmit, { outcome: 'done', summary: 'All of it' }],
  [workerDone, {}],
  [workerFail, { reason: 'No access' }],
];

let repo: LaneTestRepository;
let lane: Lane;

beforeEach(async () => {
  repo = new LaneTestRepository();
  lane = await repo.ok(workerSpawn, { lane: 'login' }, boss);
});

afterEach(() => repo.close());

/** Everything that an act could change next to the store: references and the worktree. */
const surroundings = (): string =>
  [
    repo.git('for-each-ref'),
    repo.gitIn(lane, 'status', '--porcelain', '--ignored'),
    repo.traces().records.join(),
  ].join();

describe('in a lane where another agent works', () => {
  it('an agent from elsewhere does nothing, and is told whom to write to', async () => {
    await repo.ok(workerStart, { lane: 'login' }, claude);
    const before = surroundings();
    for (const actor of [bob, boss]) {
      for (const [operation, input] of acts) {
        expect([operation.name, await repo.refused(operation, { ...input, lane: 'login' }, actor)]).toMatchObject([
          operation.name,
          {
            code: 'not_allowed',
            message: `${actor.name} is not allowed to act in L-1 (login): claude has been working in it since 2026-11-02T10:00:00.000Z.`,
            hint: 'Take work of your own, send it a message, or ask a person.',
          },
        ]);
      }
    }
    expect(surroundings()).toBe(before);
  });

  it('its own agent does all of it from anywhere, under any name in its session', async () => {
    await repo.ok(workerStart, { lane: 'login' }, claude);
    commit();
    const names = ['claude', 'renamed'];
    for (const [at, [operation, input]] of acts.entries()) {
      await repo.ok(operation as never, { ...input, lane: 'login' } as never, { ...claude, name: names[at % 2] ?? '' });
    }
  });

  it('another one in its worktree does nothing while that one is at work, and goes on once it is gone', async () => {
    await repo.ok(workerStart, { lane: 'login' }, claude);
    commit();
    repo.now += 9 * minute;
    repo.place = lane.worktreePath;
    const before = surroundings();
    for (const [operation, input] of acts.filter(([operation]) => operation !== (workerRun as AnyOperation))) {
      expect([operation.name, await repo.refused(operation, { ...input, lane: 'login' }, bob)]).toMatchObject([
        operation.name,
        {
          code: 'not_allowed',
          message:
            'bob is not allowed to act in L-1 (login): claude has been working in it since 2026-11-02T10:00:00.000Z.',
          next: [
            { operation: 'queue.next', input: {} },
            { operation: 'message.send', input: { to: 'login', text: '…' } },
          ],
        },
      ]);
    }
    expect(surroundings()).toBe(before);
    repo.now += minute;
    await repo.ok(workerDone, {}, bob);
    repo.place = repo.repository;
    expect(await repo.ok(workerFail, { lane: 'login', reason: 'Not now' }, person)).toMatchObject({ state: 'FAILED' });
  });

  it('another one that starts in its worktree once that one is gone is its agent, and the first no more', async () => {
    await repo.ok(workerStart, { lane: 'login' }, claude);
    await endCaller(repo.context(claude));
    repo.now += minute;
    repo.place = lane.worktreePath;
    expect(await repo.ok(workerStart, {}, bob)).toMatchObject({ worker: { agent: 'bob' } });
    repo.now += minute;
    expect(await repo.refused(workerFail, { reason: 'Mine' }, claude)).toMatchObject({
      code: 'not_allowed',
      message:
        'claude is not allowed to act in L-1 (login): bob has been working in it since 2026-11-02T10:01:00.000Z.',
    });
    // Its agent's own program has the lane's environment; the first one's has it too, and may not go on.
    await repo.ok(workerHeartbeat, {}, { ...boss, lane: 'login' });
    expect(await repo.refused(workerHeartbeat, {}, { ...claude, lane: 'login' })).toMatchObject({
      code: 'not_allowed',
    });
    await endCaller(repo.context(bob));
    expect(await repo.refused(workerDone, {}, claude)).toMatchObject({ next: [{ operation: 'worker.start' }] });
    expect(await repo.ok(workerStart, {}, claude)).toMatchObject({ worker: { agent: 'claude' } });
  });

  it('so does whatever was started in the lane, wherever it stands', async () => {
    await repo.ok(workerStart, { lane: 'login' }, claude);
    await repo.ok(workerHeartbeat, { lane: 'login' }, { ...bob, lane: 'login' });
    expect(await repo.refused(workerHeartbeat, { lane: 'login' }, { ...bob, lane: 'cart' })).toMatchObject({
      code: 'not_allowed',
    });
  });

  it('one that cleans looks without removing anything', async () => {
    await repo.ok(workerStart, { lane: 'login' }, claude);
    expect(await repo.ok(laneClean, { lane: 'login' }, bob)).toMatchObject({ removed: false });
  });
});

describe('in a lane where nobody has begun', () => {
  it('who opened it acts, and nobody else before they begin', async () => {
    expect(await repo.refused(workerFail, { lane: 'login', reason: 'No' }, bob)).toMatchObject({
      code: 'not_allowed',
      message: 'bob is not allowed to act in L-1 (login): boss opened it, and work in it has not started.',
      hint: 'Start work in it, or ask a person.',
    });
    await repo.ok(laneUpdate, { lane: 'login', description: 'Limit logins' }, boss);
    expect(await repo.ok(workerStart, { lane: 'login' }, bob)).toMatchObject({ worker: { agent: 'bob' } });
    expect(await repo.ok(workerFail, { lane: 'login', reason: 'No key' }, bob)).toMatchObject({ state: 'FAILED' });
    // Begun again, it is no one’s once more.
    await repo.ok(workerRetry, { lane: 'login' }, person);
    expect(await repo.refused(workerFail, { lane: 'login', reason: 'No' }, bob)).toMatchObject({ code: 'not_allowed' });
    await repo.ok(workerFail, { lane: 'login', reason: 'Not needed' }, boss);
  });

  it('one of two that begin at the same moment does', async () => {
    const second = repo.openStore();
    try {
      const contexts = [repo.context(claude), { ...repo.context(bob), store: second }] as const;
      const answers = await Promise.all(contexts.map(context => invoke(workerStart, context, { lane: 'login' })));
      const refusals = answers.filter(isRefusal);
      expect(refusals).toHaveLength(1);
      const [winner] = answers.flatMap(answer => (isRefusal(answer) ? [] : [answer.worker?.agent]));
      expect(['claude', 'bob']).toContain(winner);
      expect(inEnglish(refusals[0])).toMatchObject({
        code: 'not_allowed',
        message: expect.stringMatching(
          `is not allowed to act in L-1 \\(login\\): ${winner} has been working in it since 2026-11-02T10:00:00\\.000Z\\.$`,
        ),
      });
      expect((await repo.eventTypes()).filter(type => type === 'worker_started')).toHaveLength(1);
    } finally {
      await second.close();
    }
  });
});

describe('a program that works in a lane', () => {
  it('is answered for by who had it started, and by itself', async () => {
    // As `worker start` with a program leaves it, by one who did not open the lane.
    const starter: Actor = { ...agent, session: 's-7' };
    await repo.ok(workerStart, { lane: 'login' }, starter);
    await repo.store.transaction(async transaction => {
      const [row] = await transaction.lanes.list();
      const [worker] = await transaction.workers.ofLanes([row?.id ?? '']);
      const program = { agent: 'claude-login', harness: null, session: null };
      if (worker !== undefined) await transaction.workers.change(worker, program);
    });
    for (const actor of [starter, { ...starter, name: 'renamed' }, { ...bob, name: 'claude-login' }]) {
      await repo.ok(workerHeartbeat, { lane: 'login' }, actor);
    }
    for (const actor of [boss, bob]) {
      expect(await repo.refused(workerHeartbeat, { lane: 'login' }, actor)).toMatchObject({
        message: `${actor.name} is not allowed to act in L-1 (login): claude-login is working in it.`,
      });
    }
  });
});

function commit(): void {
  writeFileSync(join(lane.worktreePath, 'new.txt'), 'new\n');
  repo.gitIn(lane, 'add', '--all');
  repo.gitIn(lane, 'commit', '-q', '-m', 'Change new.txt');
}

describe('who had a program started', () => {
  it('answers for it also when the program says first that it begins', async () => {
    const context = repo.context(boss);
    const { lanes } = context;
    if (lanes === undefined) throw new Error('There are no lanes.');
    let ran: Promise<unknown> = Promise.resolve();
    const started = await invoke(
      workerStart,
      {
        ...context,
        lanes: {
          ...lanes,
          async launch() {
            const command = [process.execPath, '-e', 'setTimeout(() => {}, 300)'];
            ran = repo.ok(workerRun, { lane: 'login', command }, boss);
            await repo.ok(workerStart, { lane: 'login' }, { ...claude, lane: 'login' });
            return { hasEnded: () => false };
          },
        },
      },
      { lane: 'login', command: [process.execPath, '-e', ''] },
    );
    expect(started).toMatchObject({ state: 'WORKING', worker: { agent: 'claude' } });
    await ran;
    expect(await repo.refused(workerFail, { lane: 'login', reason: 'Mine' }, bob)).toMatchObject({
      code: 'not_allowed',
      message:
        'bob is not allowed to act in L-1 (login): claude has been working in it since 2026-11-02T10:00:00.000Z.',
    });
    expect(await repo.ok(workerFail, { lane: 'login', reason: 'No access' }, boss)).toMatchObject({ state: 'FAILED' });
  });
});
