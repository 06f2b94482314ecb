import type { Actor } from '../domain/actor/actor.js';
import type { DatabaseContent, DatabaseLimits } from '../domain/import/database.js';
import type { NextStep } from '../domain/refusal/refusal.js';
import type { HeartbeatIndex } from '../domain/workItem/lease.js';
import type { Sentence } from '../messages/sentence.js';
import type { Tables } from './tables/tables.js';
import type { TextIndex } from './textIndex.js';

/** Access to all records, one object per transaction or read. Await only its methods inside a callback. */
export interface Transaction extends Tables {
  /** Returns all current heartbeats. A transaction holds the lock, so it sees every extension granted before, however long it waited. */
  heartbeats(): HeartbeatIndex;
}

export interface StoreHealth {
  /**
   * `absent`: nothing on disk; reads return nothing and the first write creates the store. `update-pending`: older processes have a store
   * of an earlier format open, so it is read-only.
   */
  readonly state: 'absent' | 'ready' | 'read-only' | 'update-pending' | 'corrupt' | 'too-new';
  /** One sentence for a person: the reason why the state is not `ready`, or a problem although it is. */
  readonly reason?: Sentence;
  readonly hint?: Sentence;
  readonly next?: readonly NextStep[];
  /** Directory or URL (without credentials). */
  readonly location: string;
}

/**
 * A claim's heartbeat, identified by work item and fencing token: a heartbeat of a lost claim is ignored. Stored beside the data and
 * without an event, so that heartbeats do not grow the log.
 */
export interface Heartbeat {
  readonly workItemId: string;
  readonly token: number;
  /** End of the claim, ms UTC. */
  readonly until: number;
}

export interface Heartbeats {
  put(heartbeat: Heartbeat): Promise<void>;
  /** Removes the work item's heartbeats of all tokens. */
  drop(workItemId: string): Promise<void>;
  /** Returns all heartbeats; cheap (one directory listing). */
  all(): Promise<HeartbeatIndex>;
}

export interface CheckReport {
  readonly ok: boolean;
  /** One sentence per problem; empty when ok. */
  readonly problems: readonly string[];
  /** Number of problems that are missing or changed archives; if that is all of them, the store itself is sound. */
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
  /** Timeout in ms; 10,000 by default. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
}

/** An earlier version to which a downgrade is supported. */
export type ExportFormat = '0.1';

export interface BackupReport {
  readonly file: string;
  readonly bytes: number;
  readonly commits: number;
  /** Contents of large messages, which are files next to the store: included, and missing or changed. */
  readonly contents: { readonly held: number; readonly missing: number };
  /** Archives: included, and missing or changed. */
  readonly archives: { readonly held: number; readonly missing: number };
}

export interface ArchiveOptions {
  readonly actor: Actor;
  /** Counts the records to archive without moving them; events are not counted. */
  readonly dryRun?: boolean | undefined;
}

export interface ArchiveReport {
  readonly workItems: number;
  readonly tasks: number;
  readonly lanes: number;
  readonly events: number;
  /** File names, relative to the store. */
  readonly files: string[];
  readonly bytes: { readonly before: number; readonly after: number };
}

/** Maintenance of the store. Methods throw StoreError with a sentence and a hint. */
export interface StoreMaintenance {
  check(): Promise<CheckReport>;
  /** Returns the bytes of all pages and of the current log; 0 without a store. */
  size(): Promise<number>;
  /** Writes a new image without the pages of deleted rows. */
  compact(): Promise<{ generation: number; snapshotFile: string; snapshotBytes: number }>;
  /** Copies the live state into one file that `restore` reads. Refuses an existing file. */
  backup(file: string): Promise<BackupReport>;
  /**
   * Replaces the content with a backup's for every process at once. The replaced content is kept as `keptAs`. Numbers, event ids and tokens
   * continue above those of both; an event by `actor` records the restore.
   */
  restore(file: string, actor?: Actor): Promise<{ generation: number; keptAs: string }>;
  /** Updates a store of an earlier format although older processes have it open; these must then be restarted. False if it is current. */
  applyUpdate(): Promise<boolean>;
  /**
   * Writes the live state as plain SQLite, with the contents and archives of a backup. With a format, writes a backup that `restore` of
   * that version reads. Refuses an existing file.
   */
  exportTo(file: string, format?: ExportFormat): Promise<{ file: string; bytes: number }>;
  /** Runs one SELECT on the current state and returns at most `limit` rows. */
  query(sql: string, limit: number, options?: QueryOptions): Promise<QueryResult>;
  /**
   * Moves the records of work that ended before a time (ms UTC) into files beside the store, in parts: each part is complete on disk before
   * its records are deleted. Records that others refer to stay.
   */
  archive(before: number, options: ArchiveOptions): Promise<ArchiveReport>;
  /** Reads tables by name from another program's SQLite file, unrelated to the store. Consumes the image; undefined if it is damaged. */
  readForeign(
    image: Uint8Array,
    tables: readonly string[],
    limits: DatabaseLimits,
  ): Promise<DatabaseContent | undefined>;
}

/** The gateway to all state. Two engines implement it; only a surface's compose.ts knows which one. */
export interface Store {
  readonly heartbeats: Heartbeats;
  readonly maintenance: StoreMaintenance;
  health(): Promise<StoreHealth>;
  /** Creates the store if it is absent (idempotent); true if this call created it. */
  create(): Promise<boolean>;
  /** Runs reads on the latest committed state, which includes every commit acknowledged before the call. */
  read<T>(callback: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Runs reads on the archived records, all archives as one. Throws if an archive file is missing or damaged. */
  readArchived<T>(callback: (transaction: Transaction) => Promise<T>): Promise<T>;
  /**
   * Runs reads and writes as one commit, exclusively among all processes; resolves once it is on disk. A throw rolls back. The callback
   * awaits only `transaction`. It may run more than once, as when there is no store yet or another process commits first: the earlier run
   * is rolled back and the next one sees the new state. So do side effects after the transaction, and let each run reset any variables of
   * the caller that it sets.
   */
  transaction<T>(callback: (transaction: Transaction) => Promise<T>): Promise<T>;
  /**
   * Returns a mark that changes with each commit, without reading the store; undefined without a store. Take it before the read whose
   * result is cached under it.
   */
  commitMark(): string | undefined;
  /** Returns the index of this name, in a file beside the store. Read on the first call, then cached. */
  textIndex(name: string): Promise<TextIndex>;
  /** Calls back after commits of any process, throttled; a hint to look, not a list of changes. Returns a function that unsubscribes. */
  onDidChange(listener: () => void): () => void;
  close(): Promise<void>;
}
