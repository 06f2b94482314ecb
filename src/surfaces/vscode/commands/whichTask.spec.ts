import { afterEach, beforeEach, expect, it } from 'vitest';
import { GitTestRepository } from '../../../../test/support/gitTestRepository.js';
import { isRefusal, RefusalError, refuse } from '../../../domain/refusal/refusal.js';
import type { Rescue } from '../../../git/rescue/rescue.js';
import { verbatim } from '../../../messages/message.js';
import { say } from '../../../messages/say.js';
import { sliceCommit } from '../../../operations/slice/sliceCommit.js';
import { sliceStart } from '../../../operations/slice/sliceStart.js';
import { namedRescue } from '../../../records/lane/rescueAccess.js';
import { isWhichTask } from './whichTask.js';

let repository: GitTestRepository;

beforeEach(() => {
  repository = new GitTestRepository();
});

afterEach(() => repository.close());

/** What a commit of a slice is refused with that names neither. */
async function refused() {
  const refusal = await repository.call(sliceCommit, {});
  if (!isRefusal(refusal)) throw new Error('It was not refused.');
  return refusal;
}

it('asks which task is meant where several tasks could be, and none was named', async () => {
  await repository.task('w1-login');
  await repository.task('w2-limits');
  const refusal = await refused();
  expect(say(refusal.message)).toContain('2 active tasks match');
  expect(isWhichTask(refusal, {})).toBe(true);
  expect(isWhichTask(refusal, { task: 'T-1' })).toBe(false);
  expect(isWhichTask(refuse('not_found', verbatim('No active task.')), {})).toBe(false);
});

it('does not where several slices or rescues could be', async () => {
  await repository.task('w1-login');
  await repository.ok(sliceStart, { title: 'First' });
  await repository.ok(sliceStart, { title: 'Second' });
  const slices = await refused();
  expect(slices.message).toEqual('T-1 has 2 open slices: S-1, S-2.');
  expect(isWhichTask(slices, {})).toBe(false);
  const rescues = ['login', 'limits'].map(lane => ({ ref: `refs/${lane}/1`, manifest: { lane } }) as Rescue);
  const asked = () => namedRescue(rescues, '1');
  expect(asked).toThrow(RefusalError);
  try {
    asked();
  } catch (error) {
    const { refusal } = error as RefusalError;
    expect([refusal.code, isWhichTask(refusal, {})]).toEqual(['ambiguous', false]);
  }
});
