import { afterEach, describe, expect, it } from 'vitest';
import { person } from '../../../test/support/testRepository.js';
import { inSituation, type Situation, type ThreadRepository } from '../../../test/support/threadActs.js';
import { laneClose } from '../../operations/lane/laneClose.js';
import { workerCancel } from '../../operations/lane/worker/workerCancel.js';
import { workerFail } from '../../operations/lane/worker/workerFail.js';
import { workerMerge } from '../../operations/lane/worker/workerMerge.js';
import { queueAdd } from '../../operations/queue/queueAdd.js';
import { queueAdvance } from '../../operations/queue/queueAdvance.js';
import { queueDepend } from '../../operations/queue/queueDepend.js';
import { queueEdit } from '../../operations/queue/queueEdit.js';
import { queueReopen } from '../../operations/queue/queueReopen.js';
import { queueResolve } from '../../operations/queue/queueResolve.js';

let repository: ThreadRepository | undefined;
afterEach(() => repository?.close());

async function begin(situation: Situation): Promise<ThreadRepository> {
  repository = await inSituation(situation);
  return repository;
}

const waiting = [{ ref: 'W-2', title: 'Tell users', status: 'pending' }];

describe('the end of a lane says who waits for its work item', () => {
  it('when the item is canceled with it, or returns to the queue', async () => {
    const first = await begin('working');
    const cancelled = await first.by('ada', workerCancel, { lane: 'L-1', outcome: 'cancel' });
    expect(cancelled.stillBlocked).toEqual(waiting);
    await first.close();
    const second = await begin('working');
    expect((await second.by('ada', workerCancel, { lane: 'L-1' })).stillBlocked).toEqual(waiting);
  });

  it('when it failed, and when it is closed then', async () => {
    const failing = await begin('working');
    expect((await failing.by('a1', workerFail, { lane: 'L-1', reason: 'No access' })).stillBlocked).toEqual(waiting);
    expect((await failing.by('ada', laneClose, { lane: 'L-1' })).stillBlocked).toEqual(waiting);
  });

  it('and names nobody once it is merged', async () => {
    const approved = await begin('approved');
    expect((await approved.by('ada', workerMerge, { lane: 'L-1' })).stillBlocked).toEqual([]);
  });

  it('when a person cancels it instead of answering', async () => {
    const asked = await begin('waiting');
    expect((await asked.by('ada', queueAdvance, { id: 'W-1', to: 'cancelled' })).stillBlocked).toEqual(waiting);
  });
});

it('a lane is told of what an item above its own waits for, and its merge asks', async () => {
  const rig = await begin('approved');
  await rig.by('ada', queueAdd, { title: 'Epic' });
  await rig.by('ada', queueAdd, { title: 'Blocker' });
  await rig.by('ada', queueEdit, { id: 'W-1', parent: 'W-4' });
  await rig.by('ada', queueDepend, { id: 'W-4', dependsOn: ['W-5'] });
  expect(await rig.refused(workerMerge, { lane: 'L-1' }, person)).toMatchObject({
    message: 'L-1 (limit-logins) was not merged: W-1 “Limit logins” waits for W-5.',
    details: { blockedBy: ['W-5'] },
  });
  await rig.by('ada', queueResolve, { id: 'W-5', status: 'done' });
  await rig.by('ada', queueReopen, { id: 'W-5', reason: 'again' });
  const { rows } = await rig.store.maintenance.query("select subject from messages where kind = 'note' order by id", 9);
  expect(rows).toEqual([
    [
      'W-1 “Limit logins” now depends on W-5. Continue; it cannot be merged until they are done, except early by a person.',
    ],
    ['W-5 was reopened. Your work item W-1 depends on it.'],
  ]);
});
