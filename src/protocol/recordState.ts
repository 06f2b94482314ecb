import * as z from 'zod/mini';

/**
 * What the page of one record shows, as plain data. Texts of records are text and nothing else: the page makes no markup of them.
 * Times are ISO 8601, references are `W-12`.
 */

/** The kinds of records that have such a page, and how agents are connected. */
const recordKinds = ['item', 'task', 'lane', 'finding', 'run', 'connect'] as const;
export type RecordKind = (typeof recordKinds)[number];

/** The button that every page has: it opens the record as a document. */
export const openAsText = 'openAsText';

const tones = ['none', 'good', 'info', 'warning', 'error'] as const;
const tone = z.enum(tones);
export type RecordTone = z.infer<typeof tone>;

/** A record that a page, or a document, shows. */
export const recordRefSchema = z.string().check(z.regex(/^[WFTLR]-[1-9]\d{0,14}$/));

/** What a page is about: a record, or how agents are connected, `connect-agents`. */
export const pageRefSchema = z.string().check(z.regex(/^(?:[WFTLR]-[1-9]\d{0,14}|connect-[a-z][a-z-]{0,40})$/));

/** A piece of a line: text of others, or ours with a link to a record. */
const spanSchema = z.strictObject({
  text: z.string(),
  /** A command, a path or a commit. */
  code: z.optional(z.literal(true)),
  tone: z.optional(tone),
  ref: z.optional(recordRefSchema),
});
export type Span = z.infer<typeof spanSchema>;

const lineSchema = z.array(spanSchema);
export type Line = z.infer<typeof lineSchema>;

/** A button's id says what it is for, so that one of an older state is never taken for another. */
export const actIdSchema = z.string().check(z.minLength(1), z.maxLength(10_000));
/** A button. The host knows what it does by its id, and runs nothing that is not among those it has sent. */
const actSchema = z.strictObject({ id: actIdSchema, label: z.string() });
export type RecordAct = z.infer<typeof actSchema>;

/** The name of an icon, and what it means by its colour; the words beside it say the same. */
const iconSchema = z.strictObject({ name: z.string().check(z.regex(/^[a-z-]{1,40}$/)), tone });
export type RecordIcon = z.infer<typeof iconSchema>;

const fieldSchema = z.strictObject({ name: z.string(), value: lineSchema });

const rowSchema = z.strictObject({
  icon: z.nullable(iconSchema),
  line: lineSchema,
  /** What more there is to say, below it. */
  detail: z.nullable(z.string()),
  act: z.nullable(actSchema),
  /** A box in front of it; `one` where one of several is on. Its id is a button's. */
  tick: z.optional(z.strictObject({ id: actIdSchema, on: z.boolean(), one: z.optional(z.literal(true)) })),
  /** True for one that belongs to the row above. */
  inner: z.boolean(),
});
export type RecordRow = z.infer<typeof rowSchema>;

const blockSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('fields'), fields: z.array(fieldSchema) }),
  z.strictObject({
    kind: z.literal('rows'),
    heading: z.nullable(z.string()),
    rows: z.array(rowSchema),
    /** Said in the place of rows. */
    none: z.nullable(z.string()),
  }),
  /** A text of any number of lines. */
  z.strictObject({
    kind: z.literal('prose'),
    heading: z.nullable(z.string()),
    text: z.string(),
  }),
]);
export type RecordBlock = z.infer<typeof blockSchema>;

const sectionSchema = z.strictObject({
  /** Lasting and unique on the page. */
  id: z.string().check(z.regex(/^[\w.-]{1,60}$/)),
  title: z.string(),
  blocks: z.array(blockSchema),
});
export type RecordSection = z.infer<typeof sectionSchema>;

export const recordStateSchema = z.strictObject({
  /** `failed`: the record does not exist or cannot be read; `notice` says why. */
  phase: z.enum(['ready', 'failed']),
  kind: z.enum(recordKinds),
  ref: pageRefSchema,
  title: z.string(),
  status: z.nullable(z.strictObject({ icon: iconSchema, line: lineSchema })),
  /** What is said beside the status: who holds it, where it is worked on. */
  facts: z.array(fieldSchema),
  notice: z.nullable(z.strictObject({ message: z.string(), hint: z.nullable(z.string()) })),
  /** `first` is what a person does next, `shown` are buttons too, `more` are in a list of their own. */
  acts: z.array(z.strictObject({ ...actSchema.shape, rank: z.enum(['first', 'shown', 'more']) })),
  /** A question that waits for an answer; with `isReply` or `isNote` a box to say something in, below what was said. */
  question: z.nullable(
    z.strictObject({
      from: z.nullable(z.string()),
      text: z.nullable(z.string()),
      isReply: z.optional(z.literal(true)),
      isNote: z.optional(z.literal(true)),
    }),
  ),
  sections: z.array(sectionSchema),
  /** Newest first. */
  events: z.array(z.strictObject({ id: z.int(), at: z.string(), line: lineSchema })),
  /** True where older ones can be had. */
  hasOlder: z.boolean(),
});
export type RecordState = z.infer<typeof recordStateSchema>;
