import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { Identifier } from '../../domain/identifier/identifier.js';
import { chunks } from './chunks.js';
import { takeNumbers } from './counter.js';
import { RowInserter } from './insertRows.js';
import type { ContentTable, CounterName, Schema } from './schema.js';
import { storedCells } from './storedCell.js';

/** What every entity's row begins with. */
export interface EntityRow {
  readonly id: string;
  readonly repository_id: string;
}

/** How an entity is stored. */
export interface EntityShape<Row extends EntityRow> {
  readonly table: ContentTable;
  /** All columns of the table. */
  readonly columns: readonly (keyof Row & string)[];
  /** The counter of its numbers, for entities that have them. */
  readonly counter?: CounterName;
  /** The column that holds the caller's own name, for entities that have one. */
  readonly keyColumn?: keyof Row & string;
}

/** A query over one entity's table, which Kysely would want to know by name. */
export type RowQuery<Row> = SelectQueryBuilder<{ row: Row }, 'row', Row>;

/** A new row: the repository's id is filled in. */
export type NewRow<Row extends EntityRow> = Omit<Row, 'repository_id'>;

/**
 * What the repositories of all entities share: rows go in and out as stored, what they mean is the domain's. A repository
 * of its own adds the queries that only its entity needs.
 */
export abstract class EntityRepository<Row extends EntityRow> {
  protected readonly db: Kysely<Schema>;
  protected readonly repositoryId: string;
  readonly #shape: EntityShape<Row>;
  readonly #inserter: RowInserter<Row>;

  protected constructor(
    db: Kysely<Schema>,
    repositoryId: string,
    shape: EntityShape<Row>,
    inserter: RowInserter<Row> = new RowInserter(shape.table, shape.columns),
  ) {
    this.db = db;
    this.repositoryId = repositoryId;
    this.#shape = shape;
    this.#inserter = inserter;
  }

  /** The row that an identifier names; undefined when there is none, or when the entity has no such name. */
  async find(identifier: Identifier): Promise<Row | undefined> {
    const { keyColumn, counter } = this.#shape;
    if (identifier.by === 'ulid') return this.#first('id', identifier.ulid);
    if (identifier.by === 'number') return counter === undefined ? undefined : this.#first('number', identifier.number);
    return keyColumn === undefined ? undefined : this.#first(keyColumn, identifier.key);
  }

  /** Rows with these ULIDs, in no order; those that do not exist are left out. */
  async ofIds(ids: readonly string[]): Promise<Row[]> {
    const found: Row[] = [];
    for (const part of chunks([...new Set(ids)]))
      found.push(...(await this.select(query => query.where('id', 'in', part as never))));
    return found;
  }

  /** Numbers for `count` new rows; returns the first. */
  takeNumbers(count: number): Promise<number> {
    const { counter, table } = this.#shape;
    if (counter === undefined) throw new Error(`${table} are not numbered.`);
    return takeNumbers(this.db, this.repositoryId, counter, count);
  }

  /** Writes new rows. */
  insert(rows: readonly NewRow<Row>[]): Promise<void> {
    return this.#inserter.insert(
      this.db,
      rows.map(row => ({ ...row, repository_id: this.repositoryId }) as Row),
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

  /** Rows of this repository, restricted and ordered by `refine`. */
  protected select(refine: (query: RowQuery<Row>) => RowQuery<Row>): Promise<Row[]> {
    const query = this.db.selectFrom(this.#table).selectAll().where('repository_id', '=', this.repositoryId);
    return refine(query as unknown as RowQuery<Row>).execute() as Promise<Row[]>;
  }

  async #first(column: string, value: string | number): Promise<Row | undefined> {
    return (await this.select(query => query.where(column as never, '=', value as never).limit(1)))[0];
  }

  /** Kysely checks columns table by table; here the table is any, and the columns are checked by the row's type. */
  get #table(): 'tasks' {
    return this.#shape.table as 'tasks';
  }
}
