import * as z from 'zod/mini';

/** Plain data. Texts of records are never rendered as markup. Times are ISO 8601, references like `W-12`. */

/** `connect` is for connecting agents. */
const recordKinds = ['item', 'task', 'lane', 'finding', 'run', 'connect'] as const;
export type RecordKind = (typeof recordKinds)[number];

/** On every page. */
export const openAsText = 'openAsText';

const tones = ['none', 'good', 'info', 'warning', 'error'] as const;
const tone = z.enum(tones);
export type RecordTone = z.infer<typeof tone>;

/** With a page or a document. */
export const recordRefSchema = z.string().check(z.regex(/^[WFTLR]-[1-9]\d{0,14}$/));

/** A record, or an agent to connect: `connect-agents`. */
export const pageRefSchema = z.string().check(z.regex(/^(?:[WFTLR]-[1-9]\d{0,14}|connect-[a-z][a-z-]{0,40})$/));

/** User text, or ours with a link to a record. */
const spanSchema = z.strictObject({
  text: z.string(),
  /** Set for a command, a path or a commit. */
  code: z.optional(z.literal(true)),
  tone: z.optional(tone),
  ref: z.optional(recordRefSchema),
});
export type Span = z.infer<typeof spanSchema>;

const lineSchema = z.array(spanSchema);
export type Line = z.infer<typeof lineSchema>;

/** Names the purpose of a button, so that an older one never triggers another. */
export const actIdSchema = z.string().check(z.minLength(1), z.maxLength(10_000));
/** The host maps its id to an action, and runs only ids that it has sent. */
const actSchema = z.strictObject({ id: actIdSchema, label: z.string() });
export type RecordAct = z.infer<typeof actSchema>;

/** The text beside it has the same meaning. */
const iconSchema = z.strictObject({ name: z.string().check(z.regex(/^[a-z-]{1,40}$/)), tone });
export type RecordIcon = z.infer<typeof iconSchema>;

const fieldSchema = z.strictObject({ name: z.string(), value: lineSchema });

const rowSchema = z.strictObject({
  icon: z.nullable(iconSchema),
  line: lineSchema,
  detail: z.nullable(z.string()),
  act: z.nullable(actSchema),
  /** Radio button with `one`; the id is a button's. */
  tick: z.optional(z.strictObject({ id: actIdSchema, on: z.boolean(), one: z.optional(z.literal(true)) })),
  /** Belongs to the row above. */
  inner: z.boolean(),
});
export type RecordRow = z.infer<typeof rowSchema>;

const blockSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('fields'), fields: z.array(fieldSchema) }),
  z.strictObject({
    kind: z.literal('rows'),
    heading: z.nullable(z.string()),
    rows: z.array(rowSchema),
    /** Without rows. */
    none: z.nullable(z.string()),
  }),
  z.strictObject({
    kind: z.literal('prose'),
    heading: z.nullable(z.string()),
    text: z.string(),
  }),
]);
export type RecordBlock = z.infer<typeof blockSchema>;

const sectionSchema = z.strictObject({
  /** Stable and unique on the page. */
  id: z.string().check(z.regex(/^[\w.-]{1,60}$/)),
  title: z.string(),
  blocks: z.array(blockSchema),
});
export type RecordSection = z.infer<typeof sectionSchema>;

export const recordStateSchema = z.strictObject({
  /** `failed`: missing or unreadable, see `notice`. */
  phase: z.enum(['ready', 'failed']),
  kind: z.enum(recordKinds),
  ref: pageRefSchema,
  title: z.string(),
  status: z.nullable(z.strictObject({ icon: iconSchema, line: lineSchema })),
  /** Such as the holder and the place of work. */
  facts: z.array(fieldSchema),
  notice: z.nullable(z.strictObject({ message: z.string(), hint: z.nullable(z.string()) })),
  /** `first` is a person's next step, `shown` are buttons too, `more` are in a list. */
  acts: z.array(z.strictObject({ ...actSchema.shape, rank: z.enum(['first', 'shown', 'more']) })),
  /** With `isReply` or `isNote`, a text box below the earlier messages. */
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
  hasOlder: z.boolean(),
});
export type RecordState = z.infer<typeof recordStateSchema>;
