import { z } from 'zod';
import { provenanceFields } from '../actor/provenance.js';

/** Limits of one decision, in characters; lists in entries. */
export const decisionLimits = {
  id: 160,
  /** From here on an answer says that it is long. */
  rationaleSoft: 1500,
  rationale: 3000,
  /** Of a decision that closes a slice. */
  sliceRationale: 4000,
  changedFiles: 500,
  path: 1000,
} as const;

export const decisionOrigins = ['agent', 'human', 'system'] as const;

/** A decision as every surface shows it. */
export const decisionSchema = z.object({
  /** `D-4`. */
  ref: z.string(),
  id: z.string().describe('ULID'),
  /** `T-3`. */
  task: z.string().nullable(),
  /** `S-2`, the slice it closes or belongs to. */
  slice: z.string().nullable(),
  /** By the grammar `<tag>_<kind>_<work ref>_<slug>`. */
  decision: z.string(),
  rationale: z.string(),
  origin: z.enum(decisionOrigins),
  changedFiles: z.array(z.string()),
  ...provenanceFields,
  createdAt: z.iso.datetime(),
});
export type Decision = z.infer<typeof decisionSchema>;
