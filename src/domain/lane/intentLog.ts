import * as z from 'zod';
import { type Message, message } from '../../messages/message.js';
import { laneFileNames } from './laneKit.js';
import { maxLaneNameLength } from './laneName.js';
import { closeReasons } from './laneStatus.js';

export const intentLogSteps = ['fetch', 'branch', 'worktree', 'context', 'kit', 'row'] as const;
export type IntentLogStep = (typeof intentLogSteps)[number];

export const intentLogStepNames: Readonly<Record<IntentLogStep, Message>> = {
  fetch: message('lanes.stepFetch'),
  branch: message('lanes.stepBranch'),
  worktree: message('lanes.stepWorkTree'),
  context: message('lanes.stepContext'),
  kit: message('lanes.stepKit'),
  row: message('lanes.stepRecord'),
};

/** Max characters of a path; also enough for a process identity with a host name. */
const maxTextLength = 4096;

const pathText = z.string().min(1).max(maxTextLength);
const nameText = z.string().min(1).max(maxLaneNameLength);
const idText = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/);
const commitText = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/);
const timeNumber = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** Written before each step of opening a lane. Names only what the opening creates: nothing older is undone. */
export const intentLogSchema = z.object({
  version: z.literal(1),
  lane: nameText,
  /** ULID of the new lane: if its row exists, the lane is complete. */
  laneId: idText,
  startedAt: timeNumber,
  step: z.enum(intentLogSteps),
  /** Identity of the opening process, as in its identity file. */
  process: z.string().max(maxTextLength),
  /** The branch to create, and its commit; `before` is its previous commit if it existed. */
  branch: z.object({ name: pathText, commit: commitText, before: commitText.optional() }).nullable(),
  directory: pathText.nullable(),
  /** Stateroom's own files to write into an existing worktree. */
  files: z.object({ directory: pathText, names: z.array(z.enum(laneFileNames)).max(laneFileNames.length) }).nullable(),
  /** True if opening failed and could not be undone completely; the process is gone. */
  abandoned: z.boolean(),
  /** True if a closed lane is reopened: its row exists already, and is complete once it is no longer closed. */
  reopens: z.boolean().default(false),
});
export type IntentLog = z.output<typeof intentLogSchema>;

/** Closing backs up and removes a worktree before its row changes. For a task, `lane` and `laneId` name the task. */
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
    /** Set once all is backed up and the rest may be removed. `ref` is null if git has everything. */
    kept: z.object({ ref: pathText.nullable(), aside: pathText }).nullable(),
  }),
});
export type ClosingIntentLog = z.output<typeof closingSchema>;

const headSchema = z.object({ version: z.number().int(), process: z.string().max(maxTextLength).optional() });

/** Else the reason it is invalid, as the end of a sentence, and the process that a newer version names. */
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
