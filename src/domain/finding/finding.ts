import { z } from 'zod';
import { provenanceFields } from '../actor/provenance.js';
import { findingSeverities } from './findingSeverity.js';
import { findingStatuses } from './findingStatus.js';

/** Limits of one finding, in characters; lists in entries. */
export const findingLimits = {
  key: 200,
  path: 1000,
  text: 4000,
  fix: 4000,
  note: 500,
  reason: 500,
  rule: 300,
  tool: 100,
  repro: 2000,
  /** Findings of one call. */
  batch: 100,
} as const;

/** What was looked at when it was found: the code of a branch, a plan, or a release. */
export const findingModes = ['branch', 'planning', 'release_audit'] as const;
export type FindingMode = (typeof findingModes)[number];

/** `proven`: its repro command failed where it was found. `unproven`: the command passed there, so it shows nothing. */
export const reproStates = ['unproven', 'proven'] as const;

/** A finding as every surface shows it. */
export const findingSchema = z.object({
  /** `F-12`. */
  ref: z.string(),
  id: z.string().describe('ULID'),
  /** The caller's own id, unique in the repository. */
  key: z.string().nullable(),
  /** `T-3`; null for a finding about the whole repository. */
  task: z.string().nullable(),
  severity: z.enum(findingSeverities),
  status: z.enum(findingStatuses),
  mode: z.enum(findingModes),
  /** Relative to the top of the worktree, with `/`. */
  path: z.string(),
  /** From 1; null for the whole file. As recorded: where the lines are now, an anchor says. */
  lineStart: z.int().positive().nullable(),
  /** Inclusive. */
  lineEnd: z.int().positive().nullable(),
  text: z.string(),
  /** What the reviewer proposes. */
  fix: z.string().nullable(),
  rule: z.string().nullable(),
  /** The tool that found it, null for a reviewer. */
  tool: z.string().nullable(),
  /** A command that fails while the finding stands. */
  repro: z.string().nullable(),
  /** Null while the command was never tried. */
  reproState: z.enum(reproStates).nullable(),
  /** `V-2`, the review run that found it. */
  reviewRun: z.string().nullable(),
  /** `W-7`, the work item made from it. */
  workItem: z.string().nullable(),
  /** Why it ended as it did. */
  note: z.string().nullable(),
  /** Full id of the commit that fixes it. */
  fixedCommit: z.string().nullable(),
  /** `E-4`, the proof of the fix. */
  fixEvidence: z.string().nullable(),
  /** The branch on which it was resolved or into which it was integrated. */
  resolvedRef: z.string().nullable(),
  resolvedBy: z.string().nullable(),
  resolvedAt: z.iso.datetime().nullable(),
  /** `F-9`, the finding that took its place. */
  supersededBy: z.string().nullable(),
  reopenCount: z.int().nonnegative(),
  reopenReason: z.string().nullable(),
  reopenedAt: z.iso.datetime().nullable(),
  /** Refs of the findings that were merged into it. */
  mergedFrom: z.array(z.string()),
  /** Who found it, and at which commit. */
  ...provenanceFields,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** Grows with every change of the row. */
  revision: z.int().positive(),
});
export type Finding = z.infer<typeof findingSchema>;
