import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OpenRepository, type RepositoryEnvironment, type RepositoryPlace } from './openRepository.js';

vi.mock('vscode', () => ({ l10n: { t: (message: string) => message } }));

let home: string;
let lanes: unknown[];
let begun: string[];

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'stateroom-room-'));
  lanes = [];
  begun = [];
});

afterEach(() => rmSync(home, { recursive: true }));

function makeRepository(): OpenRepository {
  const transaction = {
    lanes: { list: async () => lanes },
    counters: { begun: async () => begun },
    tasks: { isAnyLive: async () => false },
    plans: { list: async () => [] },
  };
  const store = { read: (work: (of: typeof transaction) => unknown) => work(transaction) };
  const place = { id: '/shop/.git', name: 'shop', storeDirectory: home } as RepositoryPlace;
  return new OpenRepository(place, { openStore: async () => store } as unknown as RepositoryEnvironment);
}

it('has lanes where the store holds one, or somebody is about to make one, not where only their folder is left', async () => {
  const repository = makeRepository();
  expect(await repository.hasLanes()).toBe(false);
  mkdirSync(join(home, 'journeys'));
  writeFileSync(join(home, 'journeys', 'login.0a1b2c3d.draft'), '{}');
  expect(await repository.hasLanes()).toBe(false);
  writeFileSync(join(home, 'journeys', 'login.json'), '{}');
  expect(await repository.hasLanes()).toBe(true);
  rmSync(join(home, 'journeys'), { recursive: true });
  lanes = [{}];
  expect(await repository.hasLanes()).toBe(true);
});

it('tells the menus of the records that it has or had', async () => {
  begun = ['event', 'lane', 'work_item'];
  expect(await makeRepository().holdings()).toEqual(['event', 'lane', 'work_item']);
});

it('keeps the name of who acts once git may be asked for it, and not before', async () => {
  const place = { id: home, name: 'shop', storeDirectory: home } as RepositoryPlace;
  let isTrusted = false;
  const personName = async () => (isTrusted ? 'Robin' : 'account');
  const repository = new OpenRepository(place, {
    isTrusted: () => isTrusted,
    personName,
  } as unknown as RepositoryEnvironment);
  expect(await repository.personName()).toBe('account');
  isTrusted = true;
  expect(await repository.personName()).toBe('Robin');
});

it('hears of a store that somebody makes while nobody looks', async () => {
  const place = { id: home, name: 'shop', storeDirectory: join(home, 'stateroom') } as RepositoryPlace;
  const repository = new OpenRepository(place, {} as RepositoryEnvironment);
  let told = 0;
  const watch = repository.watchFiles(() => told++);
  writeFileSync(join(home, 'HEAD'), 'ref');
  mkdirSync(place.storeDirectory);
  await expect.poll(() => told).toBeGreaterThan(0);
  const before = told;
  writeFileSync(join(place.storeDirectory, 'state.db'), 'x');
  await expect.poll(() => told).toBeGreaterThan(before);
  watch?.dispose();
  const gone = new OpenRepository(
    { ...place, storeDirectory: join(home, 'none', 'stateroom') },
    {} as RepositoryEnvironment,
  );
  expect(gone.watchFiles(() => undefined)).toBeUndefined();
});
