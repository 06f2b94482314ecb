import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ActName,
  type ActOfTable,
  type ActorName,
  actors,
  acts,
  ThreadRepository,
} from '../../../test/support/threadActs.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import { openStatuses } from '../../domain/lane/laneStatus.js';
import type { Need } from '../../domain/lane/need.js';
import { isRefusal } from '../../domain/refusal/refusal.js';
import { isHeldByWork, isLiveLane, isLiveTask } from '../../domain/thread/thread.js';
import type { WorkerState } from '../../domain/worker/workerState.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import { isTerminal, type WorkItemStatus } from '../../domain/workItem/workItemStatus.js';
import { laneNeedsYou } from '../../operations/lane/laneNeedsYou.js';
import { repositoryDashboard } from '../../operations/repository/repositoryDashboard.js';
import { repositoryStatus } from '../../operations/repository/repositoryStatus.js';
import { storeRepair } from '../../operations/store/storeRepair.js';
import type { Transaction } from '../../store/store.js';
import { parentsOf, workerOf } from '../lane/laneAccess.js';
import { readThread } from '../workItem/threadAccess.js';

/** Sequences of acts. */
const sequences = process.env.STATEROOM_TESTS === 'all' ? 2000 : 60;
const length = 30;
const names = Object.keys(acts) as ActName[];

interface Step {
  readonly actor: ActorName;
  /** `goOn`: what comes next in the lane, by whom it concerns. */
  readonly act: ActName | 'wait' | 'goOn';
  /** Which item, lane or task: 1 to 3. */
  readonly on: number;
  readonly other: number;
  readonly commits: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  actor: fc.constantFrom(...(Object.keys(actors) as ActorName[])),
  act: fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...names) },
    // Else hardly any sequence would come to a merge.
    { weight: 12, arbitrary: fc.constant('goOn' as const) },
    { weight: 4, arbitrary: fc.constant('spawn' as const) },
    { weight: 1, arbitrary: fc.constant('wait' as const) },
  ),
  on: fc.integer({ min: 1, max: 3 }),
  other: fc.integer({ min: 1, max: 3 }),
  commits: fc.boolean(),
});

/** The input of an act with the items, lanes and tasks of a step. */
function inputOf({ input }: ActOfTable, { on, other }: Step): Record<string, unknown> {
  const text = JSON.stringify(input)
    .replace(/"(W|L|T)-1"/g, `"$1-${on}"`)
    .replace('["W-3"]', `["W-${other}"]`);
  return JSON.parse(text) as Record<string, unknown>;
}

const nextActs: Readonly<Partial<Record<WorkerState, ActName>>> = {
  ASSIGNED: 'start',
  WORKING: 'submit',
  CONFLICTED: 'submit',
  IN_REVIEW: 'approve',
  APPROVED: 'merge',
};

/** The step that a lane is waiting for, by the agent in it or by the person; undefined where nothing is to follow. */
async function nextStep(repository: ThreadRepository, step: Step): Promise<Step | undefined> {
  const found = await repository.store.read(async transaction => {
    const lane = await transaction.lanes.find({ by: 'number', number: step.on });
    return lane && (await workerOf(transaction, lane.id));
  });
  const act = found && nextActs[found.state];
  if (act === undefined) return undefined;
  const agent = Object.keys(actors).find(name => name === found?.agent) as ActorName | undefined;
  return {
    ...step,
    act,
    commits: act === 'submit',
    actor: act === 'start' || act === 'submit' ? (agent ?? 'a1') : 'ada',
  };
}

/** Takes a step; whether the store may be otherwise after it. */
async function take(repository: ThreadRepository, chosen: Step): Promise<boolean> {
  const step = chosen.act === 'goOn' ? await nextStep(repository, chosen) : chosen;
  if (step === undefined || step.act === 'goOn') return false;
  if (step.act === 'wait') {
    repository.now += 20 * 60_000;
    return true;
  }
  if (step.commits) await repository.commitIn(`L-${step.on}`);
  const found: ActOfTable = acts[step.act];
  const before =
    step.act === 'next'
      ? await repository.store.read(transaction => transaction.workItems.list({ ...everything, now: 0 }))
      : [];
  const answer = await repository.call(found.operation, inputOf(found, step), actors[step.actor]);
  if (isRefusal(answer)) return false;
  if (step.act !== 'next') return true;
  const { ref } = (answer as { item: { ref: string } }).item;
  const taken = before.find(({ number }) => ref === `W-${number}`);
  expect(['pending', 'in_flight'], `next handed out ${ref}`).toContain(taken?.status);
  return true;
}

const everything = { heartbeats: new Map(), order: 'created', limit: 1000 } as const;

/** What must hold after each act. */
async function checkInvariants(repository: ThreadRepository): Promise<void> {
  const status = await repository.ok(repositoryStatus, {}, actors.ada);
  await repository.store.read(async transaction => {
    const items = await transaction.workItems.list({ ...everything, now: repository.now });
    for (const item of items) await checkItem(transaction, item, repository.now);
    const openLanes = await transaction.lanes.list(openStatuses);
    const reviews = openLanes.filter(({ kind }) => kind === 'review');
    for (const lane of openLanes) {
      if (reviews.includes(lane)) continue;
      const item = items.find(({ id }) => id === lane.work_item_id);
      expect(['in_flight', 'waiting_human'], `the item of L-${lane.number}`).toContain(item?.status);
    }
    for (const task of await transaction.tasks.live()) {
      const item = items.find(({ id }) => id === task.work_item_id);
      expect(['in_flight', 'waiting_human'], `the item of T-${task.number}`).toContain(item?.status);
      for (const other of items.filter(({ task_id }) => task_id === task.id)) {
        const { tasks } = await readThread(transaction, other);
        expect(['in_flight', 'waiting_human'], `W-${other.number} in T-${task.number}`).toContain(other.status);
        expect(tasks.filter(isLiveTask).length, `live tasks of W-${other.number}`).toBe(1);
      }
    }
    const asking = items.flatMap(({ id, status: now }) => (now === 'waiting_human' ? [id] : []));
    await checkNeeds(transaction, openLanes, asking, status.needs);
    const count = (wanted: WorkItemStatus) => items.filter(item => item.status === wanted).length;
    expect(status.counts?.needs_you).toBe(count('waiting_human'));
    expect(status.counts?.done).toBe(items.filter(item => isTerminal(item.status)).length);
    // What a lane or a task holds is in progress too, so that nothing is counted twice; a lane that reviews holds nothing.
    expect(status.totals?.inProgress).toBe((status.counts?.in_flight ?? 0) + reviews.length);
    expect(status.inProgress.length).toBe(status.totals?.inProgress);
    const waiting = items.filter(item => item.status === 'waiting_human').map(({ number }) => `W-${number}`);
    expect(status.needs.flatMap(({ kind, ref }) => (kind === 'workItem' ? [ref] : [])).sort()).toEqual(waiting.sort());
  });
}

/** The dashboard, the list of needs and the status count alike, and nothing is to be repaired. */
async function checkCounts(repository: ThreadRepository): Promise<void> {
  const status = await repository.ok(repositoryStatus, {}, actors.ada);
  const report = await repository.ok(repositoryDashboard, {}, actors.ada);
  const list = await repository.ok(laneNeedsYou, {}, actors.ada);
  const needs = status.needs.length;
  expect([status.totals?.needsYou, list.total, list.needs.length, report.needsYou.total]).toEqual(Array(4).fill(needs));
  expect(report.working.total).toBe(status.totals?.inProgress);
  expect(report.counts).toEqual({ ...status.counts, needs_you: needs });
  expect((await repository.ok(storeRepair, {}, actors.ada)).threads).toEqual([]);
}

async function checkItem(transaction: Transaction, item: WorkItemRow, now: number): Promise<void> {
  const thread = await readThread(transaction, item);
  const name = `W-${item.number} (${item.status}, ${item.owner})`;
  if (item.status === 'in_flight') expect(item.owner, `${name} has a holder`).not.toBeNull();
  if (item.status === 'pending') expect(isHeldByWork(thread), `${name} is ready while work holds it`).toBe(false);
  const lanes = thread.lanes.filter(isLiveLane);
  const tasks = thread.tasks.filter(isLiveTask);
  if (isTerminal(item.status)) expect([lanes.length, tasks.length], `live lanes and tasks of ${name}`).toEqual([0, 0]);
  // An agent's claim without a lease is that of work that goes on.
  if (item.status === 'in_flight' && item.owner_role === 'agent' && item.lease_until === null) {
    expect(isHeldByWork(thread), `${name} is held by nothing`).toBe(true);
  }
  // A task that was released is in the queue at once; other work holds its item for as long as it goes on.
  if (item.status === 'in_flight' && isHeldByWork(thread)) {
    expect(item.lease_until ?? 0, `the lease of ${name}`).toBeLessThanOrEqual(lanes.length > 0 ? 0 : now);
  }
  const open = thread.dependencies.filter(({ status }) => status !== 'done').length;
  expect(item.open_dependencies, `${name} counts what it waits for`).toBe(open);
  // The worker of one of its lanes, also of a restored one; before work starts, also the actor who opened a lane or the person
  // who reopened the item.
  const workers = lanes.flatMap(({ worker }) => worker?.agent ?? []);
  const isBegun = lanes.every(({ worker }) => worker?.agent != null && worker.state !== 'ASSIGNED');
  const openers = isBegun ? [] : ['ada', ...lanes.map(({ lane }) => lane.created_by)];
  // Who goes on with a task keeps its item while a lane is opened beside it.
  if (lanes.length > 0 && tasks.length === 0)
    expect([...workers, ...openers], `the holder of ${name}`).toContain(item.owner);
}

/**
 * A lane that needs a person is open; one that waits for a lane that is gone needs one, once the question of its item is answered.
 * `asking` are the ids of the items that wait for an answer.
 */
async function checkNeeds(
  transaction: Transaction,
  open: readonly LaneRow[],
  asking: readonly string[],
  needs: readonly Need[],
): Promise<void> {
  const named = needs.flatMap(({ lane }) => lane ?? []);
  expect(open.map(({ name }) => name)).toEqual(expect.arrayContaining(named));
  expect(new Set(named).size, 'one need of each lane').toBe(named.length);
  const parents = await parentsOf(transaction, open);
  for (const { id, name, number, status, work_item_id: item } of open) {
    if (status !== 'planned') continue;
    const waitsFor = (parents.get(id) ?? []).map(({ lane }) => lane.status);
    expect(new Set(waitsFor), `what L-${number} waits for`).not.toEqual(new Set(['merged']));
    const isAsking = item !== null && asking.includes(item);
    if (waitsFor.includes('closed') && !isAsking) expect(named, `L-${number} waits for what is gone`).toContain(name);
  }
}

describe('random acts of three agents and a person', () => {
  it('leave every thread whole', { timeout: 3_600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: length, maxLength: length }), async steps => {
        const repository = new ThreadRepository();
        try {
          await repository.begin();
          for (const [index, one] of steps.entries()) {
            // A refused act leaves all as it was; what it may have left changed nevertheless shows at the next check.
            if (await take(repository, one)) await checkInvariants(repository);
            // Asked each time, they would take most of the time.
            if (index % 10 === 9) await checkCounts(repository);
          }
        } finally {
          await repository.close();
        }
      }),
      { numRuns: sequences, endOnFailure: false },
    );
  });
});
