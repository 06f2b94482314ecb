import { afterEach, beforeEach, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import type { Actor } from '../../domain/actor/actor.js';
import { eventsTail } from '../events/eventsTail.js';
import { runClose } from '../run/runClose.js';
import { runShow } from '../run/runShow.js';
import { runStart } from '../run/runStart.js';
import { sliceStart } from '../slice/sliceStart.js';
import { taskShow } from '../task/taskShow.js';
import { taskStart } from '../task/taskStart.js';
import { decisionList } from './decisionList.js';
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

it('has the investigation that is active in its worktree, or the one that is named', async () => {
  await repository.store.create();
  await repository.ok(taskStart, { objective: 'Limit logins', ref: 'limit-1', here: true }, codex);
  const record = async (slug: string, more = {}) => {
    const input = { decision: `codex_choice_limit-1_${slug}`, rationale: 'Why.', ...more };
    return (await repository.ok(decisionRecord, input, codex)).decision.run;
  };
  expect(await record('before')).toBeNull();
  await repository.ok(runStart, { request: 'Why is it slow?' }, codex);
  expect(await record('one')).toBe('R-1');
  await repository.ok(runClose, { summary: 'Known' }, codex);
  expect(await record('after')).toBeNull();
  await repository.ok(runStart, { request: 'Why is it slow again?' }, codex);
  expect(await record('two', { run: 'R-1' })).toBe('R-1');
  expect(await record('three')).toBe('R-2');
  const input = { decision: 'codex_choice_limit-1_four', rationale: 'Why.', run: 'R-9' };
  expect((await repository.refused(decisionRecord, input, codex)).message).toBe('Run R-9 not found.');
  const { decisions } = await repository.ok(decisionList, {}, codex);
  expect(decisions.map(({ ref, run }) => [ref, run])).toEqual([
    ...[
      ['D-5', 'R-2'],
      ['D-4', 'R-1'],
      ['D-3', null],
      ['D-2', 'R-1'],
      ['D-1', null],
    ],
  ]);
  expect((await repository.ok(taskShow, {}, codex)).decisions.map(({ run }) => run)).toEqual(
    decisions.map(({ run }) => run).slice(0, 3),
  );
  expect((await repository.ok(runShow, { run: 'R-1' }, codex)).decisions).toEqual([
    { ref: 'D-2', decision: 'codex_choice_limit-1_one' },
    { ref: 'D-4', decision: 'codex_choice_limit-1_two' },
  ]);
});

it('has no investigation of another task', async () => {
  await repository.store.create();
  await repository.ok(taskStart, { objective: 'Limit logins', ref: 'limit-1', here: true }, codex);
  await repository.ok(taskStart, { objective: 'Pay', ref: 'pay-1', new: true }, codex);
  await repository.ok(runStart, { request: 'Why is it slow?', task: 'T-2' }, codex);
  const input = { decision: 'codex_choice_limit-1_one', rationale: 'Why.', task: 'T-1' };
  expect((await repository.ok(decisionRecord, input, codex)).decision.run).toBeNull();
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
