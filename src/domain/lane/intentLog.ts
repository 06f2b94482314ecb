import * as z from 'zod';
import { type Message, message } from '../../messages/message.js';
import { laneFileNames } from './laneKit.js';
import { maxLaneNameLength } from './laneName.js';
import { closeReasons } from './laneStatus.js';

/** The steps by which a lane is opened, in their order. */
export const intentLogSteps = ['fetch', 'branch', 'worktree', 'context', 'kit', 'row'] as const;
export type IntentLogStep = (typeof intentLogSteps)[number];

/** What each step is called in a sentence. */
export const intentLogStepNames: Readonly<Record<IntentLogStep, Message>> = {
  fetch: message('lanes.stepFetch'),
  branch: message('lanes.stepBranch'),
  worktree: message('lanes.stepWorkTree'),
  context: message('lanes.stepContext'),
  kit: message('lanes.stepKit'),
  row: message('lanes.stepRecord'),
};

/** Characters of a path; that of a process' identity, with a host's name in it, is shorter. */
const maxTextLength = 4096;

const pathText = z.string().min(1).max(maxTextLength);
const nameText = z.string().min(1).max(maxLaneNameLength);
const idText = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/);
const commitText = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/);
const timeNumber = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/**
 * What the opening of a lane is about to make, written before each step. Only what was not there before is named: what it
 * found is never undone.
 */
export const intentLogSchema = z.object({
  version: z.literal(1),
  lane: nameText,
  /** ULID that the lane will have: if that row exists, the lane is complete. */
  laneId: idText,
  startedAt: timeNumber,
  /** The step that is in progress. */
  step: z.enum(intentLogSteps),
  /** The process that opens it, as its identity file says. */
  process: z.string().max(maxTextLength),
  /** A branch that is created, and where; `before` is its previous commit if it existed. */
  branch: z.object({ name: pathText, commit: commitText, before: commitText.optional() }).nullable(),
  /** A worktree that is made. */
  directory: pathText.nullable(),
  /** Stateroom's own files that are written into a worktree that was there before. */
  files: z.object({ directory: pathText, names: z.array(z.enum(laneFileNames)).max(laneFileNames.length) }).nullable(),
  /** True when it failed and not all of it could be undone, so that no one is at it any more. */
  abandoned: z.boolean(),
  /** True when a closed lane is opened again: its row is there before, and whole once it is not closed. */
  reopens: z.boolean().default(false),
});
export type IntentLog = z.output<typeof intentLogSchema>;

/**
 * The closing of a lane, whose worktree is kept and removed before its row says so, or the removal of a finished task's worktree
 * and branch: then `lane` is the ref of the task, and `laneId` its ULID.
 */
export const closingSchema = z.object({
  version: z.literal(1),
  lane: nameText,
  laneId: idText,
  task: z.literal(true).optional(),
  startedAt: timeNumber,
  process: z.string().max(maxTextLength),
  abandoned: z.boolean(),
  closing: z.object({
    directory: pathText,
    reason: z.enum(closeReasons),
    note: z.string().nullable(),
    /**
     * Its rescue and the folder's location once everything is backed up and the rest may be removed. No rescue if it held
     * nothing that git does not have.
     */
    kept: z.object({ ref: pathText.nullable(), aside: pathText }).nullable(),
  }),
});
export type ClosingIntentLog = z.output<typeof closingSchema>;

/** What every version of an intent log says: whose it is. */
const headSchema = z.object({ version: z.number().int(), process: z.string().max(maxTextLength).optional() });

/** The intent in a text; else why it is none, as the end of a sentence, and the process that a newer version names. */
export type ReadIntentLog =
  | { readonly intentLog: IntentLog | ClosingIntentLog }
  | { readonly problem: string; readonly process?: string | undefined };

export function readIntentLog(text: string): ReadIntentLog {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: 'is not valid JSON' };
  }
  const head = headSchema.safeParse(value);
  if (!head.success) return { problem: 'is not an intent log of Stateroom' };
  const { version, process } = head.data;
  if (version !== 1) return { problem: `has version ${version}, but this Stateroom supports version 1`, process };
  const isClosing = typeof value === 'object' && value !== null && 'closing' in value;
  const read = isClosing ? closingSchema.safeParse(value) : intentLogSchema.safeParse(value);
  if (read.success) return { intentLog: read.data };
  const field = read.error.issues[0]?.path.join('.') ?? '';
  return { problem: `has an invalid value in field ${field}` };
}
