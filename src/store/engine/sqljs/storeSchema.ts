import { join } from 'node:path';
import { latestVersion, type Migration } from '../../migrations/migration.js';
import type { Connection } from './connection.js';
import { applyMigration, inMemory, keepCopy } from './schemaSteps.js';
import { appliedSteps, schemaVersionOf } from './schemaVersion.js';
import { withoutMacrotasks } from './serialQueue.js';
import type { StoreOptions } from './storeOptions.js';

export interface SchemaTarget {
  readonly connection: Connection;
  readonly position: { readonly generation: number; readonly seq: number };
}

/** Commits a step; `version` is the schema that a reader must know. False if another process committed first. */
type Commit<Target> = (target: Target, step: () => Promise<void>, version: number) => Promise<boolean>;

export class StoreSchema<Target extends SchemaTarget> {
  /** Newest version; compatible steps do not raise it. */
  readonly version: number;
  readonly #options: StoreOptions;
  readonly #commit: Commit<Target>;
  #current: Connection | undefined;
  /** Connections whose schema was updated only in memory. */
  readonly #unsaved = new WeakSet<Connection>();

  constructor(options: StoreOptions, commit: Commit<Target>) {
    this.#options = options;
    this.#commit = commit;
    this.version = latestVersion(options.migrations);
  }

  isCurrent(connection: Connection): boolean {
    if (this.#current === connection) return true;
    if (this.#missingSteps(connection).length > 0) return false;
    this.#current = connection;
    return true;
  }

  /** True if the schema is newer than the one on disk. */
  isUnsaved(connection: Connection): boolean {
    return this.#unsaved.has(connection);
  }

  /** Updates the schema for this process only. */
  async updateInMemory(connection: Connection): Promise<void> {
    if (this.isCurrent(connection)) return;
    await this.#apply({ connection }, async step => {
      await inMemory(connection, step);
      return true;
    });
    this.#unsaved.add(connection);
  }

  /** Commits one step each. Stops if another process commits first: the missing steps depend on its state. */
  async update(target: Target): Promise<void> {
    const { connection, position } = target;
    if (this.isCurrent(connection)) return;
    const { directory, files, log } = this.#options;
    const from = schemaVersionOf(connection);
    if (from > 0 && from < this.version) {
      const copy = `before-migration.v${from}.${position.generation}.${position.seq}.sqlite`;
      keepCopy(join(directory, copy), files, connection);
      log.info(`Migrating the store from schema ${from} to ${this.version}; a copy is kept as ${copy}.`);
    }
    await this.#apply(target, (step, version) => this.#commit(target, step, version));
  }

  /** A commit may load the target again, with another connection. */
  async #apply(
    target: Pick<SchemaTarget, 'connection'>,
    run: (step: () => Promise<void>, version: number) => Promise<boolean>,
  ): Promise<void> {
    const { clock, ids } = this.#options;
    const now = clock.now();
    for (;;) {
      const { connection } = target;
      const [migration] = this.#missingSteps(connection);
      if (migration === undefined) return;
      // After a compatible step, a reader needs no newer version than before.
      const version = Math.max(schemaVersionOf(connection), migration.version);
      if (!(await run(() => withoutMacrotasks(() => applyMigration(connection, migration, now, ids)), version))) return;
    }
  }

  #missingSteps(connection: Connection): readonly Migration[] {
    const applied = appliedSteps(connection);
    return this.#options.migrations.filter(({ version }) => !applied.has(version));
  }
}
