import { z } from 'zod';
import { closeReasons } from './laneStatus.js';

/** The steps by which a lane is opened, in their order. */
export const journeySteps = ['fetch', 'branch', 'worktree', 'context', 'kit', 'row'] as const;
export type JourneyStep = (typeof journeySteps)[number];

/** What each step is called in a sentence. */
export const journeyStepNames: Readonly<Record<JourneyStep, string>> = {
  fetch: 'fetching the base branch',
  branch: 'making the branch',
  worktree: 'making the work tree',
  context: 'writing the context file',
  kit: 'writing the lane kit',
  row: 'recording the lane',
};

/**
 * What the opening of a lane is about to make, written before each step. Only what was not there before is named: what it
 * found is never undone.
 */
export const journeySchema = z.object({
  version: z.literal(1),
  lane: z.string(),
  /** ULID that the lane will have: when there is such a row, the lane is whole. */
  laneId: z.string(),
  startedAt: z.number().int(),
  /** The step that is under way. */
  step: z.enum(journeySteps),
  /** The process that opens it, as its identity file says. */
  process: z.string(),
  /** A branch that is made, and where; `before` is where it stood, when it was there and is moved. */
  branch: z.object({ name: z.string(), commit: z.string(), before: z.string().optional() }).nullable(),
  /** A work tree that is made. */
  directory: z.string().nullable(),
  /** Files of ours that are written into a work tree that was there before. */
  files: z.object({ directory: z.string(), names: z.array(z.string()) }).nullable(),
  /** True when it failed and not all of it could be undone, so that nobody is at it any more. */
  abandoned: z.boolean(),
  /** True when a closed lane is opened again: its row is there before, and whole once it is not closed. */
  reopens: z.boolean().default(false),
});
export type Journey = z.output<typeof journeySchema>;

/** The closing of a lane, whose work tree is kept and removed before its row says so. */
export const closingSchema = z.object({
  version: z.literal(1),
  lane: z.string(),
  laneId: z.string(),
  startedAt: z.number().int(),
  process: z.string(),
  abandoned: z.boolean(),
  closing: z.object({
    directory: z.string(),
    reason: z.enum(closeReasons),
    note: z.string().nullable(),
    /**
     * Its rescue and where the folder lies, once all of it is kept: what is left of it may go. No rescue where it held
     * nothing that git does not have.
     */
    kept: z.object({ ref: z.string().nullable(), aside: z.string() }).nullable(),
  }),
});
export type ClosingJourney = z.output<typeof closingSchema>;

/** The journey in a text; undefined when it is none that this program can read. */
export function readJourney(text: string): Journey | ClosingJourney | undefined {
  try {
    return z.union([journeySchema, closingSchema]).parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
