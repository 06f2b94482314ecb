import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { TestRepository } from '../../../test/support/testRepository.js';
import { repositoryStatus } from '../../operations/repository/repositoryStatus.js';
import { storeCheck } from '../../operations/store/storeCheck.js';
import { sizeConcern } from './sizeConcern.js';

it('minds a store beyond what it is quick for, and names what helps', () => {
  expect(sizeConcern({ bytes: 50_000_000, openItems: 20_000 })).toBeUndefined();
  expect(sizeConcern({ bytes: 370_000_000, openItems: 5 })).toEqual({
    reason: 'The store is 370 MB; it is fast up to 50 MB and 20,000 open work items.',
    hint: 'Run store compact. If that does not help, keep long texts in files and put their paths in payloads and notes.',
  });
  expect(sizeConcern({ bytes: 1, openItems: 20_001 })).toEqual({
    reason: 'The store has 20,001 open work items; it is fast up to 50 MB and 20,000 open work items.',
    hint: 'Resolve or cancel work items that will not be done.',
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
    vi.spyOn(repository.store.maintenance, 'size').mockResolvedValue(370_000_000);
    const report = await repository.store.maintenance.check();
    vi.spyOn(repository.store.maintenance, 'check').mockResolvedValue({ ...report, snapshotBytes: 370_000_000 });
    const reason = 'The store is 370 MB; it is fast up to 50 MB and 20,000 open work items.';
    expect((await repository.ok(repositoryStatus, {})).health).toMatchObject({ state: 'ready', reason });
    expect((await repository.ok(storeCheck, {})).warnings).toEqual([expect.stringContaining(reason)]);
  } finally {
    await repository.close();
  }
});
