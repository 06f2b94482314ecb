import type { z } from 'zod';
import type { Column, Refs } from './column.js';

/** Counters per repository: `work_item` for `W-n`, `event` for event ids, and so on. */
export type CounterName =
  | 'work_item'
  | 'event'
  | 'task'
  | 'decision'
  | 'slice'
  | 'blocker'
  | 'next_action'
  | 'evidence'
  | 'finding'
  | 'review_run'
  | 'lane'
  | 'worker_report'
  | 'message'
  | 'run';

type Columns = Readonly<Record<string, Column>>;

export type RowOf<Definition extends RecordDefinition> = {
  readonly [Name in keyof Definition['columns']]: Definition['columns'][Name] extends Column<infer Stored>
    ? Stored
    : never;
};

type Camel<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Name;
type FieldOf<Name, Given> = Given extends string
  ? Given
  : Given extends null
    ? never
    : Name extends `${infer Head}_id`
      ? Camel<Head>
      : Camel<Name>;

export type ShownOf<Definition extends RecordDefinition> = {
  -readonly [Name in keyof Definition['columns'] as FieldOf<
    Name,
    Definition['columns'][Name]['name']
  >]: Definition['columns'][Name] extends Column<unknown, infer Shown> ? Shown : never;
};

interface Options<Names> {
  readonly counter?: CounterName;
  /** The column with the caller's own key, if it has one. */
  readonly key?: Names;
}

/** A record: its table, with the columns in order. The types of its rows, their checks and their display follow from the columns. */
export class RecordDefinition<Table extends string = string, Own extends Columns = Columns> {
  readonly counter: CounterName | undefined;
  readonly key: string | undefined;
  #shown: readonly Field[] | undefined;

  constructor(
    readonly table: Table,
    readonly columns: Own,
    { counter, key }: Options<keyof Own & string> = {},
  ) {
    this.counter = counter;
    this.key = key;
  }

  /** Columns to show, the ref first. */
  get shown(): readonly Field[] {
    this.#shown ??= Object.entries(this.columns)
      .flatMap(([name, column]) => (column.name === null ? [] : [{ name, column, field: fieldOf(name, column) }]))
      .sort((one, other) => Number(other.field === 'ref') - Number(one.field === 'ref'));
    return this.#shown;
  }
}

interface Field {
  readonly name: string;
  readonly column: Column;
  readonly field: string;
}

function fieldOf(name: string, column: Column): string {
  if (typeof column.name === 'string') return column.name;
  return name.replace(/(?<=.)_id$/, '').replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

export function shownShape<Definition extends RecordDefinition>(
  definition: Definition,
): { [Field in keyof ShownOf<Definition>]: z.ZodType<ShownOf<Definition>[Field]> } {
  const entries = definition.shown.map(({ field, column }) => [field, column.kind.shown()]);
  return Object.fromEntries(entries);
}

/** Converts a row to the shape returned to callers; `refs` are those of linked records. */
export function show<Definition extends RecordDefinition>(
  definition: Definition,
  row: Omit<RowOf<Definition>, 'repository_id'>,
  refs: Refs = new Map(),
): ShownOf<Definition> {
  const values = row as Readonly<Record<string, unknown>>;
  const shown: Record<string, unknown> = {};
  for (const { name, column, field } of definition.shown) {
    const { kind } = column;
    shown[field] = kind.show === undefined ? values[name] : kind.show(values[name], refs);
  }
  return shown as ShownOf<Definition>;
}
