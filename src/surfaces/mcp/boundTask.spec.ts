import { afterEach, beforeEach, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { otherAgent } from '../../../test/support/testRepository.js';
import { evidenceRun } from '../../operations/evidence/evidenceRun.js';
import { taskStart } from '../../operations/task/taskStart.js';
import { BoundTask } from './boundTask.js';

let repo: LaneTestRepository;
beforeEach(() => {
  repo = new LaneTestRepository();
});
afterEach(() => repo.close());

/** First call of a new server, in the folder of the caller. */
function firstCall(): Promise<string | undefined> {
  const bound = new BoundTask(
    context => context,
    () => true,
  );
  return bound.resume(evidenceRun, repo.context(otherAgent));
}

it('continues the caller’s one task elsewhere, but not from the worktree of a lane, whose work is there', async () => {
  await repo.add('Limit the rate of logins');
  const { task } = await repo.ok(taskStart, { workItem: 'W-1' }, otherAgent);
  const lane = await repo.spawn('cart');
  expect(await firstCall()).toBe(
    `You work on T-1 (${task.name}). Work in ${task.workTree}, on branch ${task.branch}; calls on this connection apply there.`,
  );
  repo.place = lane.worktreePath;
  expect(await firstCall()).toBeUndefined();
});
