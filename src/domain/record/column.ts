import * as z from 'zod';
import { message } from '../../messages/message.js';
import { problem } from '../../messages/schemaProblem.js';
import { type EntityKind, formatRef } from '../identifier/identifier.js';
import { parseJson } from '../json/writtenJson.js';
import { once } from '../once.js';

/** Refs (`T-3`) or names of other records, by ULID. */
export type Refs = ReadonlyMap<string, string>;

/** What a link points to; a lane is shown by its name, a plan by its path, all others by their refs. */
export type LinkTarget =
  | 'task'
  | 'slice'
  | 'decision'
  | 'evidence'
  | 'finding'
  | 'reviewRun'
  | 'message'
  | 'workItem'
  | 'lane'
  | 'plan';

/** What a column holds and how surfaces show it. Schemas are functions because most processes check no row. */
interface ColumnKind<Stored, Shown> {
  /** Checks a value that comes from outside, as from a file. */
  stored(): z.ZodType<Stored>;
  shown(): z.ZodType<Shown>;
  /** Undefined for what is shown as it is stored: the fields of a list are filled without a call for each. */
  show?(value: Stored, refs: Refs): Shown;
  /** The record that the column points to, by ULID. */
  readonly target?: LinkTarget;
}

/** A column of a record's table. `Name` is the field that shows it: undefined for that of the column, null for none. */
export class Column<Stored = unknown, Shown = unknown, Name = unknown> {
  readonly kind: ColumnKind<Stored, Shown>;
  #orNull: Column<Stored | null, Shown | null, Name> | undefined;

  constructor(
    kind: ColumnKind<Stored, Shown>,
    readonly name: Name,
  ) {
    // Many records share a column: without this, more than a thousand equal schemas are made as a process starts.
    this.kind = { ...kind, stored: once(kind.stored), shown: once(kind.shown) };
  }

  /** The same, or null. */
  get orNull(): Column<Stored | null, Shown | null, Name> {
    this.#orNull ??= this.#nullable();
    return this.#orNull;
  }

  #nullable(): Column<Stored | null, Shown | null, Name> {
    const { kind } = this;
    const show = kind.show?.bind(kind);
    return new Column(
      {
        ...kind,
        stored: () => kind.stored().nullable(),
        shown: () => kind.shown().nullable(),
        ...(show && { show: (value, refs) => (value === null ? null : show(value, refs)) }),
      },
      this.name,
    );
  }

  /** The same, shown as another field than that of its name. */
  as<const Field extends string>(field: Field): Column<Stored, Shown, Field> {
    return new Column(this.kind, field);
  }

  /** The same, not shown. */
  get hidden(): Column<Stored, Shown, null> {
    return new Column(this.kind, null);
  }
}

const shownText = once(() => z.string());
const shownTextOrNull = once(() => z.string().nullable());

function same<Value>(stored: () => z.ZodType<Value>, shown = stored): Column<Value, Value, undefined> {
  return new Column({ stored, shown }, undefined);
}

const ulidSchema = () => z.string().regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/, problem(message('schema.notUlid')));

/** The ULID of the record itself. */
export const ulid = same(ulidSchema, () => z.string().describe('ULID'));

/** The repository of the store, which all of its rows have. */
export const repositoryId = same(() => z.string()).hidden;

/** Numbered per repository; shown with the prefix of its kind. */
export function numbered(kind: EntityKind): Column<number, string, 'ref'> {
  return new Column(
    {
      stored: () => z.int().min(1).max(1_000_000_000),
      shown: shownText,
      show: value => formatRef(kind, value),
    },
    'ref',
  );
}

/** The ULID of another record, shown as its ref; null where that is not known. */
export function link(target: LinkTarget): Column<string, string | null, undefined> {
  return new Column(
    {
      stored: ulidSchema,
      shown: shownTextOrNull,
      show: (value, refs) => refs.get(value) ?? null,
      target,
    },
    undefined,
  );
}

/** The ULID of the record that this one belongs to, shown as its ref, or as it is where that is not known. */
export function parent(target: LinkTarget): Column<string, string, undefined> {
  const { kind } = link(target);
  return new Column({ ...kind, shown: shownText, show: (value, refs) => refs.get(value) ?? value, target }, undefined);
}

/** Text of `least` to `most` characters, when it comes from outside. */
export function text(max = Number.MAX_SAFE_INTEGER, min = 0): Column<string, string, undefined> {
  return same(() => z.string().min(min).max(max), shownText);
}

/** Of an actor, a harness, a session or a lane. */
export const name = text(300);

/** A hash in hex: of a commit, a tree or a content. */
export const sha = same(() => z.string().regex(/^[0-9a-f]{4,64}$/, problem(message('schema.notHash'))), shownText);

/** ms UTC, up to the end of the year 9999; shown as ISO 8601. */
export const time = new Column<number, string, undefined>(
  {
    stored: () => z.int().min(0).max(253_402_300_799_999),
    shown: () => z.iso.datetime(),
    show: value => new Date(value).toISOString(),
  },
  undefined,
);

/** Shown as true or false. */
export const flag = new Column<0 | 1, boolean, undefined>(
  {
    stored: () => z.union([z.literal(0), z.literal(1)]),
    shown: () => z.boolean(),
    show: value => value === 1,
  },
  undefined,
);

export function integer(min = Number.MIN_SAFE_INTEGER): Column<number, number, undefined> {
  return same(() => z.int().min(min));
}

export const real = same(() => z.number());

/** Grows with every change of the row. */
export const revision = same(
  () => z.int().min(1).max(1_000_000_000),
  () => z.int().positive(),
);

export function oneOf<const Value extends string>(values: readonly Value[]): Column<Value, Value, undefined> {
  return same(() => z.enum(values));
}

/** JSON text, shown as what it holds. What that is, `jsonText` checks where rows come from outside. */
export function json<Content>(): Column<string, Content, undefined> {
  return new Column(
    {
      stored: () => z.string(),
      shown: () => z.custom<Content>(),
      show: value => parseJson(value) as Content,
    },
    undefined,
  );
}

/** JSON array of texts, as of paths. */
export function texts(maxEach = 1000, max = 12_000_000): Column<string, string[], undefined> {
  return new Column(
    {
      stored: () => jsonText(z.array(z.string().max(maxEach)).max(10_000), max),
      shown: () => z.array(z.string()),
      show: value => JSON.parse(value) as string[],
    },
    undefined,
  );
}

/** JSON text of this shape, as a row holds it. */
export function jsonText(content: z.ZodType, max: number): z.ZodType<string> {
  return z
    .string()
    .max(max)
    .refine(
      value => {
        try {
          return content.safeParse(JSON.parse(value)).success;
        } catch {
          return false;
        }
      },
      problem(message('schema.otherShape')),
    );
}
