import { afterEach, describe, expect, it } from 'vitest';
import { inSituation, type Situation, type ThreadRepository } from '../../../test/support/threadActs.js';
import { laneClose } from '../../operations/lane/laneClose.js';
import { workerCancel } from '../../operations/lane/worker/workerCancel.js';
import { workerFail } from '../../operations/lane/worker/workerFail.js';
import { workerMerge } from '../../operations/lane/worker/workerMerge.js';
import { queueAdvance } from '../../operations/queue/queueAdvance.js';

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
