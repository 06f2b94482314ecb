import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agent, otherAgent, person, TestRepository } from '../../../test/support/testRepository.js';
import { effectiveLease, heartbeatKey } from '../../domain/workItem/lease.js';
import { randomIds } from '../../platform/idSource.js';
import { silentLog } from '../../platform/log.js';
import { openSqljsStore } from '../../store/engine/sqljs/openSqljsStore.js';
import type { Heartbeat, Store } from '../../store/store.js';
import { invoke } from '../invoke.js';
import type { AnyOperation } from '../operation.js';
import { queueAdd } from './queueAdd.js';
import { queueAdvance } from './queueAdvance.js';
import { queueAsk } from './queueAsk.js';
import { queueClaim } from './queueClaim.js';
import { queueHeartbeat } from './queueHeartbeat.js';
import { queueNext } from './queueNext.js';
import { queueShow } from './queueShow.js';

const minute = 60_000;
let repository: TestRepository;
beforeEach(() => {
  repository = new TestRepository();
});
afterEach(() => repository.close());

/** The repository's store, with something that happens before the lock is there or before a heartbeat is written. */
function storeWith(happens: { beforeLock?: () => Promise<unknown>; beforeHeartbeat?: () => Promise<unknown> }): Store {
  const { store } = repository;
  return {
    heartbeats: {
      put: async (heartbeat: Heartbeat) => {
        await happens.beforeHeartbeat?.();
        await store.heartbeats.put(heartbeat);
      },
      drop: id => store.heartbeats.drop(id),
      all: () => store.heartbeats.all(),
    },
    maintenance: store.maintenance,
    health: () => store.health(),
    create: () => store.create(),
    read: callback => store.read(callback),
    readArchived: callback => store.readArchived(callback),
    transaction: async callback => {
      await happens.beforeLock?.();
      return store.transaction(callback);
    },
    commitMark: () => store.commitMark(),
    textIndex: name => store.textIndex(name),
    onDidChange: listener => store.onDidChange(listener),
    close: () => store.close(),
  };
}

describe('a heartbeat beside a claim', () => {
  let id = '';
  beforeEach(async () => {
    id = (await repository.add('Work')).id;
    await repository.ok(queueClaim, { id: 'W-1', lease: '10m' });
  });

  it.each<[string, AnyOperation, object, string]>([
    ['by id', queueClaim, { id: 'W-1' }, 'conflict'],
    ['of the next', queueNext, {}, 'nothing_ready'],
  ])('counts against a claim %s that was waiting for the lock meanwhile', async (_name, operation, input, code) => {
    repository.now += 9 * minute;
    const store = storeWith({
      beforeLock: async () => {
        await repository.ok(queueHeartbeat, { id: 'W-1' });
        repository.now += 2 * minute;
      },
    });
    expect(await invoke(operation, { ...repository.context(otherAgent), store }, input)).toMatchObject({ code });
    expect((await repository.ok(queueShow, { id: 'W-1' })).item).toMatchObject({ owner: 'codex', token: 1 });
  });

  it('is refused when the claim was lost while it was written', async () => {
    repository.now += 10 * minute;
    const store = storeWith({ beforeHeartbeat: () => repository.ok(queueNext, {}, otherAgent) });
    expect(await invoke(queueHeartbeat, { ...repository.context(agent), store }, { id: 'W-1' })).toMatchObject({
      code: 'stale',
      message: 'Token 1 is not valid for W-1 “Work”: it has since been claimed again by claude (token 2).',
    });
    expect((await repository.ok(queueShow, { id: 'W-1' })).item.leaseUntil).toBe('2026-11-02T10:25:00.000Z');
  });

  it('of a lease that is over is a commit, which comes before or after that of a claim that saw no beat', async () => {
    repository.now += 11 * minute;
    await repository.ok(queueHeartbeat, { id: 'W-1' });
    const row = await repository.store.read(transaction => transaction.workItems.find({ by: 'number', number: 1 }));
    expect(row?.lease_until).toBe(repository.now + 10 * minute);
  });

  it('of a lease that is over, and a claim that saw no beat, are not both told that the item is theirs', async () => {
    repository.now += 10 * minute;
    const other = openSqljsStore({
      directory: join(repository.directory, 'store'),
      wasmFile: createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm'),
      clock: { now: () => repository.now },
      ids: randomIds,
      log: silentLog,
      mode: 'async',
    });
    let claiming: Promise<boolean> = Promise.resolve(false);
    const seen: (number | undefined)[] = [];
    const store = storeWith({
      // Goes on as soon as the claimer has listed the heartbeats, long before it has committed.
      beforeHeartbeat: () =>
        new Promise<void>(goOn => {
          claiming = other.transaction(async transaction => {
            const row = await transaction.workItems.find({ by: 'number', number: 1 });
            if (row === undefined) throw new Error('W-1 is not there.');
            const heartbeats = transaction.heartbeats();
            seen.push(heartbeats.get(heartbeatKey(id, 1)));
            if ((effectiveLease(row, heartbeats, repository.now) ?? 0) > repository.now) return false;
            await transaction.workItems.change(row, {
              owner: 'claude',
              token: 2,
              lease_until: repository.now + minute,
            });
            goOn();
            for (let turn = 0; turn < 5000; turn += 1) await undefined;
            return true;
          });
        }),
    });
    try {
      const beat = await invoke(queueHeartbeat, { ...repository.context(agent), store }, { id: 'W-1' });
      const isClaimed = await claiming;
      expect(seen[0]).toBeUndefined();
      expect(beat).toMatchObject(isClaimed ? { code: 'stale' } : { ref: 'W-1', token: 1 });
      const { item } = await repository.ok(queueShow, { id: 'W-1' });
      expect([item.owner, item.token]).toEqual(isClaimed ? ['claude', 2] : [agent.name, 1]);
    } finally {
      await other.close();
    }
  });
});

describe('a heartbeat of an item that is added again', () => {
  it('counts in what add says of it', async () => {
    await repository.add('Work', { id: 'work' });
    await repository.ok(queueClaim, { id: 'work', lease: '10m' });
    repository.now += 9 * minute;
    await repository.ok(queueHeartbeat, { id: 'work' });
    repository.now += 2 * minute;
    expect(await repository.ok(queueAdd, { title: 'Work', id: 'work' })).toMatchObject({
      inserted: false,
      item: { section: 'in_flight', leaseExpired: false, leaseUntil: '2026-11-02T10:19:00.000Z' },
    });
  });
});

describe('a heartbeat after a question was answered', () => {
  it('renews by the length of a lease, without the time that the question waited', async () => {
    await repository.add('Work');
    await repository.ok(queueClaim, { id: 'W-1' });
    await repository.ok(queueAsk, { id: 'W-1', question: 'Which?' });
    repository.now += 40 * 60 * minute;
    const { item } = await repository.ok(queueAdvance, { id: 'W-1', answer: 'This', to: 'in_flight' }, person);
    expect(item).toMatchObject({ leaseUntil: '2026-11-04T02:15:00.000Z', claimedAt: '2026-11-04T02:00:00.000Z' });
    repository.now += 5 * minute;
    expect((await repository.ok(queueHeartbeat, { id: 'W-1', token: 1 })).leaseUntil).toBe('2026-11-04T02:20:00.000Z');
  });

  it('never renews by more than a day', async () => {
    await repository.add('Work');
    await repository.ok(queueClaim, { id: 'W-1' });
    // As a store may hold it that was written before claims were dated again by an answer.
    await repository.store.transaction(async transaction => {
      const row = await transaction.workItems.find({ by: 'number', number: 1 });
      if (row === undefined) throw new Error('W-1 is not there.');
      await transaction.workItems.change(row, { claimed_at: repository.now - 40 * 60 * minute });
    });
    expect((await repository.ok(queueHeartbeat, { id: 'W-1' })).leaseUntil).toBe('2026-11-03T10:00:00.000Z');
  });
});

describe('a heartbeat without a claim', () => {
  it('tells who never claimed the item to claim it', async () => {
    await repository.add('Work');
    expect(await repository.refused(queueHeartbeat, { id: 'W-1' })).toMatchObject({
      code: 'stale',
      message: 'W-1 “Work” is not claimed, so there is no claim to renew.',
      hint: 'Claim it first.',
    });
  });
});
