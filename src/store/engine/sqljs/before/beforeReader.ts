import type { CheckReport } from '../../../store.js';
import type { StoreError } from '../../../storeError.js';
import { archiveProblems } from '../archivesInCopy.js';
import { countRows } from '../checkReport.js';
import type { Connection } from '../connection.js';
import type { PageDamage } from '../pages/pageReplica.js';
import type { SqlJsModule } from '../sqlJsModule.js';
import type { StoreOptions } from '../storeOptions.js';
import { Replica } from './replica.js';

/** The schema that this program knows; see `StoreSchema`. */
export interface KnownSchema {
  readonly version: number;
  isUnsaved(connection: Connection): boolean;
}

/** A store of the format before, which this process follows in memory and does not change. */
export class BeforeReader {
  /** Why it was not taken over: nothing else may be written until it is. Undefined where the folder cannot be written. */
  refusal: StoreError | undefined;
  readonly #replica: Replica;
  readonly #options: StoreOptions;

  private constructor(replica: Replica, options: StoreOptions) {
    this.#replica = replica;
    this.#options = options;
  }

  /** Undefined when the directory holds no store of the format before. */
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

  /** Bytes of the snapshot and of the journal. */
  get bytes(): number {
    return this.#replica.snapshot.size + this.#replica.position.offset;
  }

  corruption(): StoreError {
    return this.#replica.corruption();
  }

  catchUp(): void {
    this.#replica.catchUp();
  }

  /** A thread of its own cannot read it from disk. */
  readonly isInMemory = true;

  /** Commits of others are replayed over what is in memory alone. */
  keepInMemory(): void {}

  /** Judges the state in memory, which was read from disk by replaying the journal. */
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
