import * as z from 'zod';
import { laneLimits } from '../../domain/lane/lane.js';
import { mayBeOwned } from '../../domain/lane/ownedPath.js';
import { message } from '../../messages/message.js';
import { problem } from '../../messages/schemaProblem.js';
import { sentenceSchema } from '../../messages/sentence.js';

/** Which lane an operation is about. */
export const laneField = z.string().trim().min(1).max(200).describe('The lane: its name, L-3 or ULID');

/** The same where the lane that the caller stands in is meant without it. */
export const ownLaneField = laneField.optional().describe('The lane; the one of this worktree if left out');

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
  .describe('Paths that it owns, as globs; the whole repository if left out');

export const afterField = z
  .array(z.string().trim().min(1).max(200))
  .max(laneLimits.after)
  .describe('Lanes that must be merged before it starts');

export const laneDescriptionField = z.string().trim().min(1).max(laneLimits.description).describe('What is to be done');

export const noteField = z.string().trim().min(1).max(laneLimits.reason).describe('Why, for whoever looks later');

export const leaveTreeField = z
  .boolean()
  .optional()
  .describe('Leave the worktree where it is; it is kept as a rescue all the same');

/** What became of a closed lane’s worktree. */
export const closedFields = {
  worktree: z.enum(['removed', 'left', 'missing']).describe('What became of its worktree'),
  /** `refs/stateroom/rescue/…`; null when there was nothing to keep. */
  rescue: z.string().nullable(),
  /** Ignored files and folders that were too large to be kept; no bytes for a repository. */
  leftBehind: z.array(z.object({ path: z.string(), bytes: z.number().nullable() })),
  /** Why the repository’s teardown commands were not run; null when they were, or there are none. */
  teardownSkipped: sentenceSchema.nullable(),
};
