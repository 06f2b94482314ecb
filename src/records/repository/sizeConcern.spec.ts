import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { TestRepository } from '../../../test/support/testRepository.js';
import { repositoryStatus } from '../../operations/repository/repositoryStatus.js';
import { storeCheck } from '../../operations/store/storeCheck.js';
import { sizeConcern } from './sizeConcern.js';

const reason = 'The store is 620 MB; backup, export, compaction and restore need several times as much memory.';

it('warns of a store whose copies take much memory', () => {
  expect(sizeConcern(500_000_000)).toBeUndefined();
  expect(sizeConcern(620_000_000)).toEqual({
    reason,
    hint: 'Archive work that ended long ago: `stateroom store archive --before -90d`. Keep long texts in files, and their paths in payloads and notes.',
  });
});

it('is told by status and by the check', async () => {
  const repository = new TestRepository();
  try {
    await repository.add('Work');
    expect((await repository.ok(repositoryStatus, {})).health).toEqual({
      state: 'ready',
      location: join(repository.directory, 'store'),
    });
    expect((await repository.ok(storeCheck, {})).warnings).toEqual([]);
    vi.spyOn(repository.store.maintenance, 'size').mockResolvedValue(620_000_000);
    const report = await repository.store.maintenance.check();
    vi.spyOn(repository.store.maintenance, 'check').mockResolvedValue({ ...report, snapshotBytes: 620_000_000 });
    expect((await repository.ok(repositoryStatus, {})).health).toMatchObject({ state: 'ready', reason });
    expect((await repository.ok(storeCheck, {})).warnings).toEqual([expect.stringContaining(reason)]);
  } finally {
    await repository.close();
  }
});
