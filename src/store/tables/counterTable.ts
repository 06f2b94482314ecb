import type { CounterName } from '../../domain/record/record.js';
import { takeNumbers } from './counter.js';
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

  /** 0 for one that has not begun. */
  async value(name: CounterName): Promise<number> {
    const row = await this.db
      .selectFrom('counters')
      .select('value')
      .where('repository_id', '=', this.repositoryId)
      .where('name', '=', name)
      .executeTakeFirst();
    return row?.value ?? 0;
  }

  /** Raises it by one; other callers wait for this commit. */
  take(name: CounterName): Promise<number> {
    return takeNumbers(this.db, this.repositoryId, name, 1);
  }
}
