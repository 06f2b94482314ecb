import type { Kysely } from 'kysely';
import type { CounterName } from '../../domain/record/record.js';
import type { Schema } from './schema.js';

/** The counters of this repository: what was ever numbered here. */
export class CounterRepository {
  readonly #db: Kysely<Schema>;
  readonly #repositoryId: string;

  constructor(db: Kysely<Schema>, repositoryId: string) {
    this.#db = db;
    this.#repositoryId = repositoryId;
  }

  /** The kinds of records of which there is or was one: one small read, however much the store holds. */
  async begun(): Promise<readonly CounterName[]> {
    const rows = await this.#db
      .selectFrom('counters')
      .select('name')
      .where('repository_id', '=', this.#repositoryId)
      .where('value', '>', 0)
      .orderBy('name')
      .execute();
    return rows.map(({ name }) => name);
  }
}
