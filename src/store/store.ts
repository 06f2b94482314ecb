import type { Actor } from '../domain/actor/actor.js';
import type { DatabaseContent, DatabaseLimits } from '../domain/import/database.js';
import type { NextStep } from '../domain/refusal/refusal.js';
import type { HeartbeatIndex } from '../domain/workItem/lease.js';
import type { Sentence } from '../messages/sentence.js';
import type { Tables } from './tables/tables.js';
import type { TextIndex } from './textIndex.js';

/** Access to all records during one transaction or read. A callback may await only its methods. */
export interface Transaction extends Tables {
  /** In a transaction, includes every extension granted before, however long it waited for the lock. */
  heartbeats(): HeartbeatIndex;
}

export interface StoreHealth {
  /**
   * `absent`: reads return nothing and the first write creates the store. `update-pending`: read-only, because older processes
   * have a store of an earlier format open.
   */
  readonly state: 'absent' | 'ready' | 'read-only' | 'update-pending' | 'corrupt' | 'too-new';
  /** Reason for a state other than `ready`, or a problem despite it, in one sentence. */
  readonly reason?: Sentence;
  readonly hint?: Sentence;
  readonly next?: readonly NextStep[];
  /** Directory or URL without credentials. */
  readonly location: string;
}

/** Identified by work item and fencing token: one of a lost claim is ignored. Stored beside the log, which does not grow. */
export interface Heartbeat {
  readonly workItemId: string;
  readonly token: number;
  /** End of the claim, ms UTC. */
  readonly until: number;
}

export interface Heartbeats {
  put(heartbeat: Heartbeat): Promise<void>;
  /** Includes all tokens. */
  drop(workItemId: string): Promise<void>;
  /** Cheap (one directory listing). */
  all(): Promise<HeartbeatIndex>;
}

export interface CheckReport {
  readonly ok: boolean;
  /** One sentence each; empty when ok. */
  readonly problems: readonly string[];
  /** Missing or changed archives among the problems; if there are no others, the store itself is sound. */
  readonly brokenArchives: number;
  readonly generation: number;
  readonly commits: number;
  readonly journalBytes: number;
  readonly snapshotBytes: number;
  readonly workItems: number;
  readonly events: number;
}

export interface QueryResult {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
  readonly truncated: boolean;
}

export interface QueryOptions {
  /** Default 10,000. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
}

/** Earlier version to which a downgrade is supported. */
export type ExportFormat = '0.1';

export interface BackupReport {
  readonly file: string;
  readonly bytes: number;
  readonly commits: number;
  /** Large messages in files beside the store: included, and missing or changed. */
  readonly contents: { readonly held: number; readonly missing: number };
  /** Included, and missing or changed. */
  readonly archives: { readonly held: number; readonly missing: number };
}

export interface ArchiveOptions {
  readonly actor: Actor;
  /** Counts records without moving them; events are not counted. */
  readonly dryRun?: boolean | undefined;
}

export interface ArchiveReport {
  readonly workItems: number;
  readonly tasks: number;
  readonly lanes: number;
  readonly events: number;
  /** Relative to the store. */
  readonly files: string[];
  readonly bytes: { readonly before: number; readonly after: number };
}

/** Methods throw StoreError with a sentence and a hint. */
export interface StoreMaintenance {
  check(): Promise<CheckReport>;
  /** Bytes of all pages and of the current log; 0 without a store. */
  size(): Promise<number>;
  /** Writes a new image without the pages of deleted rows. */
  compact(): Promise<{ generation: number; snapshotFile: string; snapshotBytes: number }>;
  /** Copies the state into a file that `restore` reads. Refuses an existing file. */
  backup(file: string): Promise<BackupReport>;
  /**
   * Replaces the content for all processes, and keeps the old one as `keptAs`. Numbers, event ids and tokens continue above both;
   * an event by `actor` records the restore.
   */
  restore(file: string, actor?: Actor): Promise<{ generation: number; keptAs: string }>;
  /** Updates the format although older processes have the store open; restart these. False if it is current. */
  applyUpdate(): Promise<boolean>;
  /** Writes plain SQLite, or with a format a backup for `restore` of that version. Refuses an existing file. */
  exportTo(file: string, format?: ExportFormat): Promise<{ file: string; bytes: number }>;
  /** Runs one SELECT; returns at most `limit` rows. */
  query(sql: string, limit: number, options?: QueryOptions): Promise<QueryResult>;
  /**
   * Moves records of work that ended before a time (ms UTC) into files, in parts, each synced before its records are deleted.
   * Records that others refer to stay.
   */
  archive(before: number, options: ArchiveOptions): Promise<ArchiveReport>;
  /** Reads tables of an unrelated SQLite file. Consumes the image; undefined if damaged. */
  readForeign(
    image: Uint8Array,
    tables: readonly string[],
    limits: DatabaseLimits,
  ): Promise<DatabaseContent | undefined>;
}

/** Gateway to all state. Only a surface's compose.ts knows the engine. */
export interface Store {
  readonly heartbeats: Heartbeats;
  readonly maintenance: StoreMaintenance;
  health(): Promise<StoreHealth>;
  /** True if this call created the store. */
  create(): Promise<boolean>;
  /** Includes every commit acknowledged before the call. */
  read<T>(callback: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Reads all archives as one. Throws if an archive file is missing or damaged. */
  readArchived<T>(callback: (transaction: Transaction) => Promise<T>): Promise<T>;
  /**
   * Commits reads and writes exclusively; resolves once they are on disk, and rolls back on a throw. The callback awaits only
   * `transaction`. It may run again, as after another process's commit, on the new state: do side effects after the transaction,
   * and reset outer variables in each run.
   */
  transaction<T>(callback: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Changes with each commit; undefined without a store. Reads no store. Take it before a read that is cached under it. */
  commitMark(): string | undefined;
  /** Opens the index file of this name on the first call, then caches it. */
  textIndex(name: string): Promise<TextIndex>;
  /** Throttled hint after commits of any process. Returns a function that unsubscribes. */
  onDidChange(listener: () => void): () => void;
  close(): Promise<void>;
}
