import type { CheckReport } from '../../../store.js';
import type { StoreError } from '../../../storeError.js';
import { checkJournals } from '../checkJournals.js';
import type { Connection } from '../connection.js';
import type { PageDamage } from '../pages/pageReplica.js';
import type { SqlJsModule } from '../sqlJsModule.js';
import type { StoreOptions } from '../sqljsStore.js';
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
  readonly #module: SqlJsModule;

  private constructor(replica: Replica, options: StoreOptions, module: SqlJsModule) {
    this.#replica = replica;
    this.#options = options;
    this.#module = module;
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
    return replica && new BeforeReader(replica, options, module);
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

  check(): CheckReport {
    return checkJournals(this.#replica, this.#options, this.#module);
  }

  close(): void {
    this.#replica.close();
  }
}
