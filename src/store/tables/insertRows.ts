import type { Kysely } from 'kysely';
import { PreparedStatement, type SqlValue } from './preparedStatement.js';
import type { ContentTable, Schema } from './schema.js';
import { storedCell } from './storedCell.js';

/** Rows per statement: few statements to compile and few to run. */
const chunkSizes = [100, 10, 1] as const;

/** Row after row: an object per row would cost half a second for ten thousand rows. */
type Cells = SqlValue[];

/** Inserts any number of rows, with statements that are compiled once. */
export class RowInserter<Row extends object> {
  readonly #columns: readonly (keyof Row & string)[];
  readonly #statements: ReadonlyMap<number, PreparedStatement<Cells>>;

  constructor(table: ContentTable, columns: readonly (keyof Row & string)[]) {
    this.#columns = columns;
    this.#statements = new Map(
      chunkSizes.map(size => [
        size,
        new PreparedStatement<Cells>((db, slot) => {
          const rows = Array.from({ length: size }, (_, index) =>
            Object.fromEntries(columns.map((column, place) => [column, slot(index * columns.length + place)])),
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
        await statement.run(db, this.#cellsOf(rows.slice(start, start + size)));
      }
    }
  }

  #cellsOf(rows: readonly Row[]): Cells {
    const cells: Cells = [];
    for (const row of rows) for (const column of this.#columns) cells.push(storedCell(column, row[column] as SqlValue));
    return cells;
  }
}
