import type { Compilable, CompiledQuery, Kysely, QueryResult } from 'kysely';
import type { Schema } from './schema.js';

export type SqlValue = string | number | null;

class Slot {
  constructor(readonly name: PropertyKey) {}
}

/** Names the value of each parameter; undefined for constants of the query. */
interface Compiled<Values, Row> {
  readonly query: CompiledQuery<Row>;
  readonly names: readonly (keyof Values | undefined)[];
}

/** Compiled once per engine: on hot paths the builder costs more than the query. `build` must depend on nothing but its slots. */
export class PreparedStatement<Values extends object, Row = never> {
  readonly #build: (
    db: Kysely<Schema>,
    slot: <Name extends keyof Values>(name: Name) => Values[Name],
  ) => Compilable<Row>;
  /** Keyed by the adapter's class, which identifies the dialect. */
  readonly #compiled = new Map<unknown, Compiled<Values, Row>>();

  constructor(
    build: (db: Kysely<Schema>, slot: <Name extends keyof Values>(name: Name) => Values[Name]) => Compilable<Row>,
  ) {
    this.#build = build;
  }

  run(db: Kysely<Schema>, values: Values): Promise<QueryResult<Row>> {
    const executor = db.getExecutor();
    const { query, names } = this.#compile(db, executor.adapter.constructor);
    const parameters = names.map((name, index) => (name === undefined ? query.parameters[index] : values[name]));
    return executor.executeQuery({ sql: query.sql, query: query.query, queryId: query.queryId, parameters });
  }

  async rows(db: Kysely<Schema>, values: Values): Promise<Row[]> {
    return (await this.run(db, values)).rows;
  }

  async first(db: Kysely<Schema>, values: Values): Promise<Row | undefined> {
    return (await this.run(db, values)).rows[0];
  }

  async changed(db: Kysely<Schema>, values: Values): Promise<number> {
    return Number((await this.run(db, values)).numAffectedRows ?? 0n);
  }

  #compile(db: Kysely<Schema>, dialect: unknown): Compiled<Values, Row> {
    let compiled = this.#compiled.get(dialect);
    if (compiled === undefined) {
      const query = this.#build(db, name => new Slot(name) as unknown as Values[typeof name]).compile();
      const names = query.parameters.map(one => (one instanceof Slot ? (one.name as keyof Values) : undefined));
      compiled = { query, names };
      this.#compiled.set(dialect, compiled);
    }
    return compiled;
  }
}
