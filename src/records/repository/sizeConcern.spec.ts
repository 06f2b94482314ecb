import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { TestRoom } from '../../../test/support/testRoom.js';
import { repositoryStatus } from '../../operations/repository/repositoryStatus.js';
import { storeCheck } from '../../operations/store/storeCheck.js';
import { sizeConcern } from './sizeConcern.js';

it('minds a store beyond what it is quick for, and names what helps', () => {
  expect(sizeConcern({ bytes: 50_000_000, openItems: 20_000 })).toBeUndefined();
  expect(sizeConcern({ bytes: 370_000_000, openItems: 5 })).toEqual({
    reason: 'The store is 370 MB; it is quick up to 50 MB and 20,000 open work items.',
    hint: 'Run store compact. If that does not help, keep long texts in files and put their paths into payloads and notes.',
  });
  expect(sizeConcern({ bytes: 1, openItems: 20_001 })).toEqual({
    reason: 'The store holds 20,001 open work items; it is quick up to 50 MB and 20,000 open work items.',
    hint: 'Resolve or cancel the work items that nobody will do.',
  });
});

it('is told by status and by the check', async () => {
  const room = new TestRoom();
  try {
    await room.add('Work');
    expect((await room.ok(repositoryStatus, {})).health).toEqual({
      state: 'ready',
      location: join(room.directory, 'store'),
    });
    expect((await room.ok(storeCheck, {})).warnings).toEqual([]);
    vi.spyOn(room.store.maintenance, 'size').mockResolvedValue(370_000_000);
    const report = await room.store.maintenance.check();
    vi.spyOn(room.store.maintenance, 'check').mockResolvedValue({ ...report, snapshotBytes: 370_000_000 });
    const reason = 'The store is 370 MB; it is quick up to 50 MB and 20,000 open work items.';
    expect((await room.ok(repositoryStatus, {})).health).toMatchObject({ state: 'ready', reason });
    expect((await room.ok(storeCheck, {})).warnings).toEqual([expect.stringContaining(reason)]);
  } finally {
    await room.close();
  }
});
