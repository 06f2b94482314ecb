/**
 * A process that opens one store after another and tells what came of each call, how long it took, and how much memory. It is one of
 * its own, so that a call that never ends can be ended, and so that the memory is that of the store alone.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { randomIds } from '../../../src/platform/idSource.js';
import { silentLog } from '../../../src/platform/log.js';
import { openSqljsStore } from '../../../src/store/engine/sqljs/openSqljsStore.js';
import type { Store } from '../../../src/store/store.js';
import { StoreError } from '../../../src/store/storeError.js';
import { addItems } from './rows.js';

export interface Outcome {
  /** What was answered; undefined for a failure. */
  readonly value?: unknown;
  /** The code of a StoreError; `RAW` for any other failure, with its stack as the message. */
  readonly code?: string;
  readonly message?: string;
  /** Whether it says what to do. */
  readonly hasNext?: boolean;
}

/** `call` is one of those below. */
export interface Question {
  readonly directory: string;
  readonly call: Call;
}

export interface Judgement extends Outcome {
  readonly ms: number;
  /** The most memory that it took at any moment, in MB; 0 where the system does not tell. */
  readonly peak: number;
}

const calls = {
  list: async (store: Store) => {
    const filter = { now: Date.now(), heartbeats: new Map(), order: 'created', limit: 1000 } as const;
    const rows = await store.read(transaction => transaction.workItems.list(filter));
    return rows.map(({ title }) => title).sort();
  },
  query: async (store: Store) =>
    (await store.maintenance.query('select title from work_items order by number', 1000)).rows.map(([title]) => title),
  health: (store: Store) => store.health(),
  check: (store: Store) => store.maintenance.check(),
  refuse: (store: Store) =>
    store.transaction(async transaction => {
      await transaction.workItems.takeNumbers(1);
      throw new StoreError('INVALID_STATEMENT', 'Refused by its caller.' as never);
    }),
  add: (store: Store) => addItems(store, ['next']),
  compact: async (store: Store) => (await store.maintenance.compact()).generation,
};
export type Call = keyof typeof calls;

const { wasmFile } = JSON.parse(process.argv[2] ?? '{}') as { wasmFile: string };
const never = Number.MAX_SAFE_INTEGER;

async function answer({ directory, call }: Question): Promise<Outcome> {
  const store = openSqljsStore({
    directory,
    wasmFile,
    clock: { now: () => Date.now() },
    ids: randomIds,
    log: silentLog,
    mode: 'async',
    lockTimeoutMs: 60_000,
    checkpoint: { bytes: never, records: never, idleBytes: never, idleMs: 60_000, closeRecords: never },
  });
  try {
    return { value: await calls[call](store) };
  } catch (error) {
    if (!(error instanceof StoreError)) {
      return { code: 'RAW', message: error instanceof Error ? `${error.stack}` : String(error) };
    }
    return { code: error.code, message: error.message, hasNext: error.hint !== undefined || error.next !== undefined };
  } finally {
    await store.close().catch(() => undefined);
  }
}

function resetPeak(): void {
  try {
    writeFileSync('/proc/self/clear_refs', '5');
  } catch {
    // Elsewhere than on Linux, memory is not looked at.
  }
}

function peak(): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

process.on('message', async (question: Question) => {
  resetPeak();
  const begun = performance.now();
  const outcome = await answer(question);
  process.send?.({ ...outcome, ms: performance.now() - begun, peak: peak() } satisfies Judgement);
});
process.on('disconnect', () => process.exit(0));
