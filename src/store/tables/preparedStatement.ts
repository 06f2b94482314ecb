import type { Compilable, CompiledQuery, Kysely, QueryResult } from 'kysely';
import type { Schema } from './schema.js';

export type SqlValue = string | number | null;

/** Placeholder in a query for a value that is known only when it runs. */
class Slot {
  constructor(readonly name: PropertyKey) {}
}

/**
 * A query that is built and compiled once for each engine and run with other values each time: the builder costs more than
 * the query itself on the paths that matter. `build` gets a `slot` for every value; it must not depend on anything else.
 */
export class PreparedStatement<Values extends object, Row = never> {
  readonly #build: (
    db: Kysely<Schema>,
    slot: <Name extends keyof Values>(name: Name) => Values[Name],
  ) => Compilable<Row>;
  /** By the adapter's class, which identifies the dialect. */
  readonly #compiled = new Map<unknown, CompiledQuery<Row>>();

  constructor(
    build: (db: Kysely<Schema>, slot: <Name extends keyof Values>(name: Name) => Values[Name]) => Compilable<Row>,
  ) {
    this.#build = build;
  }

  run(db: Kysely<Schema>, values: Values): Promise<QueryResult<Row>> {
    const compiled = this.#compile(db);
    const parameters = compiled.parameters.map(parameter =>
      parameter instanceof Slot ? values[parameter.name as keyof Values] : parameter,
    );
    return db.getExecutor().executeQuery({ ...compiled, parameters });
  }

  async rows(db: Kysely<Schema>, values: Values): Promise<Row[]> {
    return (await this.run(db, values)).rows;
  }

  async first(db: Kysely<Schema>, values: Values): Promise<Row | undefined> {
    return (await this.run(db, values)).rows[0];
  }

  /** How many rows it changed. */
  async changed(db: Kysely<Schema>, values: Values): Promise<number> {
    return Number((await this.run(db, values)).numAffectedRows ?? 0n);
  }

  #compile(db: Kysely<Schema>): CompiledQuery<Row> {
    const dialect = db.getExecutor().adapter.constructor;
    let compiled = this.#compiled.get(dialect);
    if (compiled === undefined) {
      compiled = this.#build(db, name => new Slot(name) as unknown as Values[typeof name]).compile();
      this.#compiled.set(dialect, compiled);
    }
    return compiled;
  }
}
