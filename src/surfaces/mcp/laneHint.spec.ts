import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { laneRow } from '../../../test/support/laneRow.js';
import { TestRepository } from '../../../test/support/testRepository.js';
import type { Store } from '../../store/store.js';
import { LaneHint } from './laneHint.js';

let repository: TestRepository;
beforeEach(() => {
  repository = new TestRepository();
});
afterEach(() => repository.close());

/** Asks as a server that has just started does; also how often the store was read for it. */
async function askAtStart(): Promise<{ hasLanes: boolean; reads: number }> {
  let reads = 0;
  const store = {
    commitMark: () => repository.store.commitMark(),
    read: (callback: Parameters<Store['read']>[0]) => {
      reads += 1;
      return repository.store.read(callback);
    },
  } as Store;
  return { hasLanes: await new LaneHint().hasLanes(store, join(repository.directory, 'store')), reads };
}

async function openLane(): Promise<void> {
  const row = laneRow({ id: '01JBN3Q3C0000000000000LANE', number: 1, name: 'login' });
  await repository.store.transaction(async transaction => {
    await transaction.lanes.insert([row]);
  });
}

it('opens no store where nothing was committed', async () => {
  expect(await askAtStart()).toEqual({ hasLanes: false, reads: 0 });
});

it('reads the store once after each commit while there is no lane', async () => {
  await repository.add('Fix the login');
  expect(await askAtStart()).toEqual({ hasLanes: false, reads: 1 });
  expect(await askAtStart()).toEqual({ hasLanes: false, reads: 0 });
  await repository.add('Fix the logout');
  expect(await askAtStart()).toEqual({ hasLanes: false, reads: 1 });
});

it('reads the store no more once there is a lane', async () => {
  await repository.add('Fix the login');
  expect(await askAtStart()).toEqual({ hasLanes: false, reads: 1 });
  await openLane();
  expect(await askAtStart()).toEqual({ hasLanes: true, reads: 1 });
  await repository.add('Fix the logout');
  expect(await askAtStart()).toEqual({ hasLanes: true, reads: 0 });
});

it('notices the first lane in a server that has asked before', async () => {
  await repository.add('Fix the login');
  const hint = new LaneHint();
  const store = join(repository.directory, 'store');
  expect(await hint.hasLanes(repository.store, store)).toBe(false);
  expect(await hint.hasLanes(repository.store, store)).toBe(false);
  await openLane();
  expect(await hint.hasLanes(repository.store, store)).toBe(true);
});
