import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneRoom } from '../../../../test/support/laneRoom.js';
import { workerDone } from './workerDone.js';
import { workerFail } from './workerFail.js';
import { workerStart } from './workerStart.js';

let room: LaneRoom;

beforeEach(() => {
  room = new LaneRoom();
});

afterEach(() => room.close());

describe('giving up', () => {
  it('says why and stops the lane, and it may go on anew', async () => {
    const lane = await room.spawn('login');
    await room.ok(workerStart, { lane: 'login' });
    writeFileSync(join(lane.worktreePath, 'new.txt'), 'new\n');
    room.gitIn(lane, 'add', '--all');
    room.gitIn(lane, 'commit', '-q', '-m', 'Change new.txt');
    await room.ok(workerDone, { lane: 'login' });
    expect(await room.ok(workerFail, { lane: 'login', reason: 'The API is gone' })).toMatchObject({
      state: 'FAILED',
      status: 'blocked',
      worker: { reason: 'The API is gone', cancelled: false },
    });
    expect(await room.refused(workerStart, { lane: 'login' })).toMatchObject({
      message: 'login is FAILED and cannot be started.',
    });
  });
});
