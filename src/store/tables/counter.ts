import type { Kysely } from 'kysely';
import { PreparedStatement } from './preparedStatement.js';
import type { CounterTable, Schema } from './schema.js';

interface Values {
  readonly repositoryId: string;
  readonly name: CounterTable['name'];
  readonly count: number;
}

const take = new PreparedStatement<Values, { value: number }>((db, slot) =>
  db
    .updateTable('counters')
    .set(expression => ({ value: expression('value', '+', slot('count')) }))
    .where('repository_id', '=', slot('repositoryId'))
    .where('name', '=', slot('name'))
    .returning('value'),
);

const start = new PreparedStatement<Values, { value: number }>((db, slot) =>
  db
    .insertInto('counters')
    .values({ repository_id: slot('repositoryId'), name: slot('name'), value: slot('count') })
    .onConflict(conflict =>
      conflict
        .columns(['repository_id', 'name'])
        .doUpdateSet(expression => ({ value: expression('counters.value', '+', expression.ref('excluded.value')) })),
    )
    .returning('value'),
);

/** Reserves `count` numbers and returns the first. Other callers wait for this commit. */
export async function takeNumbers(
  db: Kysely<Schema>,
  repositoryId: string,
  name: CounterTable['name'],
  count: number,
): Promise<number> {
  const values: Values = { repositoryId, name, count };
  const row = (await take.first(db, values)) ?? (await start.first(db, values));
  if (row === undefined) throw new Error(`Counter ${name} returned no number.`);
  return row.value - count + 1;
}
