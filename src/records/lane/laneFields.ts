import * as z from 'zod';
import { laneLimits } from '../../domain/lane/lane.js';
import { mayBeOwned } from '../../domain/lane/ownedPath.js';
import { gateReasonSchema } from '../../gates/gate.js';
import { message } from '../../messages/message.js';
import { problem } from '../../messages/schemaProblem.js';
import { sentenceSchema } from '../../messages/sentence.js';
import { itemLineSchema } from '../workItem/queueFields.js';

export const laneField = z.string().trim().min(1).max(200).describe('The lane: its name, L-3 or ULID');

export const ownLaneField = laneField.optional().describe('The lane; default: the lane of this worktree');

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

/** Dependents of the lane's work item until that is done. */
export const stillBlockedField = {
  stillBlocked: z.array(itemLineSchema),
};

/** Warnings about the evidence of a lane's task, for a person; they block nothing. */
export const proofWarningsField = { warnings: z.array(gateReasonSchema) };

export const closedFields = {
  worktree: z.enum(['removed', 'left', 'missing']).describe('What happened to its worktree'),
  /** `refs/stateroom/rescue/…`; null if there was nothing to back up. */
  rescue: z.string().nullable(),
  /** Ignored files and folders too large to back up; null bytes for a repository. */
  leftBehind: z.array(z.object({ path: z.string(), bytes: z.number().nullable() })),
  /** Reason why the repository's teardown commands did not run; null if they did, or there are none. */
  teardownSkipped: sentenceSchema.nullable(),
  ...stillBlockedField,
};
