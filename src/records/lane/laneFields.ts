import * as z from 'zod';
import { laneLimits } from '../../domain/lane/lane.js';
import { mayBeOwned } from '../../domain/lane/ownedPath.js';
import { gateReasonSchema } from '../../gates/gate.js';
import { message } from '../../messages/message.js';
import { problem } from '../../messages/schemaProblem.js';
import { sentenceSchema } from '../../messages/sentence.js';
import { itemLineSchema } from '../workItem/queueFields.js';

/** Which lane an operation is about. */
export const laneField = z.string().trim().min(1).max(200).describe('The lane: its name, L-3 or ULID');

/** The same where the lane that the caller is in is meant without it. */
export const ownLaneField = laneField.optional().describe('The lane; default: the lane of this worktree');

/** A commit of a lane that somebody has read. */
export const reviewedCommitField = z
  .string()
  .trim()
  .regex(/^[0-9a-f]{7,64}$/, problem(message('schema.notCommit')));

export const ownsField = z
  .array(
    z
      .string()
      .trim()
      .min(1)
      .max(laneLimits.ownedPath)
      .refine(mayBeOwned, problem(message('schema.ownedPath'))),
  )
  .max(laneLimits.ownedPaths)
  .describe('Owned paths, as globs; default: the whole repository');

export const afterField = z
  .array(z.string().trim().min(1).max(200))
  .max(laneLimits.after)
  .describe('Lanes that must be merged before this one starts');

export const laneDescriptionField = z.string().trim().min(1).max(laneLimits.description).describe('What to do');

export const noteField = z.string().trim().min(1).max(laneLimits.reason).describe('Why (recorded)');

export const leaveTreeField = z.boolean().optional().describe('Keep the worktree; it is backed up anyway');

/** Who goes on waiting where the work item of a lane is not done. */
export const stillBlockedField = {
  /** Open work items that wait for the one of the lane. */
  stillBlocked: z.array(itemLineSchema),
};

/** What happened to a closed lane’s worktree. */
/** What a person should look at before they believe the evidence of a lane's task; it blocks nothing. */
export const proofWarningsField = { warnings: z.array(gateReasonSchema) };

export const closedFields = {
  worktree: z.enum(['removed', 'left', 'missing']).describe('What happened to its worktree'),
  /** `refs/stateroom/rescue/…`; null when there was nothing to keep. */
  rescue: z.string().nullable(),
  /** Ignored files and folders that were too large to be kept; no bytes for a repository. */
  leftBehind: z.array(z.object({ path: z.string(), bytes: z.number().nullable() })),
  /** Why the repository’s teardown commands were not run; null when they were, or there are none. */
  teardownSkipped: sentenceSchema.nullable(),
  ...stillBlockedField,
};
