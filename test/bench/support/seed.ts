import { closeSync, copyFileSync, cpSync, fsyncSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { newEvent } from '../../../src/domain/event/newEvent.js';
import { newWorkItem } from '../../../src/domain/workItem/newWorkItem.js';
import type { WorkItemRow } from '../../../src/domain/workItem/workItemRow.js';
import { systemClock } from '../../../src/platform/clock.js';
import { randomIds } from '../../../src/platform/idSource.js';
import { silentLog } from '../../../src/platform/log.js';
import { type CheckpointPolicy, openSqljsStore } from '../../../src/store/engine/sqljs/openSqljsStore.js';
import type { Store } from '../../../src/store/store.js';

export interface Seed {
  readonly items: number;
  /** Directory of our store: one image, an empty journal. */
  readonly ours: string;
  /** The same rows as one SQLite file. */
  readonly reference: string;
}

/** The seeds of each size, made when they are first asked for. */
export type Seeds = Readonly<Record<'small' | 'middle' | 'large' | 'manyEvents', () => Promise<Seed>>>;

const perTransaction = 2000;
const actor = { role: 'human', name: 'seed' } as const;
const monthMs = 30 * 24 * 60 * 60 * 1000;
const oldest = Date.UTC(2025, 0, 1);
const tomorrow = Date.now() + 24 * 60 * 60 * 1000;

/**
 * A store of this many work items of about one kB, each with the event of its creation: of twenty, eighteen are ready, one is
 * blocked by its neighbour and one starts tomorrow.
 */
export async function makeSeed(folder: string, items: number, wasmFile: string): Promise<Seed> {
  const seed: Seed = { items, ours: join(folder, `seed-${items}`), reference: join(folder, `seed-${items}.sqlite`) };
  mkdirSync(folder, { recursive: true });
  const store = openStore(seed.ours, wasmFile);
  for (let start = 0; start < items; start += perTransaction) {
    await addItems(store, start, Math.min(perTransaction, items - start));
  }
  await store.maintenance.compact();
  await store.maintenance.exportTo(seed.reference);
  await store.close();
  return seed;
}

/** So many of the latest events of a timeline are about one work item, at most. */
export const longTimeline = 1000;

/**
 * A copy of a seed whose timeline is this long: agents claimed its items and gave them back, evenly over the last month or another
 * span, at last the first item alone; what they left is in no row.
 */
export async function makeTimeline(
  seed: Seed,
  events: number,
  target: string,
  wasmFile: string,
  span = { from: Date.now() - monthMs, ms: monthMs },
): Promise<void> {
  cpSync(seed.ours, target, { recursive: true });
  const store = openStore(target, wasmFile);
  const more = events - seed.items;
  const begin = span.from;
  const query = { now: begin, heartbeats: new Map(), order: 'created', limit: 1000 } as const;
  const ids = (await store.read(tx => tx.workItems.list(query))).map(({ id }) => id);
  for (let start = 0; start < more; start += perTransaction) {
    const batch = Array.from({ length: Math.min(perTransaction, more - start) }, (_, index) => {
      const at = start + index;
      const agent = { role: 'agent', name: `agent-${at % 7}` } as const;
      const type = at % 2 === 0 ? 'work_item_claimed' : 'work_item_released';
      const item = more - at <= longTimeline ? 0 : (at >> 1) % ids.length;
      return newEvent(agent, begin + Math.floor((at * span.ms) / more), type, ids[item] ?? null, {});
    });
    await store.transaction(tx => tx.events.append(batch));
  }
  const last = await store.read(tx => tx.events.lastId());
  await store.maintenance.compact();
  await store.close();
  if (last !== events) throw new Error(`The timeline holds ${last} of ${events} events.`);
}

/** A seed with as many events, for our store alone. */
export async function makeLongSeed(folder: string, seed: Seed, events: number, wasmFile: string): Promise<Seed> {
  const ours = join(folder, `seed-${seed.items}-${events}`);
  await makeTimeline(seed, events, ours, wasmFile);
  return { items: seed.items, ours, reference: '' };
}

const never: CheckpointPolicy = {
  bytes: Infinity,
  records: Infinity,
  idleBytes: Infinity,
  idleMs: Infinity,
  closeRecords: Infinity,
};

/** Our store in a directory, blocking, with checkpoints only when asked for unless a policy says otherwise. */
export function openStore(directory: string, wasmFile: string, checkpoint: Partial<CheckpointPolicy> = never): Store {
  return openSqljsStore({
    directory,
    wasmFile,
    clock: systemClock,
    ids: randomIds,
    log: silentLog,
    mode: 'sync',
    checkpoint,
  });
}

/** A fresh copy of a seed for one engine, on disk before anything is measured; returns what to open. */
export function copySeed(seed: Seed, engine: 'ours' | 'reference', target: string): string {
  if (engine === 'reference') {
    copyFileSync(seed.reference, target);
    toDisk(target);
    return target;
  }
  cpSync(seed.ours, target, { recursive: true });
  for (const name of readdirSync(target)) {
    const path = join(target, name);
    if (statSync(path).isFile()) toDisk(path);
  }
  toDisk(target);
  return target;
}

/** The SQLite in our store, `3.54.1`. */
export async function sqliteVersionOf(seed: Seed, wasmFile: string): Promise<string> {
  const store = openStore(seed.ours, wasmFile);
  const { rows } = await store.maintenance.query('select sqlite_version()', 1);
  await store.close();
  return String(rows[0]?.[0]);
}

function toDisk(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

async function addItems(store: Store, start: number, count: number): Promise<void> {
  await store.transaction(async transaction => {
    const first = await transaction.workItems.takeNumbers(count);
    const rows = Array.from({ length: count }, (_, index) => itemRow(start + index, first + index));
    await transaction.workItems.insert(rows);
    const edges = rows.flatMap((row, index) =>
      row.open_dependencies === 0 || index === 0
        ? []
        : [{ work_item_id: row.id, depends_on_id: (rows[index - 1] as { id: string }).id, created_at: row.created_at }],
    );
    await transaction.dependencies.insert(edges);
    await transaction.events.append(
      rows.map(row => newEvent(actor, row.created_at, 'work_item_created', row.id, { title: row.title })),
    );
  });
}

function itemRow(index: number, number: number): Omit<WorkItemRow, 'repository_id'> {
  const now = oldest + index * 1000;
  const place = index % 20;
  const request = {
    title: `Work item ${index}: check that the module ${index % 97} does what its description says`,
    key: `seed-${index}`,
    kind: ['general', 'bug', 'test'][index % 3],
    priority: index % 5,
    payload: { path: `src/module${index % 97}/part${index % 13}.ts`, text: 'x'.repeat(400) },
    labels: [`area-${index % 7}`, 'seed'],
    notBefore: place === 19 ? tomorrow : undefined,
  };
  return newWorkItem(request, { id: randomIds.ulid(now), number, now, actor, openDependencies: place === 10 ? 1 : 0 });
}
