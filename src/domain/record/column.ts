import * as z from 'zod';
import { message } from '../../messages/message.js';
import { problem } from '../../messages/schemaProblem.js';
import { type EntityKind, formatRef } from '../identifier/identifier.js';
import { parseJson } from '../json/writtenJson.js';
import { once } from '../once.js';

/** Refs (`T-3`) or names of other records, by ULID. */
export type Refs = ReadonlyMap<string, string>;

/** Target of a link; a lane is shown by its name, a plan by its path, all others by their refs. */
export type LinkTarget = EntityKind | 'plan';

/** Type of a column's values, stored and shown. Schemas are functions because most processes check no row. */
interface ColumnKind<Stored, Shown> {
  stored(): z.ZodType<Stored>;
  shown(): z.ZodType<Shown>;
  /** Undefined if shown as stored, to avoid a call for each row. */
  show?(value: Stored, refs: Refs): Shown;
  readonly target?: LinkTarget;
  readonly numbers?: EntityKind;
}

/** `Name` is the field that shows it: undefined for the column's own name, null for none. */
export class Column<Stored = unknown, Shown = unknown, Name = unknown> {
  readonly kind: ColumnKind<Stored, Shown>;
  #orNull: Column<Stored | null, Shown | null, Name> | undefined;

  constructor(
    kind: ColumnKind<Stored, Shown>,
    readonly name: Name,
  ) {
    // Many records share a column: otherwise startup would build more than a thousand equal schemas.
    this.kind = { ...kind, stored: once(kind.stored), shown: once(kind.shown) };
  }

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

  as<const Field extends string>(field: Field): Column<Stored, Shown, Field> {
    return new Column(this.kind, field);
  }

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

export const ulid = same(ulidSchema, () => z.string().describe('ULID'));

export const repositoryId = same(() => z.string()).hidden;

/** Number per repository; shown as a ref, with the prefix of its kind. */
export function numbered(kind: EntityKind): Column<number, string, 'ref'> {
  return new Column(
    {
      stored: () => z.int().min(1).max(1_000_000_000),
      shown: shownText,
      show: value => formatRef(kind, value),
      numbers: kind,
    },
    'ref',
  );
}

/** ULID of another record, shown as its ref; null if unknown. */
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

/** ULID of the owning record, shown as its ref, or as is if unknown. */
export function parent(target: LinkTarget): Column<string, string, undefined> {
  const { kind } = link(target);
  return new Column({ ...kind, shown: shownText, show: (value, refs) => refs.get(value) ?? value, target }, undefined);
}

/** Text whose length is checked only when it comes from outside. */
export function text(max = Number.MAX_SAFE_INTEGER, min = 0): Column<string, string, undefined> {
  return same(() => z.string().min(min).max(max), shownText);
}

/** Name of an actor, harness, session or lane. */
export const name = text(300);

/** Hash of a commit, tree or content, in hex. */
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

/** Incremented by every change of the row. */
export const revision = same(
  () => z.int().min(1).max(1_000_000_000),
  () => z.int().positive(),
);

export function oneOf<const Value extends string>(values: readonly Value[]): Column<Value, Value, undefined> {
  return same(() => z.enum(values));
}

/** JSON text, shown as its value. Content from outside is checked by `jsonText`. */
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
