import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { person } from '../../../test/support/testRepository.js';
import { laneWhy } from './laneWhy.js';
import { workerApprove } from './worker/workerApprove.js';
import { workerDone } from './worker/workerDone.js';
import { workerMerge } from './worker/workerMerge.js';
import { workerStart } from './worker/workerStart.js';

let repo: LaneTestRepository;

beforeEach(() => {
  repo = new LaneTestRepository();
});

afterEach(() => repo.close());

describe('explaining a line', () => {
  it('names the item, attempt and run of the lane that brought it, before and after its merge', async () => {
    await repo.add('Limit the rate of logins');
    const lane = await repo.spawn('W-1', { noFetch: true });
    await repo.ok(workerStart, { lane: lane.lane, agent: 'codex-1' });
    repo.place = lane.worktreePath;
    writeFileSync(join(lane.worktreePath, 'limit.txt'), 'ten a minute\n');
    expect(await repo.refused(laneWhy, { path: 'limit.txt:1' })).toMatchObject({ code: 'not_found' });
    repo.git('-C', lane.worktreePath, 'add', 'limit.txt');
    repo.git('-C', lane.worktreePath, 'commit', '-q', '--message=Limit', `--date=${new Date(repo.now).toISOString()}`);
    const lines = { workItem: { ref: 'W-1', title: 'Limit the rate of logins' }, lane: 'L-1' };
    expect(await repo.ok(laneWhy, { path: 'limit.txt:1' })).toMatchObject({
      ...{ path: 'limit.txt', line: 1, subject: 'Limit', ...lines },
      attempt: { number: 1, actor: 'codex-1', model: null },
    });
    await repo.ok(workerDone, { lane: lane.lane });
    await repo.ok(workerApprove, { lane: lane.lane }, person);
    repo.place = repo.repository;
    await repo.ok(workerMerge, { lane: lane.lane }, person);
    expect(await repo.ok(laneWhy, { path: 'limit.txt', line: 1 })).toMatchObject({
      ...{ subject: 'Limit', ...lines, attempt: { number: 1 } },
    });
    // In another lane that was rebased onto it, it is still of the lane that brought it.
    const other = await repo.spawn('other', { noFetch: true });
    repo.place = other.worktreePath;
    expect(await repo.ok(laneWhy, { path: 'limit.txt:1' })).toMatchObject(lines);
    repo.place = repo.repository;
    // A line of before is not the lane's.
    expect(await repo.ok(laneWhy, { path: 'README.md:1' })).toMatchObject({
      lane: null,
      workItem: null,
      attempt: null,
    });
  });

  it('refuses a path without a line, and a line that the file does not have', async () => {
    expect(await repo.refused(laneWhy, { path: 'README.md' })).toMatchObject({ code: 'invalid_input' });
    expect(await repo.refused(laneWhy, { path: 'README.md:900' })).toMatchObject({ code: 'not_found' });
    expect(await repo.refused(laneWhy, { path: '../other:1' })).toMatchObject({ code: 'not_found' });
  });
});
