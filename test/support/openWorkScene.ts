import { blockerAdd } from '../../src/operations/blocker/blockerAdd.js';
import { findingRecord } from '../../src/operations/finding/findingRecord.js';
import { laneUpdate } from '../../src/operations/lane/laneUpdate.js';
import { workerDone } from '../../src/operations/lane/worker/workerDone.js';
import { workerHeartbeat } from '../../src/operations/lane/worker/workerHeartbeat.js';
import { workerRequestChanges } from '../../src/operations/lane/worker/workerRequestChanges.js';
import { workerStart } from '../../src/operations/lane/worker/workerStart.js';
import { queueAdd } from '../../src/operations/queue/queueAdd.js';
import { queueAsk } from '../../src/operations/queue/queueAsk.js';
import { queueClaim } from '../../src/operations/queue/queueClaim.js';
import type { LaneTestRepository } from './laneTestRepository.js';
import { otherAgent, person } from './testRepository.js';

/** What `openWorkScene` leaves: each as `kind` and the lane's name, or the title of the work item. */
export const openWorkNeeds = [
  'approval cart',
  'blocked mail',
  'blocker Needs the new rates',
  'changes docs',
  'dead login',
  'findings Rounds down',
  'unstarted page',
  'workItem Choose a colour',
  'workItem Sign the contract',
] as const;

/** The lane, else the title, of what is in progress. */
export const openWorkInProgress = [
  'Paint the wall',
  'The objective of tariff',
  'cart',
  'docs',
  'login',
  'mail',
  'page',
  'search',
] as const;

/**
 * A store with all that may need a person and all that may be in progress, twenty minutes old: two questions, open findings and a
 * blocker of a task, a worker that is
 * dead, a lane in review, one with changes requested and no agent, a blocked one, one in which nobody started, one whose agent
 * is alive, a task without a lane and a claim.
 */
export async function openWorkScene(repository: LaneTestRepository): Promise<void> {
  await repository.ok(queueAdd, { title: 'Choose a colour' });
  await repository.ok(queueClaim, { id: 'W-1' });
  await repository.ok(queueAsk, { id: 'W-1', question: 'Red or blue?' });
  await repository.ok(queueAdd, { title: 'Sign the contract', question: 'May I?' });
  await repository.ok(queueAdd, { title: 'Paint the wall' });
  await repository.ok(queueClaim, { id: 'W-3', lease: '2h' }, otherAgent);
  await repository.task('tariff');
  const about = { task: 'tariff', path: 'README.md' };
  await repository.ok(findingRecord, { ...about, severity: 'medium', text: 'Has no test' });
  await repository.ok(findingRecord, { ...about, severity: 'high', text: 'Rounds down' });
  await repository.ok(findingRecord, { ...about, severity: 'low', text: 'Spelling' });
  await repository.ok(blockerAdd, { task: 'tariff', description: 'Needs the new rates' });
  for (const name of ['login', 'cart', 'docs', 'mail', 'page', 'search']) {
    const lane = await repository.spawn(name, { owns: [`${name}/**`], noFetch: true });
    if (name === 'page') continue;
    await repository.ok(workerStart, { lane: name, every: 10 });
    if (name !== 'cart' && name !== 'docs') continue;
    repository.gitIn(lane, 'commit', '-q', '--allow-empty', '-m', 'Work');
    await repository.ok(workerDone, { lane: name, skipRebase: true });
  }
  await repository.ok(workerRequestChanges, { lane: 'docs', message: 'Say how to install' }, person);
  await repository.ok(laneUpdate, { lane: 'mail', status: 'blocked' });
  repository.now += 20 * 60_000;
  await repository.ok(workerHeartbeat, { lane: 'search' }, person);
}
