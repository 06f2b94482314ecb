import { createRequire } from 'node:module';
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { Connection } from '../../src/store/engine/sqljs/connection.js';
import { kyselyOver } from '../../src/store/engine/sqljs/kyselyDialect.js';
import { loadSqlJs } from '../../src/store/engine/sqljs/sqlJsModule.js';
import { migrations } from '../../src/store/migrations/migrations.generated.js';
import type { Schema } from '../../src/store/tables/schema.js';

type Values = readonly (string | number | bigint | Uint8Array | null)[];

/** A database in memory with the current schema, that remembers what was asked of it and tells how it would go about it. */
export interface SpiedDatabase {
  readonly db: Kysely<Schema>;
  /** The statements since the last call. */
  taken(): string[];
  /** SQLite's plan for a statement, a line a step. */
  planOf(sql: string): string[];
}

/** The repository that a spied database belongs to. */
export const spiedRepository = '01HZY3V2M4T5W6X7Y8Z9ABCDEG';

export async function openSpiedDatabase(): Promise<SpiedDatabase> {
  const module = await loadSqlJs(createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm'));
  const real = new Connection(module);
  real.begin();
  const texts: string[] = [];
  const spy = {
    run(sql: string, parameters: Values) {
      texts.push(sql);
      return real.run(sql, parameters);
    },
  };
  const db = kyselyOver<Schema>(spy as unknown as Connection);
  for (const migration of migrations) await migration.up(db as unknown as Kysely<unknown>);
  await db.insertInto('repositories').values({ id: spiedRepository, created_at: 0 }).execute();
  const schema = texts.filter(sql => /^(?:create|alter|drop) /i.test(sql));
  texts.length = 0;
  const planner = new module.Database();
  for (const sql of schema) planner.exec(sql);
  return {
    db,
    taken: () => texts.splice(0),
    planOf(sql) {
      const statement = planner.prepare(`explain query plan ${sql}`);
      const steps: string[] = [];
      while (statement.step()) steps.push(String(statement.get()[3]));
      statement.free();
      return steps;
    },
  };
}

/** The same repositories on PostgreSQL’s dialect, without a server: every read answers empty, every statement is kept. */
export function openPostgresCompiler(): { db: Kysely<Schema>; taken(): CompiledQuery[] } {
  const queries: CompiledQuery[] = [];
  const db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: database => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: event => {
      queries.push(event.query);
    },
  });
  return { db, taken: () => queries.splice(0) };
}
