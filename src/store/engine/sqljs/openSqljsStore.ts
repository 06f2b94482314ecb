import { join } from 'node:path';
import type { Clock } from '../../../platform/clock.js';
import type { IdSource } from '../../../platform/idSource.js';
import type { Log } from '../../../platform/log.js';
import type { Migration } from '../../migrations/migration.js';
import { migrations } from '../../migrations/migrations.js';
import type { Store } from '../../store.js';
import { PagedStore } from './pages/pagedStore.js';
import { realFileSystem, type StoreFileSystem } from './storeFileSystem.js';

export interface SqljsStoreOptions {
  /** The store's own directory, usually `<git common dir>/stateroom`; need not exist. */
  readonly directory: string;
  /** Absolute path of sql-wasm.wasm. */
  readonly wasmFile: string;
  /**
   * Absolute path of the program that runs a person's query on a thread of its own, within its time. Without it a query
   * runs on the caller's thread and to its end: for tests, which ask for nothing endless.
   */
  readonly queryWorker?: string;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
  /** `sync` blocks the thread while waiting and flushing (CLI, hooks); `async` never does (editor, MCP server). */
  readonly mode: 'sync' | 'async';
  /** How long to wait for another writer, ms; default 10,000. */
  readonly lockTimeoutMs?: number;
  /** Replaced in tests only. */
  readonly files?: StoreFileSystem;
  /** Replaced in tests of migration only. */
  readonly migrations?: readonly Migration[];
  /** When a checkpoint is due; defaults suit real use. */
  readonly checkpoint?: Partial<CheckpointPolicy>;
}

export interface CheckpointPolicy {
  /** After a commit, when the log is larger. */
  readonly bytes: number;
  /** After a commit, when the log holds more commits. */
  readonly records: number;
  /** After `idleMs` without a commit, when the log is larger than this. */
  readonly idleBytes: number;
  readonly idleMs: number;
  /** At a clean close of a handle that wrote, when the log holds more commits. */
  readonly closeRecords: number;
}

const defaultPolicy: CheckpointPolicy = {
  bytes: 4 * 1024 * 1024,
  records: 5000,
  idleBytes: 256 * 1024,
  idleMs: 30_000,
  closeRecords: 1000,
};

/** The embedded store. Touches nothing until it is first used. */
export function openSqljsStore(options: SqljsStoreOptions): Store {
  return new PagedStore({
    ...options,
    directory: join(options.directory),
    lockTimeoutMs: options.lockTimeoutMs ?? 10_000,
    queryWorker: options.queryWorker,
    files: options.files ?? realFileSystem,
    migrations: options.migrations ?? migrations,
    checkpoint: { ...defaultPolicy, ...options.checkpoint },
  });
}
