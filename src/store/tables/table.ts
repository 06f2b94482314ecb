import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Identifier } from '../../domain/identifier/identifier.js';
import type { CounterName, RecordDefinition, RecordFacts, RowOf } from '../../domain/record/record.js';
import { chunks } from './chunks.js';
import { takeNumbers } from './counter.js';
import { RowInserter } from './insertRows.js';
import { Queries } from './queries.js';
import type { ContentTable, Schema } from './schema.js';
import { storedCells } from './storedCell.js';

export interface RecordRow {
  readonly id: string;
  readonly repository_id: string;
}

/** Typed without the table's name that Kysely would need. */
export type RowQuery<Row> = SelectQueryBuilder<{ row: Row }, 'row', Row>;

export type NewRow<Row extends RecordRow> = Omit<Row, 'repository_id'>;

type Nullable<Row> = { [Column in keyof Row]: null extends Row[Column] ? Column : never }[keyof Row];

/** The table assigns number and revision; missing columns become null. */
export type Draft<Row extends RecordRow> = Omit<Row, 'repository_id' | 'number' | 'revision' | Nullable<Row>> &
  Partial<Pick<Row, Nullable<Row>>>;

/** A value (also null) or a comparison; undefined does not restrict. */
export type Where<Row> = {
  readonly [Column in keyof Row]?:
    | Row[Column]
    | undefined
    | readonly ['<' | '<=' | '>' | '<>', Row[Column] | undefined]
    | readonly ['in', readonly Row[Column][] | undefined]
    | readonly ['is not', null];
};

/** `-` sorts descending. */
export type Order<Row> = readonly ((keyof Row & string) | `-${keyof Row & string}`)[];

/** Stores and reads rows without interpreting them. Subclasses add queries of their record. */
class Table<Row extends RecordRow> extends Queries {
  readonly #shape: TableShape<Row>;

  constructor(db: Kysely<Schema>, repositoryId: string, shape: TableShape<Row>) {
    super(db, repositoryId);
    this.#shape = shape;
  }

  /** Undefined also if the record has no such identifier. */
  async find(identifier: Identifier): Promise<Row | undefined> {
    const { key, counter } = this.#shape;
    if (identifier.by === 'ulid') return this.#named('id', identifier.ulid);
    if (identifier.by === 'number') return counter === undefined ? undefined : this.#named('number', identifier.number);
    const row = key === undefined ? undefined : await this.#named(key, identifier.key);
    return row ?? (identifier.otherwise && this.find(identifier.otherwise));
  }

  /** Unordered; missing rows are left out. */
  ofIds(ids: readonly string[]): Promise<Row[]> {
    return this.having('id', ids as readonly Row['id'][]);
  }

  belongingTo(taskId: string, limit: number): Promise<Row[]> {
    return this.rows({ task_id: taskId } as unknown as Where<Row>, ['id'], limit);
  }

  /** Reserves `count` numbers and returns the first. */
  takeNumbers(count: number): Promise<number> {
    const { counter, table } = this.#shape;
    if (counter === undefined) throw new Error(`${table} are not numbered.`);
    return takeNumbers(this.db, this.repositoryId, counter, count);
  }

  async create(draft: Draft<Row>): Promise<NewRow<Row>> {
    const { counter, columns } = this.#shape;
    const blank = Object.fromEntries(columns.map(column => [column, column === 'revision' ? 1 : null]));
    const number = counter === undefined ? {} : { number: await this.takeNumbers(1) };
    const { repository_id: _, ...row } = { ...blank, ...draft, ...number } as unknown as Row;
    await this.insert([row]);
    return row;
  }

  insert(rows: readonly NewRow<Row>[]): Promise<void> {
    const { repositoryId } = this;
    return this.#shape.inserter.insert(
      this.db,
      rows.map(row => ({ ...row, repository_id: repositoryId }) as Row),
    );
  }

  /** Optimistic locking by the revision of `row`; undefined after a concurrent change. */
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

  /** References to the rows are the caller's responsibility. */
  async remove(ids: readonly string[]): Promise<void> {
    for (const part of chunks(ids)) {
      await this.db
        .deleteFrom(this.#table)
        .where('id', 'in', part as never)
        .execute();
    }
  }

  /** `refine` adds conditions. */
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

  protected async first(where: Where<Row>, order: Order<Row> = []): Promise<Row | undefined> {
    return (await this.rows(where, order, 1))[0];
  }

  /** Unordered. */
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

  /** Kysely checks columns per table. Any name will do: the row's type checks the columns. */
  get #table(): 'tasks' {
    return this.#shape.table as 'tasks';
  }
}

interface TableShape<Row> {
  readonly table: ContentTable;
  readonly counter: CounterName | undefined;
  readonly key: string | undefined;
  readonly columns: readonly (keyof Row & string)[];
  readonly inserter: RowInserter<Row & object>;
}

type StatusOf<Row> = Row extends { readonly status: infer Status } ? Status : undefined;

/** Table of a record without queries of its own: rows of an owner, in the record's order. */
export class OwnedRecordTable<Row extends RecordRow> extends Table<Row> {
  readonly #order: Order<Row>;
  readonly #owner: string;

  constructor(db: Kysely<Schema>, repositoryId: string, shape: TableShape<Row>, { order, owner }: RecordFacts) {
    super(db, repositoryId, shape);
    this.#order = (order ?? []) as Order<Row>;
    this.#owner = owner === 'workItem' ? 'work_item_id' : `${owner}_id`;
  }

  ofItem(itemId: string): Promise<Row[]> {
    return this.#of([itemId], undefined);
  }

  ofTask(taskId: string, status?: StatusOf<Row>): Promise<Row[]> {
    return this.#of([taskId], status);
  }

  ofTasks(taskIds: readonly string[], status?: StatusOf<Row>): Promise<Row[]> {
    return this.#of(taskIds, status);
  }

  #of(owners: readonly string[], status: StatusOf<Row> | undefined): Promise<Row[]> {
    return this.rows({ [this.#owner]: ['in', owners], status } as unknown as Where<Row>, this.#order);
  }
}

function shapeOf<Row extends RecordRow>(definition: RecordDefinition<ContentTable>): TableShape<Row> {
  const { table, counter, key } = definition;
  const columns = Object.keys(definition.columns) as (keyof Row & string)[];
  return { table, counter, key, columns, inserter: new RowInserter<Row>(table, columns) };
}

export function tableOf<Definition extends RecordDefinition<ContentTable>>(definition: Definition) {
  type Row = RowOf<Definition> & RecordRow;
  const shape = shapeOf<Row>(definition);
  return class extends Table<Row> {
    constructor(db: Kysely<Schema>, repositoryId: string) {
      super(db, repositoryId, shape);
    }
  };
}

export function ownedRecordTableOf(definition: RecordDefinition<ContentTable>) {
  const shape = shapeOf<RecordRow>(definition);
  return class extends OwnedRecordTable<RecordRow> {
    constructor(db: Kysely<Schema>, repositoryId: string) {
      super(db, repositoryId, shape, definition.facts);
    }
  };
}
