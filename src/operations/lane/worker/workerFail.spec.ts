import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../../test/support/laneTestRepository.js';
import { workerDone } from './workerDone.js';
import { workerFail } from './workerFail.js';
import { workerStart } from './workerStart.js';

let repository: LaneTestRepository;

beforeEach(() => {
  repository = new LaneTestRepository();
});

afterEach(() => repository.close());

describe('giving up', () => {
  it('says why and stops the lane, and it may go on anew', async () => {
    const lane = await repository.spawn('login');
    await repository.ok(workerStart, { lane: 'login' });
    writeFileSync(join(lane.worktreePath, 'new.txt'), 'new\n');
    repository.gitIn(lane, 'add', '--all');
    repository.gitIn(lane, 'commit', '-q', '-m', 'Change new.txt');
    await repository.ok(workerDone, { lane: 'login' });
    expect(await repository.ok(workerFail, { lane: 'login', reason: 'The API is gone' })).toMatchObject({
      state: 'FAILED',
      status: 'blocked',
      worker: { reason: 'The API is gone', cancelled: false },
    });
    expect(await repository.refused(workerStart, { lane: 'login' })).toMatchObject({
      message: 'login is failed and cannot be started.',
    });
  });
});
