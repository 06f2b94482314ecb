import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneRoom } from '../../../../test/support/laneRoom.js';
import { person } from '../../../../test/support/testRoom.js';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { invoke } from '../../invoke.js';
import { workerApprove } from './workerApprove.js';
import { workerDone } from './workerDone.js';
import { workerStart } from './workerStart.js';

let room: LaneRoom;

beforeEach(() => {
  room = new LaneRoom();
});

afterEach(() => room.close());

describe('racing approvals', () => {
  const rounds = process.env.STATEROOM_TESTS === 'all' ? 100 : 20;

  it(`have one effect, ${rounds} times`, async () => {
    const lane = await room.spawn('login');
    await room.ok(workerStart, { lane: 'login' });
    writeFileSync(join(lane.worktreePath, 'new.txt'), 'new\n');
    room.gitIn(lane, 'add', '--all');
    room.gitIn(lane, 'commit', '-q', '-m', 'Change new.txt');
    await room.ok(workerDone, { lane: 'login' });
    const second = room.openStore();
    try {
      const contexts = [room.context(person), { ...room.context({ ...person, name: 'Bob' }), store: second }] as const;
      for (let round = 1; round <= rounds; round += 1) {
        const answers = await Promise.all(contexts.map(context => invoke(workerApprove, context, { lane: 'login' })));
        expect(answers.map(answer => !isRefusal(answer) && answer.state)).toEqual(['APPROVED', 'APPROVED']);
        expect((await room.eventTypes()).filter(type => type === 'worker_approved')).toHaveLength(round);
        await room.store.transaction(async transaction => {
          const [row] = await transaction.lanes.list();
          const [worker] = await transaction.workers.ofLanes([row?.id ?? '']);
          if (worker !== undefined) await transaction.workers.change(worker, { state: 'IN_REVIEW', approved_by: null });
        });
      }
    } finally {
      await second.close();
    }
  });
});
