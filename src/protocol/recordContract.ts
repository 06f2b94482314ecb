import * as z from 'zod/mini';
import { pageEvents } from './pageEvents.js';
import { actIdSchema, pageRefSchema, recordRefSchema, recordStateSchema } from './recordState.js';
import type { RecordTexts } from './recordText.js';
import type { Contract } from './rpc.js';

const nothing = z.strictObject({});
const snapshotSchema = z.strictObject({ revision: z.int().check(z.nonnegative()), state: recordStateSchema });

/** Max length of an answer from a page, in characters; the operation enforces its own limit. */
const maxAnswer = 100_000;

/** State that a page saves, from which the editor reopens it after a reload. */
export const recordPlaceSchema = z.strictObject({ repository: z.string(), ref: pageRefSchema });
export type RecordPlace = z.infer<typeof recordPlaceSchema>;

export const recordHostContract = {
  requests: {
    /** Sent once the page has loaded. Returns its texts and the state; `state` events follow. */
    ready: {
      params: nothing,
      result: z.strictObject({
        locale: z.string(),
        texts: z.record(z.string(), z.string()) as unknown as z.ZodMiniType<RecordTexts>,
        place: recordPlaceSchema,
        snapshot: snapshotSchema,
      }),
    },
    act: { params: z.strictObject({ id: actIdSchema }), result: nothing },
    open: { params: z.strictObject({ ref: recordRefSchema }), result: nothing },
    /** Answers the question; `done` is false if the person cancelled, or the answer was refused. */
    answer: {
      params: z.strictObject({ text: z.string().check(z.minLength(1), z.maxLength(maxAnswer)) }),
      result: z.strictObject({ done: z.boolean() }),
    },
    /** Returns a state with more of the timeline. */
    older: { params: nothing, result: snapshotSchema },
  },
  events: pageEvents,
} as const satisfies Contract;

export const recordPageContract = {
  requests: {},
  events: {
    state: snapshotSchema,
  },
} as const satisfies Contract;

export type RecordHostContract = typeof recordHostContract;
export type RecordPageContract = typeof recordPageContract;
export type RecordSnapshot = z.infer<typeof snapshotSchema>;
