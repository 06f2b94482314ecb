import * as z from 'zod';
import { bySeverity, findingSeverities } from '../domain/finding/findingSeverity.js';
import { findingStatuses } from '../domain/finding/findingStatus.js';
import { laneStatuses } from '../domain/lane/laneStatus.js';
import { planStatuses } from '../domain/plan/planStatus.js';
import { taskStatuses } from '../domain/task/taskStatus.js';
import { livenessLevels } from '../domain/worker/liveness.js';
import { workerStates } from '../domain/worker/workerState.js';
import { dashboardReportSchema } from './dashboardReport.js';

/** State of a repository at one moment: the dashboard, and lists that it has no room for. Lists are cut. */

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
  /** Id of the last event included; 0 before the first. */
  event: count,
  dashboard: dashboardReportSchema,
  /** Unfinished tasks, last changed first. */
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
  plans: z.array(z.object({ path: z.string(), status: z.enum(planStatuses), task: z.string() })),
  /** Latest decisions of these tasks, newest first. */
  decisions: z.array(
    z.object({ ref: z.string(), task: z.string(), decision: z.string(), actor: z.string(), at: time }),
  ),
  findings: z.object({
    open: z.object({ total: count, ...bySeverity(() => count) }),
    oldestOpenAt: time.nullable(),
    /** Number of `rows` that were reopened before. */
    reopened: count,
    /** Open findings, most severe first. */
    rows: z.array(findingSchema),
    resolved: z.array(findingSchema),
    /** Last findings that were deferred or marked as won't fix. */
    deferred: z.array(findingSchema),
  }),
  /** Refused attempts and overridden gates of the last seven days, most frequent first. */
  integrity: z.array(z.object({ type: z.string(), what: text, why: text, count })),
  /** Failed tool calls of the last seven days, one row per agent and error, latest first. */
  agentErrors: z.array(
    z.object({ agent: text, lane: text, tool: z.string(), command: text, error: z.string(), count, lastAt: time }),
  ),
  /** Counted over the latest 200 reviews. */
  reviews: z.object({ recorded: count, accepted: count, rejected: count }),
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
    /** Tokens of all decisions that report them. */
    tokenBurn: z.object({ input: count, output: count }),
    /** Compactions in the last seven days. */
    contextPressure: z.object({ compactions: count }),
    laneHealth: z.record(z.enum(livenessLevels), count),
    processHealth: z.record(z.enum(workerStates), count),
    /** Edits of files that a lane does not own, in the last seven days; lanes in conflict. */
    drift: z.object({ violations: count, conflicted: count }),
    archiveRate: share,
    rejectionRate: share,
  }),
});
export type SnapshotReport = z.infer<typeof snapshotReportSchema>;
