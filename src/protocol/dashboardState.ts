import * as z from 'zod/mini';
import { dashboardTrendShape } from './dashboardTrend.js';

/**
 * What the dashboard page shows, as plain data. Times are ISO 8601, references are `W-12`. Every list is short: the
 * host cuts it and gives the total.
 */

const count = z.int().check(z.nonnegative());
const time = z.string();
const ref = z.string();
const priority = z.int();

export const dashboardCountsSchema = z.strictObject({
  needs_you: count,
  ready: count,
  in_flight: count,
  blocked: count,
  scheduled: count,
  done: count,
});

/** Why something waits for a person. */
export const dashboardNeeds = [
  'workItem',
  'question',
  'approval',
  'merge',
  'conflict',
  'dead',
  'failure',
  'blocked',
  'report',
  'unstarted',
  'changes',
] as const;
export type DashboardNeed = (typeof dashboardNeeds)[number];

const needsYouRowSchema = z.strictObject({
  kind: z.enum(dashboardNeeds),
  ref,
  /** Name of the lane that it is about. */
  lane: z.nullable(z.string()),
  title: z.string(),
  /** Of a work item, as far as it is known. */
  priority: z.nullable(priority),
  /** What is asked, or what more there is to say. */
  question: z.nullable(z.string()),
  /** Who asks. */
  owner: z.nullable(z.string()),
  since: time,
  /** Open work items and lanes that wait for this. */
  blocks: count,
});

/** How fresh the heartbeats of a worker are. */
export const dashboardLives = ['ok', 'WARN', 'STALE', 'DEAD', 'none'] as const;

/** Null where no heartbeat is expected. */
const life = z.nullable(z.strictObject({ level: z.enum(dashboardLives), lastAt: z.nullable(time) }));

const laneRowSchema = z.strictObject({
  ref,
  name: z.string(),
  title: z.nullable(z.string()),
  /** What it is at, in the person's words. */
  word: z.string(),
  agent: z.nullable(z.string()),
  life,
  openedAt: time,
});

/** The gates that work on a task passes. */
export const dashboardGates = ['review-ready', 'close-check'] as const;
export type DashboardGate = (typeof dashboardGates)[number];

const taskRowSchema = z.strictObject({
  ref,
  title: z.string(),
  /** What it is at, in the person's words. */
  word: z.string(),
  gates: z.discriminatedUnion('state', [
    z.strictObject({ state: z.literal('judging') }),
    /** They cannot be asked here, and why. */
    z.strictObject({ state: z.literal('unknown'), reason: z.string() }),
    z.strictObject({
      state: z.literal('judged'),
      gates: z.array(z.strictObject({ gate: z.enum(dashboardGates), ready: z.boolean(), reasons: count })),
    }),
  ]),
});

const stuckRowSchema = z.strictObject({
  ref,
  title: z.string(),
  /** Dependencies that ended without being done. */
  blockedBy: z.array(z.strictObject({ ref, status: z.enum(['failed', 'cancelled']) })),
});

const workingRowSchema = z.strictObject({
  ref,
  title: z.string(),
  /** Null before anybody has begun. */
  owner: z.nullable(z.string()),
  ownerRole: z.nullable(z.enum(['human', 'agent', 'system'])),
  /** What it is at, in the person's words; null for a claim alone. */
  word: z.nullable(z.string()),
  /** Name of the lane that it is worked on in. */
  lane: z.nullable(z.string()),
  life,
  claimedAt: z.nullable(time),
  /** Null for a person's claim: it does not run out. */
  leaseUntil: z.nullable(time),
});

const upNextRowSchema = z.strictObject({
  ref,
  title: z.string(),
  priority,
  due: z.nullable(time),
  /** True when an earlier holder's lease ran out. */
  leaseExpired: z.boolean(),
});

const eventRowSchema = z.strictObject({
  id: count,
  at: time,
  type: z.string(),
  actor: z.nullable(z.string()),
  workItem: z.nullable(ref),
  title: z.nullable(z.string()),
  /** What happened, in the person's words; null where the page has words of its own, or no one has any. */
  words: z.nullable(z.string()),
  /** The lanes, tasks and work items that it happened to: what else looks like one in the words is someone's text. */
  refs: z.array(z.string()),
});

const list = <Row extends z.ZodMiniType>(row: Row) => z.strictObject({ total: count, rows: z.array(row) });

export const dashboardStateSchema = z.strictObject({
  /** `failed`: the store cannot be used, `notice` says why. `ready` with a notice: readable, with a limit. */
  phase: z.enum(['ready', 'failed', 'no_repository']),
  repository: z.nullable(z.string()),
  notice: z.nullable(z.strictObject({ message: z.string(), hint: z.nullable(z.string()) })),
  counts: dashboardCountsSchema,
  /** Of the queue and of lanes, first what holds up most. */
  needsYou: list(needsYouRowSchema),
  stuck: list(stuckRowSchema),
  /** What is in progress in queue, tasks and lanes, each piece of work once. */
  working: list(workingRowSchema),
  /** Open lanes. */
  lanes: list(laneRowSchema),
  /** Live tasks. */
  tasks: list(taskRowSchema),
  upNext: list(upNextRowSchema),
  events: z.array(eventRowSchema),
  ...dashboardTrendShape,
});
export type DashboardState = z.infer<typeof dashboardStateSchema>;
