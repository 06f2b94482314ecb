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
import { openStatuses } from '../../domain/lane/laneStatus.js';
import { isRefusal } from '../../domain/refusal/refusal.js';
import { isHeldByWork, isLiveLane, isLiveTask } from '../../domain/thread/thread.js';
import type { WorkerState } from '../../domain/worker/workerState.js';
import { isTerminal } from '../../domain/workItem/workItemStatus.js';
import { repositoryStatus } from '../../operations/repository/repositoryStatus.js';
import { workerOf } from '../lane/laneAccess.js';
import { readThread } from './threadAccess.js';

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

async function take(repository: ThreadRepository, chosen: Step): Promise<void> {
  const step = chosen.act === 'goOn' ? await nextStep(repository, chosen) : chosen;
  if (step === undefined || step.act === 'goOn') return;
  if (step.act === 'wait') {
    repository.now += 20 * 60_000;
    return;
  }
  if (step.commits) await repository.commitIn(`L-${step.on}`);
  const found: ActOfTable = acts[step.act];
  const before = await repository.store.read(transaction => transaction.workItems.list({ ...everything, now: 0 }));
  const answer = await repository.call(found.operation, inputOf(found, step), actors[step.actor]);
  if (step.act !== 'next' || isRefusal(answer)) return;
  const { ref } = (answer as { item: { ref: string } }).item;
  const taken = before.find(({ number }) => ref === `W-${number}`);
  expect(['pending', 'in_flight'], `next handed out ${ref}`).toContain(taken?.status);
}

const everything = { heartbeats: new Map(), order: 'created', limit: 1000 } as const;

/** What must hold after each act. */
async function checkInvariants(repository: ThreadRepository): Promise<void> {
  await repository.store.read(async transaction => {
    const items = await transaction.workItems.list({ ...everything, now: repository.now });
    for (const item of items) {
      const thread = await readThread(transaction, item);
      const name = `W-${item.number} (${item.status}, ${item.owner})`;
      if (item.status === 'in_flight') expect(item.owner, `${name} has a holder`).not.toBeNull();
      if (item.status === 'pending') expect(isHeldByWork(thread), `${name} is ready while work holds it`).toBe(false);
      if (isTerminal(item.status)) {
        expect(thread.lanes.filter(isLiveLane).length, `${name} has live lanes`).toBe(0);
        expect(thread.tasks.filter(isLiveTask).length, `${name} has live tasks`).toBe(0);
      }
      // An agent's claim without a lease is that of work that goes on.
      if (item.status === 'in_flight' && item.owner_role === 'agent' && item.lease_until === null) {
        expect(isHeldByWork(thread), `${name} is held by nothing`).toBe(true);
      }
      const open = thread.dependencies.filter(({ status }) => status !== 'done').length;
      expect(item.open_dependencies, `${name} counts what it waits for`).toBe(open);
    }
    for (const lane of await transaction.lanes.list(openStatuses)) {
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
  });
  const { counts } = await repository.ok(repositoryStatus, {}, actors.ada);
  const rows = await repository.store.read(transaction =>
    transaction.workItems.list({ ...everything, now: repository.now }),
  );
  expect(counts?.needs_you).toBe(rows.filter(({ status }) => status === 'waiting_human').length);
  expect(counts?.done).toBe(rows.filter(({ status }) => isTerminal(status)).length);
}

describe('random acts of three agents and a person', () => {
  it('leave every thread whole', { timeout: 3_600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: length, maxLength: length }), async steps => {
        const repository = new ThreadRepository();
        try {
          await repository.begin();
          for (const one of steps) {
            await take(repository, one);
            await checkInvariants(repository);
          }
        } finally {
          await repository.close();
        }
      }),
      { numRuns: sequences, endOnFailure: false },
    );
  });
});
