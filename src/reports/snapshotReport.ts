import * as z from 'zod';
import { bySeverity, findingSeverities } from '../domain/finding/findingSeverity.js';
import { findingStatuses } from '../domain/finding/findingStatus.js';
import { laneStatuses } from '../domain/lane/laneStatus.js';
import { planStatuses } from '../domain/plan/planStatus.js';
import { taskStatuses } from '../domain/task/taskStatus.js';
import { livenessLevels } from '../domain/worker/liveness.js';
import { workerStates } from '../domain/worker/workerState.js';
import { dashboardReportSchema } from './dashboardReport.js';

/** The state of a repository at a moment, as data: the dashboard, and what it has no room for. Lists are cut. */

const count = z.int().nonnegative();
const share = z.number().min(0).max(1).nullable();
const time = z.iso.datetime();
const text = z.string().nullable();

const findingSchema = z.object({
  ref: z.string(),
  task: text,
  severity: z.enum(findingSeverities),
  status: z.enum(findingStatuses),
  path: z.string(),
  text: z.string(),
  changedAt: time,
});

export const snapshotReportSchema = z.object({
  at: time,
  /** Id of the last event that it shows; 0 before the first. */
  event: count,
  dashboard: dashboardReportSchema,
  /** Tasks that are not done, the last changed first. */
  tasks: z.array(
    z.object({
      ref: z.string(),
      objective: z.string(),
      status: z.enum(taskStatuses),
      branch: text,
      plan: text,
      openFindings: count,
      updatedAt: time,
    }),
  ),
  /** Plans of these tasks. */
  plans: z.array(z.object({ path: z.string(), status: z.enum(planStatuses), task: z.string() })),
  /** The latest of these tasks, newest first. */
  decisions: z.array(
    z.object({ ref: z.string(), task: z.string(), decision: z.string(), actor: z.string(), at: time }),
  ),
  findings: z.object({
    open: z.object({ total: count, ...bySeverity(() => count) }),
    oldestOpenAt: time.nullable(),
    /** Open ones that were reopened before, of those in `rows`. */
    reopened: count,
    /** Open ones, most severe first. */
    rows: z.array(findingSchema),
    /** The last ones that were fixed. */
    resolved: z.array(findingSchema),
    /** The last ones that were deferred, or marked as won't fix. */
    deferred: z.array(findingSchema),
  }),
  /** Refused attempts and overridden gates of the last seven days, most frequent first. */
  integrity: z.array(z.object({ type: z.string(), what: text, why: text, count })),
  /** Calls of tools that failed in the last seven days, each once by agent and error, the last one first. */
  agentErrors: z.array(
    z.object({ agent: text, lane: text, tool: z.string(), command: text, error: z.string(), count, lastAt: time }),
  ),
  /** Of the latest 200 reviews. */
  reviews: z.object({ recorded: count, accepted: count, rejected: count }),
  /** The latest evidence. */
  tests: z.array(z.object({ ref: z.string(), command: z.string(), passed: z.boolean(), actor: z.string(), at: time })),
  lanes: z.array(
    z.object({
      ref: z.string(),
      lane: z.string(),
      status: z.enum(laneStatuses),
      state: z.enum(workerStates).nullable(),
      liveness: z.enum(livenessLevels),
      agent: text,
      reason: text,
      since: time,
    }),
  ),
  metrics: z.looseObject({
    events: count,
    /** Tokens of all decisions that name them. */
    tokenBurn: z.object({ input: count, output: count }),
    /** Compactions in the last seven days. */
    contextPressure: z.object({ compactions: count }),
    /** Open lanes by how fresh the heartbeats of their workers are. */
    laneHealth: z.record(z.enum(livenessLevels), count),
    /** Open lanes by the state of their workers. */
    processHealth: z.record(z.enum(workerStates), count),
    /** Edits of files that a lane does not own, in the last seven days; lanes in conflict. */
    drift: z.object({ violations: count, conflicted: count }),
    /** Archived tasks of all tasks. */
    archiveRate: share,
    /** Rejected reviews of those that were recorded. */
    rejectionRate: share,
  }),
});
export type SnapshotReport = z.infer<typeof snapshotReportSchema>;
