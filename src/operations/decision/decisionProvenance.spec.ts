import { afterEach, beforeEach, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import type { Actor } from '../../domain/actor/actor.js';
import { eventsTail } from '../events/eventsTail.js';
import { sliceStart } from '../slice/sliceStart.js';
import { taskStart } from '../task/taskStart.js';
import { decisionRecord } from './decisionRecord.js';

let repository: LaneTestRepository;
beforeEach(() => {
  repository = new LaneTestRepository();
});
afterEach(() => repository.close());

const codex: Actor = {
  role: 'agent',
  name: 'codex',
  harness: 'codex',
  model: 'gpt-5.2-codex',
  effort: 'high',
  session: 's-1',
};

it('has the model, its reasoning level, the lane, the slice and the tokens', async () => {
  await repository.store.create();
  const { task } = await repository.ok(taskStart, { objective: 'Limit logins', ref: 'limit-1', here: false }, codex);
  const lane = await repository.spawn(task.ref);
  repository.place = lane.worktreePath;
  const first = { decision: 'codex_choice_limit-1_one', rationale: 'Why.', task: task.ref };
  expect((await repository.ok(decisionRecord, first, codex)).decision).toMatchObject({
    model: 'gpt-5.2-codex',
    effort: 'high',
    lane: lane.lane,
    slice: null,
    inputTokens: null,
    outputTokens: null,
  });
  await repository.ok(sliceStart, { title: 'Count', task: task.ref }, codex);
  const second = { ...first, decision: 'codex_choice_limit-1_two', inputTokens: 5200, outputTokens: 410 };
  expect((await repository.ok(decisionRecord, second, codex)).decision).toMatchObject({
    slice: 'S-1',
    inputTokens: 5200,
    outputTokens: 410,
  });
  await repository.ok(sliceStart, { title: 'Refuse', task: task.ref }, codex);
  const third = { ...first, decision: 'codex_choice_limit-1_three' };
  expect((await repository.ok(decisionRecord, third, codex)).decision).toMatchObject({ slice: null });
  const fourth = { ...first, decision: 'codex_choice_limit-1_four', slice: 'S-2' };
  expect((await repository.ok(decisionRecord, fourth, codex)).decision).toMatchObject({ slice: 'S-2' });
  const { events } = await repository.ok(eventsTail, { type: 'decision_recorded' });
  expect(events.map(({ model, effort }) => [model, effort])).toEqual(Array(4).fill(['gpt-5.2-codex', 'high']));
});

it('belongs to no slice of another task', async () => {
  await repository.store.create();
  await repository.ok(taskStart, { objective: 'Limit logins', ref: 'limit-1' }, codex);
  await repository.ok(sliceStart, { title: 'Count' }, codex);
  await repository.ok(taskStart, { objective: 'Pay', ref: 'pay-1', new: true }, codex);
  const input = { decision: 'codex_choice_pay-1_one', rationale: 'Why.', task: 'T-2', slice: 'S-1' };
  expect(await repository.refused(decisionRecord, input, codex)).toMatchObject({
    code: 'invalid_input',
    message: 'S-1 is not a slice of T-2.',
  });
});
