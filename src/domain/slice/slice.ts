import { z } from 'zod';
import { provenanceFields } from '../actor/provenance.js';
import { sliceStatuses } from './sliceStatus.js';

/** Limits of one slice: characters of texts, entries of lists. */
export const sliceLimits = { title: 200, testCommand: 2000, planItem: 200, path: 1000, changedFiles: 2000 } as const;

/** A slice as every surface shows it. */
export const sliceSchema = z.object({
  /** `S-2`. */
  ref: z.string(),
  id: z.string().describe('ULID'),
  /** `T-3`. */
  task: z.string(),
  title: z.string(),
  status: z.enum(sliceStatuses),
  testCommand: z.string().nullable(),
  /** `E-4`: what the test said before the work. */
  redEvidence: z.string().nullable(),
  /** The checklist item of the plan that it works on. */
  planItem: z.string().nullable(),
  /** Full id of HEAD when it was started. */
  base: z.string().nullable(),
  /** Relative to the top of the worktree. */
  changedFiles: z.array(z.string()),
  /** `D-7`: the decision that closed it. */
  decision: z.string().nullable(),
  /** The commit is its last one; HEAD at the start before there is one. */
  ...provenanceFields,
  startedAt: z.iso.datetime(),
  closedAt: z.iso.datetime().nullable(),
  updatedAt: z.iso.datetime(),
  revision: z.int(),
});
export type Slice = z.infer<typeof sliceSchema>;
