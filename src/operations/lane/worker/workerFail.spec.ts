import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../../test/support/laneTestRepository.js';
import { person } from '../../../../test/support/testRepository.js';
import { queueShow } from '../../queue/queueShow.js';
import { laneClose } from '../laneClose.js';
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

  it('asks a person with the reason, which may end with a full stop of its own', async () => {
    await repository.add('Limit logins');
    const { lane } = await repository.spawn('W-1');
    await repository.ok(workerStart, { lane });
    await repository.ok(workerFail, { lane, reason: 'The session cannot be read, as it is null.' });
    await repository.ok(laneClose, { lane }, person);
    const { item } = await repository.ok(queueShow, { id: 'W-1' });
    expect(item.question).toContain(
      'failed: The session cannot be read, as it is null. Open another lane, return the item to the queue, or cancel it?',
    );
  });
});
