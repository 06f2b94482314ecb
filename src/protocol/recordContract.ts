import * as z from 'zod/mini';
import { pageEvents } from './pageEvents.js';
import { actIdSchema, pageRefSchema, recordRefSchema, recordStateSchema } from './recordState.js';
import type { RecordTexts } from './recordText.js';
import type { Contract } from './rpc.js';

const nothing = z.strictObject({});
const snapshotSchema = z.strictObject({ revision: z.int().check(z.nonnegative()), state: recordStateSchema });

/** The longest answer that a page sends, in characters; the operation has the limit that counts. */
const maxAnswer = 100_000;

/** What a page remembers of itself, by which the editor opens it again after a reload. */
export const recordPlaceSchema = z.strictObject({ repository: z.string(), ref: pageRefSchema });
export type RecordPlace = z.infer<typeof recordPlaceSchema>;

/** What the extension host offers to the page of a record. */
export const recordHostContract = {
  requests: {
    /** The page is up: it gets its texts and the state, and from then on each next one. */
    ready: {
      params: nothing,
      result: z.strictObject({
        locale: z.string(),
        texts: z.record(z.string(), z.string()) as unknown as z.ZodMiniType<RecordTexts>,
        place: recordPlaceSchema,
        snapshot: snapshotSchema,
      }),
    },
    /** Presses a button of the state that was sent last. */
    act: { params: z.strictObject({ id: actIdSchema }), result: nothing },
    /** Opens a record that the page names. */
    open: { params: z.strictObject({ ref: recordRefSchema }), result: nothing },
    /** Answers the question; `done` is false where the person gave it up, or it was refused. */
    answer: {
      params: z.strictObject({ text: z.string().check(z.minLength(1), z.maxLength(maxAnswer)) }),
      result: z.strictObject({ done: z.boolean() }),
    },
    /** Gives a state with more of the timeline. */
    older: { params: nothing, result: snapshotSchema },
  },
  events: pageEvents,
} as const satisfies Contract;

/** What the page offers to the extension host. */
export const recordPageContract = {
  requests: {},
  events: {
    /** What the page shows from now on. */
    state: snapshotSchema,
  },
} as const satisfies Contract;

export type RecordHostContract = typeof recordHostContract;
export type RecordPageContract = typeof recordPageContract;
export type RecordSnapshot = z.infer<typeof snapshotSchema>;
