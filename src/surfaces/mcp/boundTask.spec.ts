import { afterEach, beforeEach, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { otherAgent } from '../../../test/support/testRepository.js';
import { evidenceRun } from '../../operations/evidence/evidenceRun.js';
import { taskHandOver } from '../../operations/task/taskHandOver.js';
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

it('lets go of a task that the caller hands over, and of no other', async () => {
  await repo.add('Limit the rate of logins');
  await repo.add('Count the retries');
  const bound = new BoundTask(
    (context, directory) => {
      repo.place = directory;
      const there = repo.context(context.actor);
      repo.place = repo.repository;
      return there;
    },
    () => true,
  );
  const own = repo.context(otherAgent);
  const other = await repo.ok(taskStart, { workItem: 'W-2' }, otherAgent);
  const { task } = await repo.ok(taskStart, { workItem: 'W-1' }, otherAgent);
  await bound.follow(taskStart, own, { task });
  expect((await bound.place(own)).context.workTree?.root).toBe(task.workTree);
  const second = await repo.ok(taskHandOver, { id: other.task.ref }, otherAgent);
  expect(await bound.follow(taskHandOver, own, second)).toBeUndefined();
  expect((await bound.place(own)).context.workTree?.root).toBe(task.workTree);
  const first = await repo.ok(taskHandOver, { id: task.ref }, otherAgent);
  expect(await bound.follow(taskHandOver, own, first)).toBe(`Calls apply to ${repo.repository} again.`);
  expect(await bound.place(own)).toEqual({ context: own, notice: undefined });
});
