import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../../test/support/laneTestRepository.js';
import { person } from '../../../../test/support/testRepository.js';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { invoke } from '../../invoke.js';
import { workerApprove } from './workerApprove.js';
import { workerDone } from './workerDone.js';
import { workerStart } from './workerStart.js';

let repository: LaneTestRepository;

beforeEach(() => {
  repository = new LaneTestRepository();
});

afterEach(() => repository.close());

describe('racing approvals', () => {
  const rounds = process.env.STATEROOM_TESTS === 'all' ? 100 : 20;

  it(`have one effect, ${rounds} times`, async () => {
    const lane = await repository.spawn('login');
    await repository.ok(workerStart, { lane: 'login' });
    writeFileSync(join(lane.worktreePath, 'new.txt'), 'new\n');
    repository.gitIn(lane, 'add', '--all');
    repository.gitIn(lane, 'commit', '-q', '-m', 'Change new.txt');
    await repository.ok(workerDone, { lane: 'login' });
    const second = repository.openStore();
    try {
      const contexts = [
        repository.context(person),
        { ...repository.context({ ...person, name: 'Bob' }), store: second },
      ] as const;
      for (let round = 1; round <= rounds; round += 1) {
        const answers = await Promise.all(contexts.map(context => invoke(workerApprove, context, { lane: 'login' })));
        expect(answers.map(answer => !isRefusal(answer) && answer.state)).toEqual(['APPROVED', 'APPROVED']);
        expect((await repository.eventTypes()).filter(type => type === 'worker_approved')).toHaveLength(round);
        await repository.store.transaction(async transaction => {
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
