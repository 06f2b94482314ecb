import * as z from 'zod/mini';

/** Plain data. Texts of records are never rendered as markup. Times are ISO 8601, references like `W-12`. */

/** Records that have a page, and `connect` for connecting agents. */
const recordKinds = ['item', 'task', 'lane', 'finding', 'run', 'connect'] as const;
export type RecordKind = (typeof recordKinds)[number];

/** Button of every page: opens the record as a document. */
export const openAsText = 'openAsText';

const tones = ['none', 'good', 'info', 'warning', 'error'] as const;
const tone = z.enum(tones);
export type RecordTone = z.infer<typeof tone>;

/** Ref of a record that has a page or a document. */
export const recordRefSchema = z.string().check(z.regex(/^[WFTLR]-[1-9]\d{0,14}$/));

/** Subject of a page: a record, or connecting agents, `connect-agents`. */
export const pageRefSchema = z.string().check(z.regex(/^(?:[WFTLR]-[1-9]\d{0,14}|connect-[a-z][a-z-]{0,40})$/));

/** A piece of a line: user text, or ours with a link to a record. */
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

/** Id that names the purpose of a button, so that one of an older state never triggers another button. */
export const actIdSchema = z.string().check(z.minLength(1), z.maxLength(10_000));
/** A button. The host maps its id to an action, and runs only ids that it has sent. */
const actSchema = z.strictObject({ id: actIdSchema, label: z.string() });
export type RecordAct = z.infer<typeof actSchema>;

/** Icon with a tone for its color; the text beside it has the same meaning. */
const iconSchema = z.strictObject({ name: z.string().check(z.regex(/^[a-z-]{1,40}$/)), tone });
export type RecordIcon = z.infer<typeof iconSchema>;

const fieldSchema = z.strictObject({ name: z.string(), value: lineSchema });

const rowSchema = z.strictObject({
  icon: z.nullable(iconSchema),
  line: lineSchema,
  detail: z.nullable(z.string()),
  /** Lines of a file. */
  code: z.optional(z.string()),
  /** True if the code is shown on demand. */
  folded: z.optional(z.literal(true)),
  act: z.nullable(actSchema),
  /** Checkbox, or radio button with `one`; its id is a button's. */
  tick: z.optional(z.strictObject({ id: actIdSchema, on: z.boolean(), one: z.optional(z.literal(true)) })),
  /** True if it belongs to the row above. */
  inner: z.boolean(),
});
export type RecordRow = z.infer<typeof rowSchema>;

const blockSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('fields'), fields: z.array(fieldSchema) }),
  z.strictObject({
    kind: z.literal('rows'),
    heading: z.nullable(z.string()),
    rows: z.array(rowSchema),
    /** Shown if there are no rows. */
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
  /** Buttons below its title, the most important first. */
  acts: z.optional(z.array(actSchema)),
  blocks: z.array(blockSchema),
});
export type RecordSection = z.infer<typeof sectionSchema>;

export const recordStateSchema = z.strictObject({
  /** `failed`: the record is missing or unreadable, see `notice`. */
  phase: z.enum(['ready', 'failed']),
  kind: z.enum(recordKinds),
  ref: pageRefSchema,
  title: z.string(),
  status: z.nullable(z.strictObject({ icon: iconSchema, line: lineSchema })),
  /** Details beside the status: the holder, the place of work. */
  facts: z.array(fieldSchema),
  notice: z.nullable(z.strictObject({ message: z.string(), hint: z.nullable(z.string()) })),
  /** `first` is the next step of a person, `shown` are buttons too, `more` are in a list of their own. */
  acts: z.array(z.strictObject({ ...actSchema.shape, rank: z.enum(['first', 'shown', 'more']) })),
  /** Open question. With `isReply`, `isNote` or `isWord`, which writes to a running agent, a text box below the earlier messages. */
  question: z.nullable(
    z.strictObject({
      from: z.nullable(z.string()),
      text: z.nullable(z.string()),
      isReply: z.optional(z.literal(true)),
      isNote: z.optional(z.literal(true)),
      isWord: z.optional(z.literal(true)),
      /** Buttons that answer at once, the recommended one first; the box is for other words. */
      choices: z.optional(z.array(actSchema)),
      /** Consequence of no answer. */
      hint: z.optional(z.string()),
    }),
  ),
  sections: z.array(sectionSchema),
  /** Newest first. */
  events: z.array(z.strictObject({ id: z.int(), at: z.string(), line: lineSchema })),
  hasOlder: z.boolean(),
});
export type RecordState = z.infer<typeof recordStateSchema>;
