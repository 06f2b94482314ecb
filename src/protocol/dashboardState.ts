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
const dashboardNeeds = [
  'findings',
  'blocker',
  'workItem',
  'question',
  'approval',
  'merge',
  'conflict',
  'dead',
  'alert',
  'failure',
  'blocked',
  'report',
  'unstarted',
  'changes',
] as const;

/** A button of a row: the host knows what it does by its id, and runs nothing that is not among those it has sent. */
const act = z.strictObject({ id: z.string().check(z.minLength(1), z.maxLength(500)), label: z.string() });

/** One thing of a piece of work that waits for a person. */
const needSchema = z.strictObject({
  kind: z.enum(dashboardNeeds),
  ref,
  /** What it is called, where that is not the title of the work. */
  title: z.nullable(z.string()),
  /** What is asked, or what more there is to say. */
  question: z.nullable(z.string()),
  /** Who asks. */
  owner: z.nullable(z.string()),
  since: time,
  /** Open work items and lanes that wait for this. */
  blocks: count,
  /** What a person does about it, the first of them first. */
  acts: z.array(act),
});

/** How fresh the heartbeats of a worker are. */
const dashboardLives = ['ok', 'WAITING', 'WARN', 'STALE', 'DEAD', 'none'] as const;

/** Null where no heartbeat is expected. */
const life = z.nullable(z.strictObject({ level: z.enum(dashboardLives), lastAt: z.nullable(time) }));

/** Where a row is in the list of work, in the order of the groups. */
const workGroups = ['needsYou', 'working', 'waiting'] as const;
export type WorkGroup = (typeof workGroups)[number];

/** A piece of work that has begun, or of which something waits for a person: a work item with its task and its lanes. */
const workRowSchema = z.strictObject({
  /** Its shortest name: of its work item, else of its lane or its task, else of what waits. */
  ref,
  title: z.string(),
  group: z.enum(workGroups),
  /** Of a work item that waits for an answer. */
  priority: z.nullable(priority),
  /** The lane that it is worked on in, else was last. */
  lane: z.nullable(z.strictObject({ ref, name: z.string() })),
  /** What it is at, in the person's words; null for a claim alone, and where what waits for a person says it. */
  word: z.nullable(z.string()),
  /** Who works on it; null before anybody has begun. */
  owner: z.nullable(z.string()),
  ownerRole: z.nullable(z.enum(['human', 'agent', 'system'])),
  life,
  /** When it came to be at that, or was claimed. */
  since: z.nullable(time),
  /** Null for a claim that does not run out. */
  leaseUntil: z.nullable(time),
  needs: z.array(needSchema),
  /** What a person may do where nothing waits for one. */
  acts: z.array(act),
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

const runRowSchema = z.strictObject({ ref, title: z.string(), openHypotheses: count });

const stuckRowSchema = z.strictObject({
  ref,
  title: z.string(),
  /** Dependencies that ended without being done. */
  blockedBy: z.array(z.strictObject({ ref, status: z.enum(['failed', 'cancelled']) })),
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
  /** The lanes, tasks, investigations and work items that it happened to: what else looks like one in the words is someone's text. */
  refs: z.array(z.string()),
});

const list = <Row extends z.ZodMiniType>(row: Row) => z.strictObject({ total: count, rows: z.array(row) });

export const dashboardStateSchema = z.strictObject({
  /** `failed`: the store cannot be used, `notice` says why. `ready` with a notice: readable, with a limit. */
  phase: z.enum(['ready', 'failed', 'no_repository']),
  repository: z.nullable(z.string()),
  notice: z.nullable(z.strictObject({ message: z.string(), hint: z.nullable(z.string()) })),
  /** Of work items; what needs a person and what is in progress are counted over queue, tasks and lanes. */
  counts: dashboardCountsSchema,
  /**
   * What is in progress and what needs a person in queue, tasks and lanes, each piece of work once: first what holds up most.
   * `hidden` counts those in progress that are left out.
   */
  work: z.strictObject({ rows: z.array(workRowSchema), hidden: count }),
  stuck: list(stuckRowSchema),
  /** Live tasks. */
  tasks: list(taskRowSchema),
  /** Active investigations. */
  runs: list(runRowSchema),
  upNext: list(upNextRowSchema),
  events: z.array(eventRowSchema),
  ...dashboardTrendShape,
});
export type DashboardState = z.infer<typeof dashboardStateSchema>;
export type DashboardWorkRow = z.infer<typeof workRowSchema>;
