import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestRepository } from '../../../../test/support/testRepository.js';
import { workerStatePairs } from '../../../../test/support/workerStatePairs.js';
import type { LaneRow } from '../../../domain/lane/laneRow.js';
import { RefusalError } from '../../../domain/refusal/refusal.js';
import type { WorkerRow } from '../../../domain/worker/workerRow.js';
import type { WorkerState } from '../../../domain/worker/workerState.js';
import type { WorkerAct } from '../../../domain/worker/workerTransition.js';
import { randomIds } from '../../../platform/idSource.js';
import { findWorker, moveWorker } from '../../../records/worker/workerAccess.js';

/** All that may be tried to come to a state. */
const ways: Readonly<Record<WorkerState, readonly WorkerAct[]>> = {
  ASSIGNED: ['retry'],
  WORKING: ['start', 'requestChanges'],
  CONFLICTED: ['conflict'],
  IN_REVIEW: ['submit'],
  APPROVED: ['approve'],
  COMPLETED: ['merge', 'mergeElsewhere'],
  FAILED: ['fail', 'cancel'],
};

let repository: TestRepository;
let lanes = 0;

beforeAll(() => {
  repository = new TestRepository();
});

afterAll(() => repository.close());

/** A lane whose worker is in this state, written as rows: how it came there is not what is checked. Its name. */
async function place(state: WorkerState): Promise<string> {
  lanes += 1;
  const name = `lane-${lanes}`;
  await repository.store.transaction(async transaction => {
    const lane: Omit<LaneRow, 'repository_id'> = {
      id: randomIds.ulid(repository.now),
      number: await transaction.lanes.takeNumbers(1),
      name,
      description: null,
      kind: 'implement',
      status: 'active',
      close_reason: null,
      task_id: null,
      work_item_id: null,
      branch: `feature/${name}`,
      base_branch: 'main',
      base_sha: 'a'.repeat(40),
      worktree_path: `/repositories/one.worktrees/${name}`,
      owned_paths: '[]',
      git_writes: 'agent',
      adopted: 0,
      port_first: null,
      port_count: 0,
      owner: null,
      backend: null,
      model: null,
      effort: null,
      merged_sha: null,
      created_by: 'codex',
      created_at: repository.now,
      updated_at: repository.now,
      revision: 1,
    };
    const worker: Omit<WorkerRow, 'repository_id'> = {
      id: randomIds.ulid(repository.now),
      lane_id: lane.id,
      state,
      state_changed_at: repository.now,
      changed_by: 'codex',
      attempt: 1,
      agent: null,
      harness: null,
      session: null,
      reason: null,
      cancelled: 0,
      submitted_sha: null,
      approved_by: null,
      rescue_ref: null,
      created_at: repository.now,
      revision: 1,
    };
    await transaction.lanes.insert([lane]);
    await transaction.workers.insert([worker]);
  });
  return name;
}

const stateOf = (name: string): Promise<string> =>
  repository.store.read(async transaction => (await findWorker(transaction, name)).worker.state);

/** Tries an act; the code of its refusal, else undefined. */
async function attempt(name: string, act: WorkerAct): Promise<string | undefined> {
  try {
    await repository.store.transaction(async transaction =>
      moveWorker(repository.context(), transaction, await findWorker(transaction, name), {
        act,
        type: 'worker_started',
      }),
    );
    return undefined;
  } catch (error) {
    if (error instanceof RefusalError) return error.refusal.code;
    throw error;
  }
}

describe('a worker in the store', () => {
  it('has 49 pairs of states', () => {
    expect(workerStatePairs).toHaveLength(49);
  });

  it.each(workerStatePairs)('goes from %s to %s: %j', async (from, to, allowed) => {
    const name = await place(from);
    const before = await repository.dump();
    const refusals: (string | undefined)[] = [];
    for (const act of ways[to]) {
      if (from === to || (await stateOf(name)) === from) refusals.push(await attempt(name, act));
    }
    expect(await stateOf(name)).toBe(allowed ? to : from);
    if (allowed) {
      expect((await repository.eventTypes()).length).toBe((JSON.parse(before)[2].rows as unknown[]).length + 1);
      return;
    }
    expect(await repository.dump()).toBe(before);
    // Where it is already, an act was repeated and counts as done.
    const expected = from === to ? undefined : 'transition_not_allowed';
    expect(refusals.every(code => code === expected)).toBe(true);
  });

  it('is moved by one of two who saw the same', async () => {
    const name = await place('IN_REVIEW');
    const seen = await repository.store.read(transaction => findWorker(transaction, name));
    expect(await attempt(name, 'approve')).toBeUndefined();
    const late = repository.store.transaction(transaction =>
      moveWorker(repository.context(), transaction, seen, { act: 'requestChanges', type: 'worker_sent_back' }),
    );
    await expect(late).rejects.toMatchObject({ refusal: { code: 'conflict' } });
    expect(await stateOf(name)).toBe('APPROVED');
  });
});
