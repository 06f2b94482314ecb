import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../../test/support/laneTestRepository.js';
import { agent, person } from '../../../../test/support/testRepository.js';
import { workerApprove } from '../../../operations/lane/worker/workerApprove.js';
import { workerDone } from '../../../operations/lane/worker/workerDone.js';
import { workerMerge } from '../../../operations/lane/worker/workerMerge.js';
import { workerStart } from '../../../operations/lane/worker/workerStart.js';
import { queueAdd } from '../../../operations/queue/queueAdd.js';
import { queueClaim } from '../../../operations/queue/queueClaim.js';
import type { Repository } from '../repository.js';
import { recordedSteps } from './recordedSteps.js';

let repo: LaneTestRepository;
let reader: Pick<Repository, 'invoke'>;

beforeEach(() => {
  repo = new LaneTestRepository();
  reader = { invoke: (operation, input) => repo.call(operation, input, person) };
});
afterEach(() => repo.close());

const steps = (since = 0) => recordedSteps(reader, since);

it('count only what the person did, not the same steps by others', async () => {
  expect(await steps()).toEqual([]);
  await repo.ok(queueAdd, { title: 'Found on the way' }, agent);
  expect(await steps()).toEqual([]);
  await repo.ok(queueAdd, { title: 'Limit the logins' }, person);
  expect(await steps()).toEqual(['add']);
  await repo.ok(queueClaim, { id: 'W-1' }, person);
  expect(await steps()).toEqual(['add']);
  await repo.ok(queueClaim, { id: 'W-2' }, agent);
  expect(await steps()).toEqual(['add', 'watch']);
});

it('are not those of a sample, until they are done in it', async () => {
  await repo.ok(queueAdd, { title: 'Of the sample' }, person);
  await repo.ok(queueClaim, { id: 'W-1' }, agent);
  expect(await steps(2)).toEqual([]);
  await repo.ok(queueAdd, { title: 'Limit the logins' }, person);
  expect(await steps(2)).toEqual(['add']);
});

it('know a merge by the person', async () => {
  const lane = await repo.spawn('login');
  await repo.ok(workerStart, { lane: 'login' }, agent);
  writeFileSync(join(lane.worktreePath, 'limit.ts'), 'export const limit = 5;\n');
  repo.gitIn(lane, 'add', '--all');
  repo.gitIn(lane, 'commit', '-q', '-m', 'Limit');
  await repo.ok(workerDone, { lane: 'login', skipRebase: true }, agent);
  await repo.ok(workerApprove, { lane: 'login' }, person);
  expect(await steps()).toEqual(['watch']);
  await repo.ok(workerMerge, { lane: 'login' }, person);
  expect(await steps()).toEqual(['watch', 'review']);
});
