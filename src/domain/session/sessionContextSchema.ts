import * as z from 'zod';
import { bySeverity, findingSeverities } from '../finding/findingSeverity.js';
import { reviewGrades } from '../review/reviewGrade.js';
import { reviewVerdicts } from '../review/reviewVerdict.js';
import { sliceStatuses } from '../slice/sliceStatus.js';
import { taskSchema } from '../task/task.js';
import { changeKinds } from '../task/touchedFileRow.js';
import { workItemStatuses } from '../workItem/workItemStatus.js';

/** The summary of a task for a new or resumed agent session, limited in size. */

const everySection = [
  'next',
  'item',
  'slice',
  'uncommitted',
  'gates',
  'findings',
  'verdicts',
  'blockers',
  'nextActions',
  'slices',
  'decisions',
  'touchedFiles',
  'documents',
] as const;
export type ContextSection = (typeof everySection)[number];

/** Which sections an answer may have. */
export const contextProfiles = {
  identity: [],
  hot_summary: everySection,
  review_packet: ['findings', 'verdicts', 'slices', 'decisions', 'touchedFiles'],
  open_items: ['gates', 'findings', 'blockers', 'nextActions'],
  full_debug: everySection,
} as const satisfies Record<string, readonly ContextSection[]>;
export type ContextProfile = keyof typeof contextProfiles;
export const contextProfileNames = Object.keys(contextProfiles) as [ContextProfile, ...ContextProfile[]];

export const count = z.int().nonnegative();

/** The store's condition in a few words. */
export const contextStoreSchema = z.object({
  state: z.enum(['absent', 'ready', 'read-only', 'update-pending', 'corrupt', 'too-new']),
  reason: z.string(),
  hint: z.string().optional(),
});
export type ContextStore = z.infer<typeof contextStoreSchema>;

export const contextTaskSchema = taskSchema
  .pick({
    ref: true,
    name: true,
    objective: true,
    focus: true,
    status: true,
    light: true,
    branch: true,
    base: true,
    workTree: true,
    plan: true,
    workItem: true,
    revision: true,
    createdBy: true,
    updatedBy: true,
    updatedAt: true,
  })
  .partial({ workTree: true, plan: true });

/** The work item that a task is for. */
export const contextItemSchema = z.object({
  ref: z.string(),
  title: z.string(),
  status: z.enum(workItemStatuses),
  /** Null for nobody. */
  heldBy: z.string().nullable(),
  /** What that means for the caller, with the calls for it; left out for its holder. */
  hint: z.string().optional(),
  question: z.string().optional(),
  answer: z.string().optional(),
  /** As text; of notes with fields their JSON. */
  notes: z.string().optional(),
  /** Refs of the other items of a light task. */
  others: z.array(z.string()).optional(),
});

/** The slice in progress. */
export const contextSliceSchema = z.object({
  ref: z.string(),
  title: z.string(),
  status: z.enum(sliceStatuses),
  /** Left out for a slice without one. */
  test: z.string().optional(),
  startedBy: z.string(),
  startedAt: z.iso.datetime(),
  /** The last run of its test, without one the last run of any command in it; null for none. */
  lastRun: z
    .object({
      ref: z.string(),
      /** Where it is not that of the test. */
      command: z.string().optional(),
      passed: z.boolean(),
      at: z.iso.datetime(),
      /** Beginning of the hash of the tree that it ran on; null where that is not one tree. */
      tree: z.string().nullable(),
      /** True where the files are others now; null where they cannot be read. */
      stale: z.boolean().nullable(),
    })
    .nullable(),
});

/** What there is to do where no task is active. */
export const contextQueueSchema = z.object({
  ready: count,
  blocked: count,
  /** What the caller holds, at most 5. */
  yours: z.array(z.object({ ref: z.string(), title: z.string() })),
  /** Ready ones in the order in which they are claimed, at most 5. */
  first: z.array(z.object({ ref: z.string(), title: z.string(), priority: z.int() })),
});
export type ContextQueue = z.infer<typeof contextQueueSchema>;

/** The answer; sections outside its profile are left out; a section that did not fit is empty and named in `omitted`. */
export const sessionContextSchema = z.object({
  /** State of the store if it is not healthy: data may be missing, or nothing can be written. */
  store: contextStoreSchema.optional(),
  profile: z.enum(contextProfileNames),
  task: contextTaskSchema,
  /** What to do next, in words and calls. */
  next: z.string().optional(),
  /** Of several the first that is open. */
  item: contextItemSchema.optional(),
  /** Of several the latest. */
  slice: contextSliceSchema.optional(),
  /** Files of the task's worktree with changes that are not committed. */
  uncommitted: z.object({ count, paths: z.array(z.string()) }).optional(),
  /**
   * Why a gate is not ready, in codes; a gate without reasons is ready. `store`: what the store alone knows of close-check,
   * where git was not asked.
   */
  gates: z.record(z.string(), z.array(z.string())).optional(),
  findings: z
    .object({
      open: z.object(bySeverity(() => count)),
      /** The heaviest first. */
      first: z.array(
        z.object({
          ref: z.string(),
          severity: z.enum(findingSeverities),
          /** `src/a.ts:3-7`, or `src/a.ts:3 of the base`. */
          place: z.string(),
          text: z.string(),
          fix: z.string().optional(),
        }),
      ),
    })
    .optional(),
  /** The latest first. */
  verdicts: z
    .array(
      z.object({
        ref: z.string(),
        subject: z.string(),
        verdict: z.enum(reviewVerdicts),
        by: z.string(),
        grade: z.enum(reviewGrades).optional().describe('Of one that was imported'),
        summary: z.string().optional(),
      }),
    )
    .optional(),
  blockers: z.array(z.object({ ref: z.string(), text: z.string() })).optional(),
  nextActions: z.array(z.object({ ref: z.string(), text: z.string() })).optional(),
  /** The latest first. */
  slices: z.array(z.object({ ref: z.string(), title: z.string(), status: z.enum(sliceStatuses) })).optional(),
  /** The latest first. */
  decisions: z.array(z.object({ ref: z.string(), decision: z.string(), rationale: z.string() })).optional(),
  /** The last touched first. */
  touchedFiles: z.array(z.object({ path: z.string(), change: z.enum(changeKinds) })).optional(),
  /** Documents of the repository that one reads first, by name. */
  documents: z.array(z.string()).optional(),
  /** Key of the latest compaction, for the next session. */
  compaction: z.string().optional(),
  /** What did not fit: `touchedFiles: 5 of 5000`. */
  omitted: z.array(z.string()),
  /** That the answer is larger than its budget, where the repository's policy is to tell it all the same. */
  warning: z.string().optional(),
});
export type SessionContext = z.infer<typeof sessionContextSchema>;
