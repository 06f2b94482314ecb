import { afterEach, describe, expect, it } from 'vitest';
import { inSituation, type ThreadRepository } from '../../../test/support/threadActs.js';
import { findingRecord } from '../../operations/finding/findingRecord.js';
import { findingWontfix } from '../../operations/finding/findingWontfix.js';
import { laneShow } from '../../operations/lane/laneShow.js';
import { workerCancel } from '../../operations/lane/worker/workerCancel.js';
import { workerSpawn } from '../../operations/lane/worker/workerSpawn.js';
import { queueReopen } from '../../operations/queue/queueReopen.js';

let repository: ThreadRepository;
afterEach(() => repository.close());

const first = { task: 'T-1', severity: 'low', path: 'src/retry.ts', text: 'Never ends' } as const;

describe('the lane of an item that was reopened', () => {
  it('is linked to the open findings of the lanes before it', async () => {
    repository = await inSituation('in a task with a lane');
    await repository.by('a2', findingRecord, first);
    await repository.by('a2', findingRecord, { ...first, severity: 'high', path: 'src/login.ts', text: 'No limit' });
    await repository.by('a2', findingRecord, { ...first, path: 'README.md', text: 'No full stop' });
    await repository.by('ada', findingWontfix, { ids: ['F-3'], note: 'It is a title' });
    const { lane: name } = await repository.by('ada', laneShow, { lane: 'L-1' });
    // What is recorded on its own task is not earlier.
    expect((await repository.by('ada', laneShow, { lane: 'L-1' })).earlierFindings).toEqual([]);
    await repository.by('ada', workerCancel, { lane: 'L-1', outcome: 'cancel' });
    await repository.by('ada', queueReopen, { id: 'W-1', reason: 'It is needed' });
    expect((await repository.by('a2', workerSpawn, { lane: 'W-1' })).lane).toBe(`${name}-2`);
    expect((await repository.by('a2', laneShow, { lane: 'L-2' })).earlierFindings).toEqual([
      { ref: 'F-2', severity: 'high', path: 'src/login.ts', text: 'No limit' },
      { ref: 'F-1', severity: 'low', path: 'src/retry.ts', text: 'Never ends' },
    ]);
  });

  it('also to those that were found on the branch of a lane without a task', async () => {
    repository = await inSituation('working');
    const { worktreePath } = await repository.by('ada', laneShow, { lane: 'L-1' });
    const { place } = repository;
    repository.place = worktreePath;
    await repository.by('a2', findingRecord, { ...first, task: undefined, repository: true });
    repository.place = place;
    await repository.by('a2', findingRecord, { ...first, task: undefined, repository: true, path: 'other.ts' });
    await repository.by('ada', workerCancel, { lane: 'L-1' });
    await repository.by('a2', workerSpawn, { lane: 'W-1' });
    expect((await repository.by('a2', laneShow, { lane: 'L-2' })).earlierFindings.map(({ ref }) => ref)).toEqual([
      'F-1',
    ]);
  });
});
