import { afterEach, beforeEach, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { findingList } from '../finding/findingList.js';
import { findingRecord } from '../finding/findingRecord.js';
import { repositoryStatus } from '../repository/repositoryStatus.js';
import { taskStart } from '../task/taskStart.js';

// Findings of a lane are those of its task and those that were found on its branch, which tells them where it has no task.

let repo: LaneTestRepository;
beforeEach(() => {
  repo = new LaneTestRepository();
});
afterEach(() => repo.close());

const record = (text: string, more: object = {}) =>
  repo.ok(findingRecord, { severity: 'high', path: 'README.md', text, ...more });
const textsOf = async (filter: object) =>
  (await repo.ok(findingList, { order: 'created', ...filter })).findings.map(({ text }) => text);

it('lists the findings of a lane, with a task or without one', async () => {
  const { worktreePath } = await repo.spawn('login', { noFetch: true });
  const { task } = await repo.ok(taskStart, { objective: 'Count carts', ref: 'cart-1', here: false });
  const cart = await repo.spawn('cart-1', { noFetch: true });
  await record('Of the repository', { repository: true });
  await record('Of the task', { task: task.ref });
  repo.place = worktreePath;
  await record('Found in the lane');
  repo.place = cart.worktreePath;
  await record('Found in the lane of the task');
  expect(await textsOf({ lane: 'login' })).toEqual(['Found in the lane']);
  expect(await textsOf({ lane: 'L-1', severity: 'low' })).toEqual([]);
  expect(await textsOf({ lane: 'L-2' })).toEqual(['Of the task', 'Found in the lane of the task']);
  expect((await repo.ok(findingList, { lane: 'L-1' })).counts.open).toMatchObject({ high: 1 });
  repo.place = worktreePath;
  await repo.ok(taskStart, { objective: 'Log in', light: true });
  await record('Found for the light task of the lane');
  expect(await textsOf({ lane: 'login' })).toEqual(['Found in the lane', 'Found for the light task of the lane']);
  expect((await repo.refused(findingList, { lane: 'logni' })).hint).toBe('Did you mean login?');
});

it('what needs a person lists the findings of a lane without a task by the lane', async () => {
  const { worktreePath } = await repo.spawn('login', { noFetch: true });
  repo.place = worktreePath;
  await record('Found in the lane');
  const { needs } = await repo.ok(repositoryStatus, {});
  expect(needs.filter(({ kind }) => kind === 'findings')).toMatchObject([
    { next: 'finding list --lane L-1', acts: [{ operation: 'finding.list', input: { lane: 'L-1' } }] },
  ]);
});
