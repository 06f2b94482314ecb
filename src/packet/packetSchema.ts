import * as z from 'zod';
import { bySeverity, findingSeverities } from '../domain/finding/findingSeverity.js';
import { type ListedName, listedNames } from '../domain/records.js';
import { reviewGrades } from '../domain/review/reviewGrade.js';
import { reviewVerdicts } from '../domain/review/reviewVerdict.js';
import { sliceStatuses } from '../domain/slice/sliceStatus.js';
import { taskSchema } from '../domain/task/task.js';
import { changeKinds } from '../domain/task/touchedFileRow.js';
import { workerStates } from '../domain/worker/workerState.js';
import { workItemStatuses } from '../domain/workItem/workItemStatus.js';

const everySection = [
  'next',
  'item',
  'attempts',
  'lane',
  'slice',
  'handoff',
  'lastRun',
  'mustPass',
  'uncommitted',
  'gates',
  'findings',
  'messages',
  'verdicts',
  ...listedNames,
  'slices',
  'decisions',
  'touchedFiles',
  'queue',
  'documents',
] as const;
export type ContextSection = (typeof everySection)[number];

export const contextProfiles = {
  identity: [],
  hot_summary: everySection,
  review_packet: ['lane', 'findings', 'verdicts', 'slices', 'decisions', 'touchedFiles'],
  open_items: ['lane', 'gates', 'findings', 'messages', ...listedNames],
  full_debug: everySection,
} as const satisfies Record<string, readonly ContextSection[]>;
export type ContextProfile = keyof typeof contextProfiles;
export const contextProfileNames = Object.keys(contextProfiles) as [ContextProfile, ...ContextProfile[]];

export const count = z.int().nonnegative();

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

export const contextItemSchema = z.object({
  ref: z.string(),
  title: z.string(),
  status: z.enum(workItemStatuses),
  heldBy: z.string().nullable(),
  /** Absent without a holder. */
  heldSince: z.iso.datetime().optional(),
  /** Meaning for the caller, with the calls to make; absent for its holder. */
  hint: z.string().optional(),
  question: z.string().optional(),
  answer: z.string().optional(),
  /** Text, or the JSON of structured notes. */
  notes: z.string().optional(),
  /** JSON. */
  payload: z.string().optional(),
  /** Refs of the other items of a light task. */
  others: z.array(z.string()).optional(),
});

export const contextRunSchema = z.object({
  ref: z.string(),
  /** Absent for the test of the slice. */
  command: z.string().optional(),
  passed: z.boolean(),
  at: z.iso.datetime(),
  /** Prefix of the tree's hash; null if it was not a single tree. */
  tree: z.string().nullable(),
  /** Null if the files cannot be read. */
  stale: z.boolean().nullable(),
});

export const contextSliceSchema = z.object({
  ref: z.string(),
  title: z.string(),
  status: z.enum(sliceStatuses),
  /** Checkbox of the task's plan. */
  planItem: z.string().optional(),
  /** Absent for a slice without one. */
  test: z.string().optional(),
  startedBy: z.string(),
  startedAt: z.iso.datetime(),
  /** Last run of its test, or else of any command in it; null for none. */
  lastRun: contextRunSchema.nullable(),
});

const texts = z.array(z.string()).optional();

/** Lane of the worktree; lists without entries are absent. */
export const contextLaneSchema = z.object({
  ref: z.string(),
  lane: z.string(),
  /** Absent for a lane that implements. */
  kind: z.literal('review').optional(),
  /** Null for a lane without a worker. */
  state: z.enum(workerStates).nullable(),
  branch: z.string(),
  /** Absent if it is the title of the item. */
  description: z.string().optional(),
  ownedPaths: texts,
  /** First port of its block. */
  port: z.int().optional(),
  waitsFor: texts,
  /** Last reason of a person or its worker for the state. */
  reason: z.string().optional(),
  earlierFindings: texts,
  changesNotIts: texts,
  overlaps: texts,
  wouldConflict: texts,
});

export const contextQueueSchema = z.object({
  ready: count,
  blocked: count,
  /** Items held by the caller, at most 5. */
  yours: z.array(z.object({ ref: z.string(), title: z.string() })),
  /** Ready items in claim order, at most 5. */
  first: z.array(z.object({ ref: z.string(), title: z.string(), priority: z.int() })),
});
export type ContextQueue = z.infer<typeof contextQueueSchema>;

function listedShapes() {
  const shape = z.array(z.object({ ref: z.string(), text: z.string() })).optional();
  return Object.fromEntries(listedNames.map(name => [name, shape])) as { readonly [Name in ListedName]: typeof shape };
}

/** Sections outside the profile are absent; a section that did not fit is empty and named in `omitted`. */
export const packetSchema = z.object({
  /** Present if the store is not healthy: data may be missing, or nothing can be written. */
  store: contextStoreSchema.optional(),
  profile: z.enum(contextProfileNames),
  task: contextTaskSchema.nullable(),
  /** State of the place; present without a task. */
  hint: z.string().optional(),
  /** The one next act, in the terms of the caller's surface. */
  next: z.string().optional(),
  /** The first open one of several. */
  item: contextItemSchema.optional(),
  /** Earlier attempts at the item, latest first. */
  attempts: texts,
  lane: contextLaneSchema.optional(),
  /** The latest of several. */
  slice: contextSliceSchema.optional(),
  /** Last words of the session before: at a hand-over, or as its context was compacted. */
  handoff: z
    .object({
      by: z.string(),
      at: z.iso.datetime(),
      done: z.string().optional(),
      open: z.string().optional(),
      next: z.string().optional(),
    })
    .optional(),
  /** Last run of a command; absent if the slice has one. */
  lastRun: contextRunSchema.optional(),
  /** Commands that a gate requires, with their results on these files: `npm test: passed (E-3)`. */
  mustPass: texts,
  uncommitted: z.object({ count, paths: z.array(z.string()) }).optional(),
  /** Reason codes by gate; empty if ready. `store`: the part of close-check that needs no git, if git was not asked. */
  gates: z.record(z.string(), z.array(z.string())).optional(),
  findings: z
    .object({
      open: z.object(bySeverity(() => count)),
      /** Most severe first. */
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
  /** Unread messages: `M-3 from codex: By address`. */
  messages: texts,
  /** Latest first. */
  verdicts: z
    .array(
      z.object({
        ref: z.string(),
        subject: z.string(),
        verdict: z.enum(reviewVerdicts),
        by: z.string(),
        grade: z.enum(reviewGrades).optional().describe('Grade of an imported review'),
        summary: z.string().optional(),
      }),
    )
    .optional(),
  ...listedShapes(),
  /** Latest first. */
  slices: z.array(z.object({ ref: z.string(), title: z.string(), status: z.enum(sliceStatuses) })).optional(),
  /** Latest first. */
  decisions: z.array(z.object({ ref: z.string(), decision: z.string(), rationale: z.string() })).optional(),
  /** Latest first. */
  touchedFiles: z.array(z.object({ path: z.string(), change: z.enum(changeKinds) })).optional(),
  /** Present without a task and outside of lanes. */
  queue: contextQueueSchema.optional(),
  /** Documents to read first, by name. */
  documents: texts,
  /** Key of the latest compaction. */
  compaction: z.string().optional(),
  /** Truncated sections: `touchedFiles: 5 of 5000`, `item.payload: 400 of 5200 characters`. */
  omitted: z.array(z.string()),
  /** Present if the answer exceeds its budget, which the repository's policy allows. */
  warning: z.string().optional(),
  /** Items that need a person or are in progress, as `status` counts them. Not in the digest. */
  work: z.object({ needsYou: z.int(), inProgress: z.int() }).optional(),
  digest: z.string(),
});
export type Packet = z.infer<typeof packetSchema>;
/** A packet before it is counted and signed. */
export type UnsignedPacket = Omit<Packet, 'work' | 'digest'>;

/** A packet with the digest that the caller has is not repeated. */
export const packetAnswerSchema = z.union([packetSchema, z.object({ unchanged: z.literal(true), digest: z.string() })]);
export type PacketAnswer = z.infer<typeof packetAnswerSchema>;
