import { systemClock } from '../../../src/platform/clock.js';
import { randomIds } from '../../../src/platform/idSource.js';
import { silentLog } from '../../../src/platform/log.js';
import { spareWasmOptimiser } from '../../../src/platform/wasmTiering.js';
import { openSqljsStore } from '../../../src/store/engine/sqljs/openSqljsStore.js';
import type { Store } from '../../../src/store/store.js';
import type { Engine, WorkerOrder } from './engine.js';

/**
 * Our store: claims go through the operation as a surface calls it (input checked, one commit, output as shown), reads
 * through the repository.
 */
export async function openOurs(order: WorkerOrder): Promise<Engine> {
  // As the command line and the server do first of all.
  spareWasmOptimiser();
  const store = openSqljsStore({
    directory: order.path,
    wasmFile: order.wasmFile,
    clock: systemClock,
    ids: randomIds,
    log: silentLog,
    mode: order.mode,
  });
  const claim = order.task === 'load' ? await claimerOver(store) : () => Promise.reject(new Error('Not a load.'));
  return {
    claim,
    async ready(limit) {
      const heartbeats = await store.heartbeats.all();
      const filter = { now: systemClock.now(), heartbeats };
      const rows = await store.read(transaction => transaction.workItems.ready(filter, limit));
      return rows.map(row => row.number);
    },
    hold: taken => holdOurs(store, taken),
    async audit() {
      const report = await store.maintenance.check();
      const one = async (sql: string): Promise<readonly number[]> =>
        (await store.maintenance.query(sql, 1_000_000)).rows.map(row => Number(row[0]));
      const [claimedEvents = -1] = await one("select count(*) from events where type = 'work_item_claimed'");
      const [claimedItems = -1] = await one(
        "select count(distinct work_item_id) from events where type = 'work_item_claimed'",
      );
      const inFlight = await one("select number from work_items where status = 'in_flight' order by number");
      return { claimedEvents, claimedItems, itemsInFlight: inFlight.length, inFlight, problems: report.problems };
    },
    close: () => store.close(),
  };
}

/** The operations are loaded only where they are used: who only reads does not pay for them. */
async function claimerOver(store: Store): Promise<Engine['claim']> {
  const { claimNext, contextOver } = await import('./claimRepeatedly.js');
  const context = contextOver(store);
  return () => claimNext(context);
}

async function holdOurs(store: Store, taken: () => void): Promise<never> {
  await store.transaction(async transaction => {
    await transaction.workItems.ready({ now: systemClock.now(), heartbeats: new Map() }, 1);
    taken();
    // Blocks the thread with the lock held, as a stuck process would; the parent ends it.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
  throw new Error('The holder was woken.');
}
