import { systemClock } from '../../../src/platform/clock.js';
import { randomIds } from '../../../src/platform/idSource.js';
import { silentLog } from '../../../src/platform/log.js';
import { spareWasmOptimiser } from '../../../src/platform/wasmTiering.js';
import { keepYoungGenerationSmall } from '../../../src/platform/youngGeneration.js';
import { openSqljsStore } from '../../../src/store/engine/sqljs/openSqljsStore.js';
import { loadSqlJs } from '../../../src/store/engine/sqljs/sqlJsModule.js';
import type { Store } from '../../../src/store/store.js';
import type { Engine, WorkerOrder } from './engine.js';
import { countClaimedItems, countClaims } from './statements.js';

/**
 * Our store: claims go through the operation as a surface calls it (input checked, one commit, output as shown) or are made by hand,
 * reads go through the repository.
 */
export async function openOurs(order: WorkerOrder): Promise<Engine> {
  // As the server does first of all.
  spareWasmOptimiser();
  keepYoungGenerationSmall();
  const store = openSqljsStore({
    directory: order.path,
    wasmFile: order.wasmFile,
    clock: systemClock,
    ids: randomIds,
    log: silentLog,
    mode: order.mode,
  });
  const claim = await claimerOf(store, order);
  if (order.task === 'first') await useLibrary(order.wasmFile);
  return {
    claim,
    async ready(limit) {
      const heartbeats = await store.heartbeats.all();
      const filter = { now: systemClock.now(), heartbeats };
      const rows = await store.read(transaction => transaction.workItems.ready(filter, limit));
      return rows.map(row => row.number);
    },
    async audit() {
      const report = await store.maintenance.check();
      const one = async (sql: string): Promise<readonly number[]> =>
        (await store.maintenance.query(sql, 1_000_000)).rows.map(row => Number(row[0]));
      const [claimedEvents = -1] = await one(countClaims);
      const [claimedItems = -1] = await one(countClaimedItems);
      const inFlight = await one("select number from work_items where status = 'in_flight' order by number");
      return { claimedEvents, claimedItems, itemsInFlight: inFlight.length, inFlight, problems: report.problems };
    },
    close: () => store.close(),
  };
}

/** The operations are loaded only where they are used: who only reads does not pay for them. */
async function claimerOf(store: Store, { task, engine }: WorkerOrder): Promise<Engine['claim']> {
  if (task !== 'load' && task !== 'apply') return () => Promise.reject(new Error('Not a load.'));
  if (engine === 'byHand') return (await import('./claimByHand.js')).claimerByHand(store);
  const { claimNext, contextOver } = await import('./claimRepeatedly.js');
  const context = contextOver(store);
  return () => claimNext(context);
}

async function useLibrary(wasmFile: string): Promise<void> {
  const { Database } = await loadSqlJs(wasmFile);
  const database = new Database();
  database.exec('select 1');
  database.close();
}
