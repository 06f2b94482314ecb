import { z } from 'zod';
import { roles } from '../actor/actor.js';
import { provenanceFields } from '../actor/provenance.js';
import { reviewGrades } from './reviewGrade.js';
import { reviewVerdicts } from './reviewVerdict.js';

/** Limits of one review run, in characters; lists in entries. */
export const reviewLimits = {
  key: 200,
  subject: 1000,
  /** With what goes before it, a rationale of a decision. */
  summary: 2500,
  comment: 2000,
  path: 1000,
  coveredFiles: 2000,
} as const;

/** What kind of thing is reviewed. */
export const reviewSubjectKinds = ['task_plan', 'epic', 'branch', 'adr', 'roadmap', 'other'] as const;
export type ReviewSubjectKind = (typeof reviewSubjectKinds)[number];

/** `branch`: code that is to be merged; `planning`: a document; `release_audit`: what is to be released. */
export const reviewModes = ['branch', 'planning', 'release_audit'] as const;
export type ReviewMode = (typeof reviewModes)[number];

/** A run is under way, or its verdict is recorded. */
export const reviewStatuses = ['started', 'recorded'] as const;

/** A review run as every surface shows it. */
export const reviewRunSchema = z.object({
  /** `V-2`. */
  ref: z.string(),
  id: z.string().describe('ULID'),
  /** The caller's own id, unique in the repository. */
  key: z.string().nullable(),
  /** `T-3`; null for a review that belongs to no task. */
  task: z.string().nullable(),
  /** A path, or a branch for a branch review. */
  subject: z.string(),
  subjectKind: z.enum(reviewSubjectKinds),
  mode: z.enum(reviewModes),
  status: z.enum(reviewStatuses),
  /** Null while the run is started. */
  verdict: z.enum(reviewVerdicts).nullable(),
  summary: z.string().nullable(),
  /** Paths that were read. */
  coveredFiles: z.array(z.string()),
  /** What was reviewed: tree hash of a branch, content hash of a document; null when it could not be told. */
  subjectHash: z.string().nullable(),
  /** True when the subject was changed since; null when that cannot be told. A stale pass does not count. */
  stale: z.boolean().nullable(),
  /** `D-7`, the decision that holds the verdict. */
  decision: z.string().nullable(),
  /** The author is asked to change something. */
  requestChanges: z.boolean(),
  grade: z.enum(reviewGrades).describe('observed: recorded here; reported or said: imported by a person or an agent'),
  /** For a run that was imported: who did that, and whom the file names as its reviewer. */
  imported: z
    .object({
      by: z.string(),
      role: z.enum(roles),
      at: z.iso.datetime(),
      says: z.object({ actor: z.string(), role: z.enum(roles) }),
    })
    .nullable(),
  /** Who reviewed, and the commit they stood on; whoever imported the run where that was an agent. */
  ...provenanceFields,
  startedAt: z.iso.datetime(),
  reviewedAt: z.iso.datetime().nullable(),
  /** Grows with every change of the row. */
  revision: z.int().positive(),
});
export type ReviewRun = z.infer<typeof reviewRunSchema>;
