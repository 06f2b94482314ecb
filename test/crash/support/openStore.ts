import { createRequire } from 'node:module';
import { randomIds } from '../../../src/platform/idSource.js';
import type { Log } from '../../../src/platform/log.js';
import { openSqljsStore, type SqljsStoreOptions } from '../../../src/store/engine/sqljs/openSqljsStore.js';
import type { Store } from '../../../src/store/store.js';
import { afterThisTest } from './cleanup.js';

export const wasmFile = createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm');

/** No new generation unless a test asks for one. */
export const neverCheckpoint = {
  bytes: Number.MAX_SAFE_INTEGER,
  records: Number.MAX_SAFE_INTEGER,
  idleBytes: Number.MAX_SAFE_INTEGER,
  idleMs: 60_000,
  closeRecords: Number.MAX_SAFE_INTEGER,
};

/** Keeps what is said, so that a test can ask for it. */
export class KeptLog implements Log {
  readonly lines: string[] = [];

  debug(message: string): void {
    this.lines.push(message);
  }

  info(message: string): void {
    this.lines.push(message);
  }

  warn(message: string): void {
    this.lines.push(message);
  }

  error(message: string): void {
    this.lines.push(message);
  }
}

/** A store over real files, closed after the test if the test does not. `open` is another engine's function. */
export function openStore(
  directory: string,
  options: Partial<SqljsStoreOptions> = {},
  open = openSqljsStore,
): Store & { readonly log: KeptLog } {
  const log = new KeptLog();
  const store = open({
    directory,
    wasmFile,
    clock: { now: () => Date.now() },
    ids: randomIds,
    log,
    mode: 'async',
    lockTimeoutMs: 60_000,
    checkpoint: neverCheckpoint,
    ...options,
  });
  afterThisTest(() => store.close().catch(() => undefined));
  return Object.assign(store, { log });
}
