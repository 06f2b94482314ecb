import type { z } from 'zod';
import type { EntityKind } from '../identifier/identifier.js';
import type { Column, Refs } from './column.js';

type Snake<Name> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${Snake<Tail>}`
  : Name;

/** Counters per repository: `work_item` for `W-n`, `event` for event ids, `runner` for holders of its claim, and so on. */
export type CounterName = Snake<EntityKind> | 'event' | 'runner';

/** Returns `next_action` for `nextAction`. */
export function counterOf(kind: EntityKind): CounterName {
  return kind.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`) as CounterName;
}

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

/** An event of a record of a task. Its payload has the record's ref under the record's word. */
export interface RecordEvent {
  /** Payload field with the actor's own text. */
  readonly text?: string;
  /** Sentence, marked by `translated`: `{0}` is the actor, `{1}` the record. */
  readonly line: string;
  /** Sentence for those who come back, where `{0}` is the record or a count; absent for events not shown to them. */
  readonly change?: string;
  /** Rank as a change; smallest first. */
  readonly rank?: number;
  readonly look?: 'started' | 'ended';
}

/** Facts on a record that every part of Stateroom follows. `Names` are its columns. */
export interface RecordFacts<Names extends string = string> {
  readonly key?: Names;
  /** Column `<owner>_id`; the record is archived with its owner. Null for records that are never archived. */
  readonly owner: 'workItem' | 'task' | 'lane' | null;
  /** True if files of tasks contain it. */
  readonly portable?: boolean;
  /** Order of an owner's rows; `-` sorts descending. */
  readonly order?: readonly (Names | `-${Names}`)[];
  /** Statuses of open rows, and the column with the time of the end, which is null for exactly these. */
  readonly open?: { readonly statuses: readonly string[]; readonly endedAt: Names };
  /** The word for one record: in names of operations, fields of their answers, and searches. */
  readonly word?: string;
  /** Columns of lists, besides the ref, the author and the time; the first text is the record's own. */
  readonly list?: readonly Names[];
  /** Names of a record with a list, marked by `translated`. */
  readonly names?: {
    readonly one: string;
    readonly many: string;
    /** `{0}` is a number of 2 or more. */
    readonly counted: string;
    readonly select: string;
    /** Message if a task has no open ones. */
    readonly none: string;
  };
  /** Its events by type, in the order of its life. */
  readonly events?: Readonly<Record<string, RecordEvent>>;
  /** Verb of the operation that ends one, which a click on an open row runs: `resolve`. */
  readonly endedBy?: string;
  /** A codicon and its theme color. */
  readonly look?: { readonly icon: string; readonly color?: string };
  /** Texts that searches find: columns, the first of which begins the title. */
  readonly search?: readonly Names[];
}

/** Types of rows, their checks and their display follow from the columns, which are in order. */
export class RecordDefinition<
  Table extends string = string,
  Own extends Columns = Columns,
  const Facts extends RecordFacts = RecordFacts,
> {
  readonly kind: EntityKind | undefined;
  readonly counter: CounterName | undefined;
  #shown: readonly Field[] | undefined;

  constructor(
    readonly table: Table,
    readonly columns: Own,
    readonly facts: Facts & RecordFacts<keyof Own & string>,
  ) {
    this.kind = columns.number?.kind.numbers;
    this.counter = this.kind && counterOf(this.kind);
  }

  get key(): string | undefined {
    return this.facts.key;
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
