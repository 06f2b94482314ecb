import { join } from 'node:path';
import type { Clock } from '../../../platform/clock.js';
import type { IdSource } from '../../../platform/idSource.js';
import type { Log } from '../../../platform/log.js';
import type { Migration } from '../../migrations/migration.js';
import { migrations } from '../../migrations/migrations.generated.js';
import type { Store } from '../../store.js';
import { PagedStore } from './pages/pagedStore.js';
import { realFileSystem, type StoreFileSystem } from './storeFileSystem.js';

export interface SqljsStoreOptions {
  /** Usually `<git common dir>/stateroom`; need not exist. */
  readonly directory: string;
  readonly wasmFile: string;
  /** Absolute path of the program for queries on their own thread; without it (in tests) they have no time limit. */
  readonly queryWorker?: string;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
  /** `sync` blocks the thread (CLI, hooks); `async` never does (editor, MCP server). */
  readonly mode: 'sync' | 'async';
  /** Default 10,000. */
  readonly lockTimeoutMs?: number;
  /** For tests. */
  readonly files?: StoreFileSystem;
  /** For tests of migration. */
  readonly migrations?: readonly Migration[];
  readonly checkpoint?: Partial<CheckpointPolicy>;
}

export interface CheckpointPolicy {
  /** Max bytes of the log after a commit. */
  readonly bytes: number;
  /** Max commits in the log after a commit. */
  readonly records: number;
  /** Max bytes of the log after `idleMs` without a commit. */
  readonly idleBytes: number;
  readonly idleMs: number;
  /** Max commits in the log when a handle that wrote is closed. */
  readonly closeRecords: number;
}

const defaultPolicy: CheckpointPolicy = {
  bytes: 4 * 1024 * 1024,
  records: 5000,
  idleBytes: 256 * 1024,
  idleMs: 30_000,
  closeRecords: 1000,
};

/** Does not touch the disk before first use. */
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
