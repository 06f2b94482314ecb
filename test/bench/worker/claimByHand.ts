import { CompiledQuery, type Kysely } from 'kysely';
import type { Store, Transaction } from '../../../src/store/store.js';
import { type ItemRow, statements, valuesOfClaim } from './statements.js';

/** Claims with the reference's statements over our store: its pages and its log without the operation. */
export function claimerByHand(store: Store): () => Promise<number | undefined> {
  const actor = `bench-${process.pid}`;
  return () =>
    store.transaction(async transaction => {
      const now = Date.now();
      const [repository] = await rows<{ id: string }>(transaction, statements.repository, []);
      const [item] = await rows<ItemRow>(transaction, statements.ready, [repository?.id, now]);
      const [overdue] = await rows(transaction, statements.overdue, [repository?.id, now]);
      if (overdue !== undefined) throw new Error('No claim of this seed has run out.');
      if (item === undefined) return undefined;
      const values = valuesOfClaim(item, actor, now);
      await rows(transaction, statements.change, values.change);
      const [counter] = await rows<{ value: number }>(transaction, statements.takeNumber, [1, repository?.id, 'event']);
      await rows(transaction, statements.insertEvent, [repository?.id, counter?.value, ...values.event]);
      await rows(transaction, statements.dependencies, [item.id]);
      return item.number;
    });
}

/** Runs a statement of our own in a transaction, which keeps its connection to itself. */
async function rows<Row>({ workItems }: Transaction, sql: string, values: readonly unknown[]): Promise<readonly Row[]> {
  const { db } = workItems as unknown as { readonly db: Kysely<unknown> };
  return (await db.getExecutor().executeQuery<Row>(CompiledQuery.raw(sql, [...values]) as CompiledQuery<Row>)).rows;
}
