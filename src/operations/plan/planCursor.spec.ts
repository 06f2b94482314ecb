import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { passedProof } from '../../../test/support/proofRows.js';
import { otherAgent } from '../../../test/support/testRepository.js';
import { isRefusal } from '../../domain/refusal/refusal.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { say } from '../../messages/say.js';
import { randomIds } from '../../platform/idSource.js';
import { findingFix } from '../finding/findingFix.js';
import { findingRecord } from '../finding/findingRecord.js';
import { planCursors } from './planCursors.js';
import { planDispatch } from './planDispatch.js';
import { planMove } from './planMove.js';
import { planRegister } from './planRegister.js';

let repository: GitTestRepository;
let task: TaskRow;
beforeEach(async () => {
  repository = new GitTestRepository();
  repository.write(
    '.stateroom/plans/limits.md',
    '# Limits\n\n## Steps\n\n- [ ] Count {#count}\n- [ ] Refuse {#refuse}\n',
  );
  task = await repository.task('w1-limits');
  await repository.ok(planRegister, { plan: 'limits' });
});
afterEach(() => repository.close());

const states = ['none', 'dispatched', 'completed', 'skipped', 'escalated', 'expired'] as const;
const acts = ['dispatch', 'complete', 'skip', 'escalate', 'expire'] as const;
type State = (typeof states)[number];
type Act = (typeof acts)[number];

/** Where each act leads from each state; a code where it is refused. */
const matrix: Readonly<Record<State, Readonly<Record<Act, string>>>> = {
  none: {
    dispatch: 'dispatched',
    complete: '!not_found',
    skip: '!not_found',
    escalate: '!not_found',
    expire: '!not_found',
  },
  dispatched: {
    dispatch: '!transition_not_allowed',
    complete: 'completed',
    skip: 'skipped',
    escalate: 'escalated',
    expire: 'expired',
  },
  completed: {
    dispatch: 'dispatched',
    complete: '!transition_not_allowed',
    skip: '!transition_not_allowed',
    escalate: '!transition_not_allowed',
    expire: '!transition_not_allowed',
  },
  skipped: {
    dispatch: 'dispatched',
    complete: '!transition_not_allowed',
    skip: '!transition_not_allowed',
    escalate: '!transition_not_allowed',
    expire: '!transition_not_allowed',
  },
  escalated: {
    dispatch: 'dispatched',
    complete: 'completed',
    skip: 'skipped',
    escalate: '!transition_not_allowed',
    expire: '!transition_not_allowed',
  },
  expired: {
    dispatch: 'dispatched',
    complete: '!transition_not_allowed',
    skip: 'skipped',
    escalate: 'escalated',
    expire: '!transition_not_allowed',
  },
};

/** Puts the cursor of `count` into a state, past every rule; its revision is 1. */
async function put(state: State): Promise<void> {
  if (state === 'none') return;
  await repository.store.transaction(transaction =>
    transaction.planCursors.insert([
      {
        id: randomIds.ulid(repository.now),
        task_id: task.id,
        plan_item: 'count',
        state,
        lane: null,
        heading: 'Steps',
        summary: null,
        dispatch_count: 1,
        dispatched_at: repository.now,
        completed_at: state === 'completed' || state === 'skipped' ? repository.now : null,
        updated_at: repository.now,
        revision: 1,
      },
    ]),
  );
}

function act(what: Act) {
  if (what === 'dispatch') return repository.call(planDispatch, { item: 'count' });
  const to = { complete: 'completed', skip: 'skipped', escalate: 'escalated', expire: 'expired' } as const;
  return repository.call(planMove, { item: 'count', state: to[what], ...(what === 'expire' ? { revision: 1 } : {}) });
}

describe('the states of a plan cursor', () => {
  for (const from of states) {
    it.each(acts.map(what => [what, matrix[from][what]] as const))(`${from}: %s → %s`, async (what, expected) => {
      await put(from);
      const before = await repository.dump();
      repository.now += 1000;
      const result = await act(what);
      if (expected.startsWith('!')) {
        expect(isRefusal(result) && `!${result.code}`).toBe(expected);
        expect(await repository.dump()).toBe(before);
        return;
      }
      if (isRefusal(result)) throw new Error(say(result.message));
      expect(result.cursor).toMatchObject({
        task: 'T-1',
        item: 'count',
        state: expected,
        heading: 'Steps',
        dispatchCount: what === 'dispatch' && from !== 'none' ? 2 : 1,
        completedAt: expected === 'completed' || expected === 'skipped' ? '2026-11-02T10:00:01.000Z' : null,
        revision: from === 'none' ? 1 : 2,
      });
      expect((await repository.eventTypes()).slice(1)).toEqual(['plan_cursor_moved']);
    });
  }

  it('names what is allowed instead', async () => {
    await put('completed');
    expect(await act('skip')).toMatchObject({
      message: 'count is completed and cannot be skipped.',
      hint: 'Allowed from completed: dispatch.',
    });
  });
});

describe('moving a plan cursor', () => {
  it('lets nobody expire what was moved meanwhile', async () => {
    await put('dispatched');
    expect(await repository.refused(planMove, { item: 'count', state: 'expired' })).toMatchObject({
      code: 'invalid_input',
    });
    await repository.ok(planMove, { item: 'count', state: 'escalated' });
    await repository.ok(planDispatch, { item: 'count' });
    expect(await repository.refused(planMove, { item: 'count', state: 'expired', revision: 1 })).toMatchObject({
      code: 'stale',
      message: 'count has changed: expected revision 1, but it is at 3.',
      details: { expected: 1, current: 3 },
    });
    expect((await repository.ok(planMove, { item: 'count', state: 'expired', revision: 3 })).cursor.state).toBe(
      'expired',
    );
  });

  it('has one winner when two dispatch the same item at once', async () => {
    const results = await Promise.all([
      repository.call(planDispatch, { item: 'count', lane: 'a' }),
      repository.call(planDispatch, { item: 'count', lane: 'b' }),
    ]);
    expect(results.map(result => (isRefusal(result) ? result.code : 'won')).sort()).toEqual([
      'transition_not_allowed',
      'won',
    ]);
  });

  it('is refused without the item, without a plan, and for a task that is done', async () => {
    expect(await repository.refused(planDispatch, { item: 'cuont' })).toMatchObject({
      code: 'not_found',
      message: '.stateroom/plans/limits.md has no item cuont.',
      hint: 'Its items: count, refuse.',
    });
    await repository.task('w2-none');
    expect(await repository.refused(planDispatch, { item: 'count', task: 'w2-none' })).toMatchObject({
      code: 'not_found',
      message: 'T-2 has no plan.',
    });
    await repository.task('w3-done', {
      status: 'done',
      plan_id: (await repository.ok(planRegister, { plan: 'limits', task: 'T-1' })).plan.id,
    });
    expect(await repository.refused(planDispatch, { item: 'count', task: 'w3-done' })).toMatchObject({
      code: 'transition_not_allowed',
      message: 'T-3 is done.',
    });
  });

  it('lists the cursors, the last moved first', async () => {
    await repository.ok(planDispatch, { item: 'count', lane: 'limits', summary: 'Per user' });
    repository.now += 1000;
    await repository.ok(planDispatch, { item: 'refuse' });
    repository.now += 1000;
    await repository.ok(planMove, { item: 'count', state: 'completed', summary: 'Per user and key' });
    const { cursors, total } = await repository.ok(planCursors, {});
    expect(cursors.map(({ item, state, lane, summary }) => [item, state, lane, summary])).toEqual([
      ['count', 'completed', 'limits', 'Per user and key'],
      ['refuse', 'dispatched', null, null],
    ]);
    expect(total).toBe(2);
    expect(await repository.ok(planCursors, { state: 'dispatched', limit: 1 })).toMatchObject({ total: 1 });
  });
});

describe('the gate of a clean slice', () => {
  const move = { item: 'count', state: 'completed', requireCleanSlice: true } as const;

  it('asks for no open high finding and for a proof since the last move', async () => {
    await repository.ok(planDispatch, { item: 'count' });
    await repository.ok(findingRecord, { severity: 'high', path: 'README.md', text: 'Wrong', task: 'T-1' }, otherAgent);
    await repository.ok(findingRecord, { severity: 'medium', path: 'README.md', text: 'Odd', task: 'T-1' }, otherAgent);
    expect(await repository.refused(planMove, move)).toMatchObject({
      code: 'conflict',
      details: { missingGates: ['open_high_findings', 'missing_recent_test'], findings: ['F-1'] },
    });
    repository.commit('Fix', { 'README.md': 'right\n' });
    await repository.ok(findingFix, { ids: ['F-1'] });
    const missing = async () => (await repository.refused(planMove, move)).details?.missingGates;
    expect(await missing()).toEqual(['missing_recent_test']);
    // At the moment of the move itself, failed, or only claimed: no evidence of what came after it.
    await passedProof(repository, { task_id: task.id });
    repository.now += 1000;
    await passedProof(repository, { task_id: task.id, passed: 0 });
    await passedProof(repository, { task_id: task.id, grade: 'said' });
    await passedProof(repository, { task_id: null });
    expect(await missing()).toEqual(['missing_recent_test']);
    await passedProof(repository, { task_id: task.id });
    expect((await repository.ok(planMove, move)).cursor.state).toBe('completed');
    repository.now += 1000;
    expect(await repository.refused(planDispatch, { item: 'refuse', requireCleanSlice: true })).toMatchObject({
      message: 'The slice is not ready: no evidence above grade “said” has passed since a cursor was last moved.',
      details: { missingGates: ['missing_recent_test'] },
    });
    await repository.ok(planDispatch, { item: 'refuse' });
  });
});
