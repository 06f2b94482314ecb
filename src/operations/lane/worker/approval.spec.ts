import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../../test/support/laneTestRepository.js';
import { person } from '../../../../test/support/testRepository.js';
import type { Lane } from '../../../domain/lane/lane.js';
import { laneShow } from '../laneShow.js';
import { workerApprove } from './workerApprove.js';
import { workerDone } from './workerDone.js';
import { workerMerge } from './workerMerge.js';
import { workerStart } from './workerStart.js';

let repo: LaneTestRepository;
let lane: Lane;
let approved: string;

const commitIn = (text: string): void => {
  writeFileSync(join(lane.worktreePath, 'new.txt'), text);
  repo.gitIn(lane, 'add', '--all');
  repo.gitIn(lane, 'commit', '-q', '-m', 'Change');
};
const headOf = (): string => repo.gitIn(lane, 'rev-parse', 'HEAD');
/** The base goes on, and the lane comes on top of it. */
const rebase = (): void => {
  repo.commit('Meanwhile', { 'other.txt': 'other\n' });
  repo.gitIn(lane, 'rebase', '-q', 'main');
};
const shown = async () => {
  const { state, worker, approval } = await repo.ok(laneShow, { lane: 'login' });
  return { state, submitted: worker?.submitted, approvedBy: worker?.approvedBy, approval };
};

beforeEach(async () => {
  repo = new LaneTestRepository();
  lane = await repo.spawn('login');
  await repo.ok(workerStart, { lane: 'login' });
  commitIn('new\n');
  await repo.ok(workerDone, { lane: 'login' });
  await repo.ok(workerApprove, { lane: 'login' }, person);
  approved = headOf();
});
afterEach(() => repo.close());

describe('an approval', () => {
  it('is for the commit that was reviewed', async () => {
    const approval = { by: 'Ada', commit: approved, head: approved, holds: true };
    expect(await shown()).toEqual({ state: 'APPROVED', submitted: approved, approvedBy: 'Ada', approval });
  });

  it('holds over a rebase, says so, and lets the lane be merged', async () => {
    rebase();
    const head = headOf();
    expect(head).not.toBe(approved);
    const approval = { by: 'Ada', commit: approved, head, holds: true };
    // Reading writes nothing.
    expect(await shown()).toEqual({ state: 'APPROVED', submitted: approved, approvedBy: 'Ada', approval });
    expect(await repo.ok(workerMerge, { lane: 'login' }, person)).toMatchObject({ state: 'COMPLETED' });
    expect((await repo.eventTypes()).filter(type => /^worker_(approv|sent|subm|merged)/.test(type))).toEqual([
      'worker_submitted',
      'worker_approved',
      'worker_approval_kept',
      'worker_merged',
    ]);
    expect(repo.git('show', 'main:new.txt')).toBe('new');
  });

  it('holds when the work is submitted or approved again, each time, and names the commit that was reviewed', async () => {
    for (let round = 1; round <= 2; round += 1) {
      repo.commit('Meanwhile', { [`other-${round}.txt`]: 'other\n' });
      repo.gitIn(lane, 'rebase', '-q', 'main');
      await repo.ok(workerDone, { lane: 'login', noFetch: true });
      const head = headOf();
      const approval = { by: 'Ada', commit: approved, head, holds: true };
      expect(await shown()).toEqual({ state: 'APPROVED', submitted: head, approvedBy: 'Ada', approval });
    }
    repo.gitIn(lane, 'commit', '-q', '--amend', '-m', 'Said better');
    expect(await repo.ok(workerApprove, { lane: 'login', commit: headOf() }, person)).toMatchObject({
      state: 'APPROVED',
      worker: { submitted: headOf(), approvedBy: 'Ada' },
    });
    expect((await shown()).approval).toEqual({ by: 'Ada', commit: approved, head: headOf(), holds: true });
  });

  it('lapses when something was edited with the rebase', async () => {
    rebase();
    writeFileSync(join(lane.worktreePath, 'new.txt'), 'new \n');
    repo.gitIn(lane, 'commit', '-q', '--all', '--amend', '--no-edit');
    expect((await shown()).approval).toEqual({ by: 'Ada', commit: approved, head: headOf(), holds: false });
    expect(await repo.call(workerMerge, { lane: 'login' }, person)).toMatchObject({ code: 'stale' });
    expect(await shown()).toMatchObject({ state: 'IN_REVIEW', approvedBy: null, approval: null });
    const { moved } = await repo.ok(laneShow, { lane: 'login' });
    expect(moved).toBe(headOf());
    await repo.ok(workerDone, { lane: 'login', noFetch: true });
    expect((await repo.ok(laneShow, { lane: 'login' })).moved).toBeNull();
  });

  it('lapses when edited work is submitted again', async () => {
    rebase();
    commitIn('newer\n');
    await repo.ok(workerDone, { lane: 'login', noFetch: true });
    expect(await shown()).toEqual({ state: 'IN_REVIEW', submitted: headOf(), approvedBy: null, approval: null });
  });
});
