import type { CounterName } from '../../domain/record/record.js';
import { Queries } from './queries.js';

export class CounterTable extends Queries {
  /** Kinds of records that exist or existed; one small read at any size of the store. */
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
