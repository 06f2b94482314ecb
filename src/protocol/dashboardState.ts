import * as z from 'zod/mini';
import { dashboardTrendShape } from './dashboardTrend.js';

/** Plain data. Times are ISO 8601, references like `W-12`. The host cuts every list and adds its total. */

const count = z.int().check(z.nonnegative());
const time = z.string();
const ref = z.string();

export const dashboardCountsSchema = z.strictObject({
  needs_you: count,
  ready: count,
  in_flight: count,
  blocked: count,
  scheduled: count,
  done: count,
});

const dashboardNeeds = [
  'findings',
  'blocker',
  'workItem',
  'question',
  'permission',
  'approval',
  'merge',
  'unready',
  'conflict',
  'dead',
  'alert',
  'failure',
  'blocked',
  'report',
  'unstarted',
  'changes',
] as const;

/** A button of a row. The host maps its id to an action, and runs only ids that it has sent. */
const act = z.strictObject({ id: z.string().check(z.minLength(1), z.maxLength(500)), label: z.string() });

const needSchema = z.strictObject({
  kind: z.enum(dashboardNeeds),
  ref,
  /** Null if it is the title of the work. */
  title: z.nullable(z.string()),
  /** The question, or further details. */
  question: z.nullable(z.string()),
  /** Name of the actor that asks. */
  owner: z.nullable(z.string()),
  since: time,
  /** Number of open work items and lanes that wait for this. */
  blocks: count,
  /** Answers to choose from. */
  choices: z.array(act),
  /** Actions for a person, the main one first. */
  acts: z.array(act),
});

const dashboardLives = ['ok', 'WAITING', 'WARN', 'STALE', 'DEAD', 'none'] as const;

/** Null if no heartbeat is expected. */
const life = z.nullable(z.strictObject({ level: z.enum(dashboardLives), lastAt: z.nullable(time) }));

export const boardColumns = ['ready', 'working', 'review', 'done'] as const;
export type BoardColumn = (typeof boardColumns)[number];

export const dashboardGates = ['review-ready', 'close-check'] as const;
export type DashboardGate = (typeof dashboardGates)[number];

const gate = z.strictObject({ gate: z.enum(dashboardGates), ready: z.boolean(), reasons: count });

/** A piece of work: a work item with its task and its lanes. */
const cardSchema = z.strictObject({
  /** Ref of the work item, else of its lane or task, else of the waiting record. */
  ref,
  title: z.string(),
  /** Current lane, else the last one. */
  lane: z.nullable(z.strictObject({ ref, name: z.string() })),
  /** Current state in the person's language; null for a mere claim, and if `needs` shows it. */
  word: z.nullable(z.string()),
  /** Reason for that state, such as the changes that were requested. */
  why: z.nullable(z.string()),
  /** Name of the worker; null before anyone has begun. */
  owner: z.nullable(z.string()),
  ownerRole: z.nullable(z.enum(['human', 'agent', 'system'])),
  life,
  /** Start of the current state, or time of the claim. */
  since: z.nullable(time),
  /** Null for a claim that does not expire. */
  leaseUntil: z.nullable(time),
  needs: z.array(needSchema),
  /** Actions for a person if nothing waits for one. */
  acts: z.array(act),
  priority: z.nullable(z.int()),
  labels: z.array(z.string()),
  assignee: z.nullable(z.string()),
  /** Ref of the item that it is a part of. */
  parent: z.nullable(ref),
  /** Reason why it is not ready. */
  waits: z.nullable(z.strictObject({ words: z.nullable(z.string()), until: z.nullable(time) })),
  /** Reason why no agent is started on it while control is on. */
  held: z.nullable(z.string()),
  /** Latest event. */
  last: z.nullable(z.strictObject({ words: z.string(), at: time })),
  /** Last run of each command on its branch: of its last commit, of other content, or only said. */
  checks: z.array(
    z.strictObject({ command: z.string(), passed: z.boolean(), basis: z.enum(['current', 'earlier', 'said']) }),
  ),
  /** Added and removed lines against its base; null if unknown. */
  size: z.nullable(z.strictObject({ added: count, removed: count })),
  /** Items, else lanes, with which it would conflict. */
  conflicts: z.array(z.string()),
  /** Its active task; `gates` is empty before they are judged, and where they cannot be. */
  task: z.nullable(z.strictObject({ ref, gates: z.array(gate) })),
  /** Columns that it can be moved to, each with the id of the act that does it. */
  moves: z.array(z.strictObject({ to: z.enum(boardColumns), id: act.shape.id })),
});

/** Agents that Stateroom starts by itself, while that is on. */
const controlSchema = z.strictObject({
  /** Null while it is off. */
  on: z.nullable(
    z.strictObject({
      /** Last time that the process which starts agents renewed its lease; null if none runs. */
      checkedAt: z.nullable(time),
      running: count,
      atOnce: count,
      until: z.nullable(time),
      /** Use and limits, and reasons why nothing new is started. */
      notes: z.array(z.string()),
    }),
  ),
  /** Report of the last time that it was on, until a person has read it; null while it is on. */
  report: z.nullable(
    z.strictObject({
      headline: z.string(),
      lists: z.array(
        z.strictObject({
          name: z.enum(['done', 'needsYou', 'gaveUp']),
          rows: z.array(z.strictObject({ ref, title: z.string(), words: z.string() })),
        }),
      ),
    }),
  ),
});
export type ControlState = z.infer<typeof controlSchema>;

const boardListSchema = z.strictObject({ total: count, cards: z.array(cardSchema) });

const boardSchema = z.strictObject({
  ready: boardListSchema,
  working: boardListSchema,
  review: boardListSchema,
  done: boardListSchema,
  /** Blocked and scheduled items. */
  waiting: boardListSchema,
  /** Titles of the cards' parents by their refs. */
  parents: z.record(z.string(), z.string()),
  /** Branches without a lane, `path` is null for one at the remote; `adopt` is the id of the act that makes it one. */
  elsewhere: z.array(
    z.strictObject({
      branch: z.string(),
      path: z.nullable(z.string()),
      maker: z.nullable(z.string()),
      adopt: act.shape.id,
    }),
  ),
});

export const dashboardStateSchema = z.strictObject({
  /** `failed`: the store is unusable, see `notice`. `ready` with a notice: readable, with limits. */
  phase: z.enum(['ready', 'failed', 'no_repository']),
  repository: z.nullable(z.string()),
  notice: z.nullable(z.strictObject({ message: z.string(), hint: z.nullable(z.string()) })),
  /** Numbers of work items; `needs_you` and `in_flight` are counted over queue, tasks and lanes. */
  counts: dashboardCountsSchema,
  board: boardSchema,
  /** Null if control is off and its last report was read. */
  control: z.nullable(controlSchema),
  ...dashboardTrendShape,
});
export type DashboardState = z.infer<typeof dashboardStateSchema>;
export type Board = z.infer<typeof boardSchema>;
export type Card = z.infer<typeof cardSchema>;
