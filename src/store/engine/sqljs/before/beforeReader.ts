import type { CheckReport } from '../../../store.js';
import type { StoreError } from '../../../storeError.js';
import { archiveProblems } from '../archivesInCopy.js';
import { countRows } from '../checkReport.js';
import type { Connection } from '../connection.js';
import type { PageDamage } from '../pages/pageReplica.js';
import type { SqlJsModule } from '../sqlJsModule.js';
import type { StoreOptions } from '../storeOptions.js';
import { Replica } from './replica.js';

/** See `StoreSchema`. */
export interface KnownSchema {
  readonly version: number;
  isUnsaved(connection: Connection): boolean;
}

/** A store of the previous format, followed in memory and not changed. */
export class BeforeReader {
  /** Reason why it was not taken over, which refuses writes; undefined if the folder is not writable. */
  refusal: StoreError | undefined;
  readonly #replica: Replica;
  readonly #options: StoreOptions;

  private constructor(replica: Replica, options: StoreOptions) {
    this.#replica = replica;
    this.#options = options;
  }

  /** Returns undefined without a store of the previous format. */
  static open(options: StoreOptions, module: SqlJsModule, schema: KnownSchema): BeforeReader | undefined {
    const { directory, files, log } = options;
    const replica = Replica.open({
      directory,
      files,
      module,
      schemaVersion: schema.version,
      log,
      isUnsaved: connection => schema.isUnsaved(connection),
    });
    return replica && new BeforeReader(replica, options);
  }

  get connection(): Connection {
    return this.#replica.connection;
  }

  get position(): { readonly generation: number; readonly seq: number } {
    return this.#replica.position;
  }

  get damage(): PageDamage | undefined {
    return this.#replica.damage?.kind === 'corrupt' ? {} : undefined;
  }

  get degraded(): string | undefined {
    return this.#replica.degraded;
  }

  /** Bytes of snapshot and journal. */
  get bytes(): number {
    return this.#replica.snapshot.size + this.#replica.position.offset;
  }

  corruption(): StoreError {
    return this.#replica.corruption();
  }

  catchUp(): void {
    this.#replica.catchUp();
  }

  /** A query thread cannot read it from disk. */
  readonly isInMemory = true;

  /** Commits are replayed in memory only. */
  keepInMemory(): void {}

  /** Checks the state in memory, which was replayed from disk. */
  check(): CheckReport {
    const { connection, degraded, damage, position, snapshot } = this.#replica;
    const { directory, files } = this.#options;
    const brokenArchives = archiveProblems(connection, directory, files);
    const problems = [
      ...(degraded === undefined ? [] : [degraded]),
      ...(damage?.kind === 'corrupt' ? [this.corruption().message] : []),
      ...connection.integrityProblems(),
      ...brokenArchives,
    ];
    return {
      ok: problems.length === 0,
      problems,
      brokenArchives: brokenArchives.length,
      generation: position.generation,
      commits: position.seq,
      journalBytes: position.offset,
      snapshotBytes: snapshot.size,
      workItems: countRows(connection, 'work_items'),
      events: countRows(connection, 'events'),
    };
  }

  close(): void {
    this.#replica.close();
  }
}
