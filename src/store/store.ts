import type { Actor } from '../domain/actor/actor.js';
import type { DatabaseContent, DatabaseLimits } from '../domain/import/database.js';
import type { NextStep } from '../domain/refusal/refusal.js';
import type { HeartbeatIndex } from '../domain/workItem/lease.js';
import type { Sentence } from '../messages/sentence.js';
import type { Tables } from './tables/tables.js';
import type { TextIndex } from './textIndex.js';

/** Everything that may be read or written; one object per transaction or read. Await only its methods inside a callback. */
export interface Transaction extends Tables {
  /**
   * All beats there are at this moment. In a transaction the lock is held, so that what a holder was promised before is
   * seen, however long the wait for the lock was.
   */
  heartbeats(): HeartbeatIndex;
}

/** How the store presents itself to views and to `status`. */
export interface StoreHealth {
  /**
   * `absent`: nothing on disk yet, reads answer empty, the first write makes it. `update-pending`: older processes have a store of an
   * earlier format open, which can be read and not changed.
   */
  readonly state: 'absent' | 'ready' | 'read-only' | 'update-pending' | 'corrupt' | 'too-new';
  /** One sentence for a person: why the state is not `ready`, or what to report although it is. */
  readonly reason?: Sentence;
  readonly hint?: Sentence;
  /** Operations that help; see `Refusal.next`. */
  readonly next?: readonly NextStep[];
  /** Directory or URL (without credentials). */
  readonly location: string;
}

/**
 * A claim's heartbeat. Kept beside the data, without an event, so that beating does not make the log grow.
 * Identity is the work item and the fencing token: a heartbeat of a lost claim counts for nothing.
 */
export interface Heartbeat {
  readonly workItemId: string;
  readonly token: number;
  /** Until when the claim holds, ms UTC. */
  readonly until: number;
}

export interface Heartbeats {
  /** Replaces the heartbeat of this claim. */
  put(heartbeat: Heartbeat): Promise<void>;
  /** Removes the heartbeats of a work item, of every token. */
  drop(workItemId: string): Promise<void>;
  /** All beats there are; few and cheap (one directory listing). */
  all(): Promise<HeartbeatIndex>;
}

export interface CheckReport {
  readonly ok: boolean;
  /** One sentence per finding; empty when ok. */
  readonly problems: readonly string[];
  /** How many of them are archives that are missing or were changed; the store itself is sound where that is all. */
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
  /** True when more rows exist than were requested. */
  readonly truncated: boolean;
}

export interface QueryOptions {
  /** How long it may take, ms; 10,000 by default. */
  readonly timeoutMs?: number;
  /** Ends it earlier. */
  readonly signal?: AbortSignal | undefined;
}

/** An earlier version, for which the way back is kept. */
export type ExportFormat = '0.1';

/** What a backup holds. */
export interface BackupReport {
  readonly file: string;
  readonly bytes: number;
  readonly commits: number;
  /** Contents of large messages, which are in files next to the store: taken in, and gone or changed there. */
  readonly contents: { readonly held: number; readonly missing: number };
  /** Archives: taken in, and those whose file is gone or was changed. */
  readonly archives: { readonly held: number; readonly missing: number };
}

export interface ArchiveOptions {
  readonly actor: Actor;
  /** Only counts what would be archived; events are not counted. */
  readonly dryRun?: boolean | undefined;
}

/** What an archiving moved. */
export interface ArchiveReport {
  readonly workItems: number;
  readonly tasks: number;
  readonly lanes: number;
  readonly events: number;
  /** Names of the files, relative to the store. */
  readonly files: string[];
  /** Bytes of the store before and after. */
  readonly bytes: { readonly before: number; readonly after: number };
}

/** Care of the store itself. Each throws StoreError with a sentence and a hint. */
export interface StoreMaintenance {
  check(): Promise<CheckReport>;
  /** Bytes of all pages and of the current log; 0 where there is no store. */
  size(): Promise<number>;
  /** Writes a new image without the pages of deleted rows. */
  compact(): Promise<{ generation: number; snapshotFile: string; snapshotBytes: number }>;
  /** Copies the live state into one file that `restore` reads; refuses an existing file. */
  backup(file: string): Promise<BackupReport>;
  /**
   * Replaces the content with a backup's, for every process at once; what was replaced is kept and named. Numbers, event ids
   * and tokens continue above those of both, and an event of `actor` tells of it.
   */
  restore(file: string, actor?: Actor): Promise<{ generation: number; keptAs: string }>;
  /**
   * Brings a store of an earlier format to the present one although older processes have it open; they must be restarted then. False
   * when there is nothing to bring.
   */
  applyUpdate(): Promise<boolean>;
  /**
   * Writes the live state as plain SQLite, with the contents and archives that a backup has; with a format as a backup that the
   * `restore` of this version reads. Refuses an existing file.
   */
  exportTo(file: string, format?: ExportFormat): Promise<{ file: string; bytes: number }>;
  /** One SELECT on the state as it is at this moment, at most `limit` rows of it. */
  query(sql: string, limit: number, options?: QueryOptions): Promise<QueryResult>;
  /**
   * Moves the records of work that ended before a time, ms UTC, into files beside the store, in parts: each is complete on disk
   * before what it holds is deleted. What other records refer to stays.
   */
  archive(before: number, options: ArchiveOptions): Promise<ArchiveReport>;
  /**
   * Tables of an SQLite file of another program, by name, read from a copy in memory that is used up; undefined where it is
   * damaged. Has nothing to do with the store's own content.
   */
  readForeign(
    image: Uint8Array,
    tables: readonly string[],
    limits: DatabaseLimits,
  ): Promise<DatabaseContent | undefined>;
}

/** The gateway to all state. Two engines implement it; nothing but a surface's compose.ts knows which. */
export interface Store {
  readonly heartbeats: Heartbeats;
  readonly maintenance: StoreMaintenance;
  health(): Promise<StoreHealth>;
  /** Makes the store if it is absent; harmless otherwise. True when it was made now. */
  create(): Promise<boolean>;
  /** Runs reads on the latest committed state; sees every commit acknowledged before the call. */
  read<T>(callback: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Runs reads on the records that were archived, all archives as one; throws where a file of them is missing or damaged. */
  readArchived<T>(callback: (transaction: Transaction) => Promise<T>): Promise<T>;
  /**
   * Runs reads and writes as one commit, alone among all processes; resolves once it is on disk. A throw rolls back.
   * The callback awaits nothing but `transaction`. It may run more than once, as where there is no store yet, or where another
   * process commits first: the earlier run is rolled back, and the next one meets what is there by then. So effects outside
   * of the store come after the transaction, and what a run leaves in variables of the caller is set anew by each run.
   */
  transaction<T>(callback: (transaction: Transaction) => Promise<T>): Promise<T>;
  /**
   * A mark that changes with each commit, without reading the store; undefined where there
   * is none. Ask before a read whose answer is kept under it.
   */
  commitMark(): string | undefined;
  /** The index of this name in a file beside the store; read with the first call, the same one from then on. */
  textIndex(name: string): Promise<TextIndex>;
  /** Calls back after commits of any process, coalesced; a hint to look, not a list of changes. Returns the way to stop. */
  onDidChange(listener: () => void): () => void;
  close(): Promise<void>;
}
