import type { CounterName } from '../../domain/record/record.js';
import { Queries } from './queries.js';

/** The counters of this repository: what was ever numbered here. */
export class CounterTable extends Queries {
  /** The kinds of records of which there is or was one: one small read, however much the store holds. */
  async begun(): Promise<readonly CounterName[]> {
    const rows = await this.db
      .selectFrom('counters')
      .select('name')
      .where('repository_id', '=', this.repositoryId)
      .where('value', '>', 0)
      .orderBy('name')
      .execute();
    return rows.map(({ name }) => name);
  }
}
