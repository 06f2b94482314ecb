import * as z from 'zod';
import { roles } from '../domain/actor/actor.js';
import { needSchema } from '../domain/lane/need.js';
import { inProgressSchema } from '../domain/thread/inProgress.js';

/** The dashboard as data. Every list is cut; `total` is the full count. */
const count = z.int().nonnegative();
const ref = z.string();
const time = z.iso.datetime();
const list = <Row extends z.ZodType>(row: Row) => z.object({ total: count, rows: z.array(row) });

export const queueReasons = ['priority', 'position', 'due', 'age', 'only'] as const;
export type QueueReason = (typeof queueReasons)[number];

export const dashboardReportSchema = z.object({
  at: time,
  /** Next change by time alone: a lease expires, a not-before passes, a day begins. */
  nextChangeAt: time,
  /** Work items by section of the queue; `needs_you` is `needsYou.total`. */
  counts: z.object({
    needs_you: count,
    ready: count,
    in_flight: count,
    blocked: count,
    scheduled: count,
    done: count,
  }),
  /** Findings, blockers and questions first; then by what blocks most. */
  needsYou: list(
    needSchema.omit({ text: true, from: true }).extend({
      /** The question, or the reason why it needs a person. */
      question: needSchema.shape.text,
      /** Actor that asks, or that works on it. */
      owner: needSchema.shape.from,
    }),
  ),
  /** Pending items that no agent can free: a dependency failed or was cancelled. */
  stuck: list(
    z.object({
      ref,
      title: z.string(),
      blockedBy: z.array(z.object({ ref, status: z.enum(['failed', 'cancelled']) })),
    }),
  ),
  /** Work in progress, one row per piece of work: first with a lane, then with a task, then claims in queue order. */
  working: list(
    inProgressSchema.omit({ who: true, role: true, since: true }).extend({
      owner: z.string().nullable(),
      ownerRole: z.enum(roles).nullable(),
      claimedAt: time,
    }),
  ),
  /** Items that `next` takes, in this order. */
  upNext: list(
    z.object({
      ref,
      title: z.string(),
      priority: z.int(),
      due: time.nullable(),
      leaseExpired: z.boolean(),
      why: z.enum(queueReasons),
    }),
  ),
  /** Last days, today last, in the person's time zone. */
  days: z.array(z.object({ date: z.iso.date(), created: count, resolved: count })),
  /** Newest first. */
  events: z.array(
    z.object({
      id: z.int().positive(),
      at: time,
      type: z.string(),
      actor: z.string().nullable(),
      workItem: ref.nullable(),
      title: z.string().nullable(),
    }),
  ),
});
export type DashboardReport = z.infer<typeof dashboardReportSchema>;
