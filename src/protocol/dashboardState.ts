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

const needsYouRowSchema = z.strictObject({
  ref,
  title: z.string(),
  priority,
  question: z.nullable(z.string()),
  /** Who asks. */
  owner: z.nullable(z.string()),
  since: time,
  /** Open work items that wait for this one. */
  blocks: count,
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
  owner: z.string(),
  ownerRole: z.nullable(z.enum(['human', 'agent', 'system'])),
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
});

const list = <Row extends z.ZodMiniType>(row: Row) => z.strictObject({ total: count, rows: z.array(row) });

export const dashboardStateSchema = z.strictObject({
  /** `failed`: the store cannot be used, `notice` says why. `ready` with a notice: readable, with a limit. */
  phase: z.enum(['ready', 'failed', 'no_repository']),
  repository: z.nullable(z.string()),
  notice: z.nullable(z.strictObject({ message: z.string(), hint: z.nullable(z.string()) })),
  counts: dashboardCountsSchema,
  needsYou: list(needsYouRowSchema),
  stuck: list(stuckRowSchema),
  working: list(workingRowSchema),
  upNext: list(upNextRowSchema),
  events: z.array(eventRowSchema),
  ...dashboardTrendShape,
});
export type DashboardState = z.infer<typeof dashboardStateSchema>;

/** The parts of a state that changed. */
export const dashboardChangesSchema = z.partial(dashboardStateSchema);
export type DashboardChanges = z.infer<typeof dashboardChangesSchema>;
