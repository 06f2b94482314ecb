import type { Kysely } from 'kysely';
import type { ContentTable, Schema } from '../schema.js';
import { PreparedStatement, type SqlValue } from './preparedStatement.js';

/** Sizes of the statements that a number of rows is split into: few texts to compile, few statements to run. */
const chunkSizes = [100, 10, 1] as const;

type Values = Record<string, SqlValue>;

/** Inserts rows of one table, any number of them, with statements that are compiled once. */
export class RowInserter<Row extends object> {
  readonly #columns: readonly (keyof Row & string)[];
  readonly #statements: ReadonlyMap<number, PreparedStatement<Values>>;

  /** `columns` are all columns that a row brings. */
  constructor(table: ContentTable, columns: readonly (keyof Row & string)[]) {
    this.#columns = columns;
    this.#statements = new Map(
      chunkSizes.map(size => [
        size,
        new PreparedStatement<Values>((db, slot) => {
          const rows = Array.from({ length: size }, (_, index) =>
            Object.fromEntries(columns.map(column => [column, slot(`${index}.${column}`)])),
          );
          return db.insertInto(table).values(rows as never);
        }),
      ]),
    );
  }

  async insert(db: Kysely<Schema>, rows: readonly Row[]): Promise<void> {
    let start = 0;
    for (const size of chunkSizes) {
      const statement = this.#statements.get(size);
      for (; statement !== undefined && rows.length - start >= size; start += size) {
        await statement.run(db, this.#valuesOf(rows.slice(start, start + size)));
      }
    }
  }

  #valuesOf(rows: readonly Row[]): Values {
    const values: Values = {};
    rows.forEach((row, index) => {
      for (const column of this.#columns) values[`${index}.${column}`] = row[column] as SqlValue;
    });
    return values;
  }
}
