import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RepositoryRoom, type RoomEnvironment, type RoomPlace } from './repositoryRoom.js';

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

function makeRoom(): RepositoryRoom {
  const transaction = {
    lanes: { list: async () => lanes },
    counters: { begun: async () => begun },
    tasks: { isAnyLive: async () => false },
    plans: { list: async () => [] },
  };
  const store = { read: (work: (of: typeof transaction) => unknown) => work(transaction) };
  const place = { id: '/shop/.git', name: 'shop', storeDirectory: home } as RoomPlace;
  return new RepositoryRoom(place, { openStore: async () => store } as unknown as RoomEnvironment);
}

it('has lanes where the store holds one, or somebody is about to make one, not where only their folder is left', async () => {
  const room = makeRoom();
  expect(await room.hasLanes()).toBe(false);
  mkdirSync(join(home, 'journeys'));
  writeFileSync(join(home, 'journeys', 'login.0a1b2c3d.draft'), '{}');
  expect(await room.hasLanes()).toBe(false);
  writeFileSync(join(home, 'journeys', 'login.json'), '{}');
  expect(await room.hasLanes()).toBe(true);
  rmSync(join(home, 'journeys'), { recursive: true });
  lanes = [{}];
  expect(await room.hasLanes()).toBe(true);
});

it('tells the menus of lanes that it has or had', async () => {
  begun = ['event', 'lane', 'work_item'];
  expect(await makeRoom().holdings()).toEqual(['lane']);
});

it('keeps the name of who acts once git may be asked for it, and not before', async () => {
  const place = { id: home, name: 'shop', storeDirectory: home } as RoomPlace;
  let isTrusted = false;
  const personName = async () => (isTrusted ? 'Robin' : 'account');
  const room = new RepositoryRoom(place, { isTrusted: () => isTrusted, personName } as unknown as RoomEnvironment);
  expect(await room.personName()).toBe('account');
  isTrusted = true;
  expect(await room.personName()).toBe('Robin');
});

it('hears of a store that somebody makes while nobody looks', async () => {
  const place = { id: home, name: 'shop', storeDirectory: join(home, 'stateroom') } as RoomPlace;
  const room = new RepositoryRoom(place, {} as RoomEnvironment);
  let told = 0;
  const watch = room.watchFiles(() => told++);
  writeFileSync(join(home, 'HEAD'), 'ref');
  mkdirSync(place.storeDirectory);
  await expect.poll(() => told).toBeGreaterThan(0);
  const before = told;
  writeFileSync(join(place.storeDirectory, 'state.db'), 'x');
  await expect.poll(() => told).toBeGreaterThan(before);
  watch?.dispose();
  const gone = new RepositoryRoom({ ...place, storeDirectory: join(home, 'none', 'stateroom') }, {} as RoomEnvironment);
  expect(gone.watchFiles(() => undefined)).toBeUndefined();
});
