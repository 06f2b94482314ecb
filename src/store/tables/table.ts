import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Identifier } from '../../domain/identifier/identifier.js';
import type { CounterName, RecordDefinition, RowOf } from '../../domain/record/record.js';
import { chunks } from './chunks.js';
import { takeNumbers } from './counter.js';
import { RowInserter } from './insertRows.js';
import { Queries } from './queries.js';
import type { ContentTable, Schema } from './schema.js';
import { storedCells } from './storedCell.js';

/** What every record's row begins with. */
interface RecordRow {
  readonly id: string;
  readonly repository_id: string;
}

/** A query over one record's table, which Kysely would want to know by name. */
export type RowQuery<Row> = SelectQueryBuilder<{ row: Row }, 'row', Row>;

/** A new row: the repository's id is filled in. */
export type NewRow<Row extends RecordRow> = Omit<Row, 'repository_id'>;

type Nullable<Row> = { [Column in keyof Row]: null extends Row[Column] ? Column : never }[keyof Row];

/** What a new row brings: its number and its revision are the table's, and what is left out is null. */
export type Draft<Row extends RecordRow> = Omit<Row, 'repository_id' | 'number' | 'revision' | Nullable<Row>> &
  Partial<Pick<Row, Nullable<Row>>>;

/** What each column must be: a value (null too), or how it compares to one. What is undefined does not restrict. */
export type Where<Row> = {
  readonly [Column in keyof Row]?:
    | Row[Column]
    | undefined
    | readonly ['<' | '<=' | '>' | '<>', Row[Column] | undefined]
    | readonly ['in', readonly Row[Column][] | undefined]
    | readonly ['is not', null];
};

/** Columns to sort by, the first one first; `-` before one sorts it downwards. */
export type Order<Row> = readonly ((keyof Row & string) | `-${keyof Row & string}`)[];

/**
 * What the tables of all records share: rows go in and out as stored, what they mean is the domain's. A class of its own adds
 * the queries that only its record needs.
 */
class Table<Row extends RecordRow> extends Queries {
  readonly #shape: TableShape<Row>;

  constructor(db: Kysely<Schema>, repositoryId: string, shape: TableShape<Row>) {
    super(db, repositoryId);
    this.#shape = shape;
  }

  /** The row that an identifier names; undefined when there is none, or when the record has no such name. */
  async find(identifier: Identifier): Promise<Row | undefined> {
    const { key, counter } = this.#shape;
    if (identifier.by === 'ulid') return this.#named('id', identifier.ulid);
    if (identifier.by === 'number') return counter === undefined ? undefined : this.#named('number', identifier.number);
    const row = key === undefined ? undefined : await this.#named(key, identifier.key);
    return row ?? (identifier.otherwise && this.find(identifier.otherwise));
  }

  /** Rows with these ULIDs, in no order; those that do not exist are left out. */
  ofIds(ids: readonly string[]): Promise<Row[]> {
    return this.having('id', ids as readonly Row['id'][]);
  }

  /** Up to `limit` rows that belong to a task, by ULID. */
  belongingTo(taskId: string, limit: number): Promise<Row[]> {
    return this.rows({ task_id: taskId } as unknown as Where<Row>, ['id'], limit);
  }

  /** Numbers for `count` new rows; returns the first. */
  takeNumbers(count: number): Promise<number> {
    const { counter, table } = this.#shape;
    if (counter === undefined) throw new Error(`${table} are not numbered.`);
    return takeNumbers(this.db, this.repositoryId, counter, count);
  }

  /** Writes one new row, with the next number; returns it. */
  async create(draft: Draft<Row>): Promise<NewRow<Row>> {
    const { counter, columns } = this.#shape;
    const blank = Object.fromEntries(columns.map(column => [column, column === 'revision' ? 1 : null]));
    const number = counter === undefined ? {} : { number: await this.takeNumbers(1) };
    const { repository_id: _, ...row } = { ...blank, ...draft, ...number } as unknown as Row;
    await this.insert([row]);
    return row;
  }

  /** Writes new rows. */
  insert(rows: readonly NewRow<Row>[]): Promise<void> {
    const { repositoryId } = this;
    return this.#shape.inserter.insert(
      this.db,
      rows.map(row => ({ ...row, repository_id: repositoryId }) as Row),
    );
  }

  /**
   * Changes one row, provided that it is still at the revision that `row` says; returns it as it is now, undefined when
   * someone else was quicker.
   */
  async change<Current extends Row & { readonly revision: number }>(
    row: Current,
    change: Partial<Omit<Row, 'id' | 'repository_id' | 'number' | 'revision'>>,
  ): Promise<Current | undefined> {
    const revision = row.revision + 1;
    const stored = storedCells(change);
    const result = await this.db
      .updateTable(this.#table)
      .set({ ...stored, revision } as never)
      .where('id', '=', row.id as never)
      .where('revision' as never, '=', row.revision as never)
      .executeTakeFirst();
    return Number(result.numUpdatedRows) === 1 ? { ...row, ...stored, revision } : undefined;
  }

  /** Takes these rows out, by their ULIDs. What points to them is the caller's care. */
  async remove(ids: readonly string[]): Promise<void> {
    for (const part of chunks(ids)) {
      await this.db
        .deleteFrom(this.#table)
        .where('id', 'in', part as never)
        .execute();
    }
  }

  /** Rows of this repository that are as `where` says, in `order`; `refine` adds what it cannot say. */
  protected rows(
    where: Where<Row>,
    order: Order<Row> = [],
    limit?: number,
    refine: (query: RowQuery<Row>) => RowQuery<Row> = query => query,
  ): Promise<Row[]> {
    let query = this.#restrict(this.db.selectFrom(this.#table).selectAll() as unknown as RowQuery<Row>, where);
    query = refine(query);
    for (const column of order) {
      query = query.orderBy(sql.ref(column.replace(/^-/, '')), column.startsWith('-') ? 'desc' : 'asc');
    }
    return (limit === undefined ? query : query.limit(limit)).execute() as Promise<Row[]>;
  }

  /** The first of `rows`. */
  protected async first(where: Where<Row>, order: Order<Row> = []): Promise<Row | undefined> {
    return (await this.rows(where, order, 1))[0];
  }

  /** Rows whose column has one of these values, in no order. */
  protected async having<Column extends keyof Row & string>(
    column: Column,
    values: readonly NonNullable<Row[Column]>[],
    where: Where<Row> = {},
  ): Promise<Row[]> {
    const found: Row[] = [];
    for (const part of chunks([...new Set(values)])) {
      found.push(...(await this.rows({ ...where, [column]: ['in', part] })));
    }
    return found;
  }

  /** How many rows of this repository are as `where` says. */
  protected async countOf(
    where: Where<Row>,
    refine: (query: RowQuery<Row>) => RowQuery<Row> = query => query,
  ): Promise<number> {
    const query = this.db.selectFrom(this.#table).select(({ fn }) => fn.countAll().as('count'));
    const rows = await refine(this.#restrict(query as unknown as RowQuery<Row>, where)).execute();
    return Number((rows as readonly { readonly count?: unknown }[])[0]?.count ?? 0);
  }

  #restrict(all: RowQuery<Row>, where: Where<Row>): RowQuery<Row> {
    let query = all.where('repository_id' as never, '=', this.repositoryId as never);
    for (const [column, condition] of Object.entries(where)) {
      if (condition === undefined) continue;
      const [operator, value] = Array.isArray(condition) ? condition : [condition === null ? 'is' : '=', condition];
      if (value !== undefined) query = query.where(column as never, operator, value as never);
    }
    return query;
  }

  #named(column: string, value: string | number): Promise<Row | undefined> {
    return this.first({ [column]: value } as unknown as Where<Row>);
  }

  /** Kysely checks columns table by table; here the table is any, and the columns are checked by the row's type. */
  get #table(): 'tasks' {
    return this.#shape.table as 'tasks';
  }
}

/** How a record is stored. */
interface TableShape<Row> {
  readonly table: ContentTable;
  readonly counter: CounterName | undefined;
  readonly key: string | undefined;
  readonly columns: readonly (keyof Row & string)[];
  readonly inserter: RowInserter<Row & object>;
}

/** The class of a record's table. */
export function tableOf<Definition extends RecordDefinition<ContentTable>>(definition: Definition) {
  type Row = RowOf<Definition> & RecordRow;
  const { table, counter, key } = definition;
  const columns = Object.keys(definition.columns);
  const shape = { table, counter, key, columns, inserter: new RowInserter<Row>(table, columns) };
  return class extends Table<Row> {
    constructor(db: Kysely<Schema>, repositoryId: string) {
      super(db, repositoryId, shape);
    }
  };
}
