import * as z from 'zod';
import { roles } from '../domain/actor/actor.js';
import { needSchema } from '../domain/lane/need.js';
import { inProgressSchema } from '../domain/thread/inProgress.js';

/** The dashboard as data: what a person looks at first. Every list is cut; `total` says how many there are. */

const count = z.int().nonnegative();
const ref = z.string();
const time = z.iso.datetime();
const list = <Row extends z.ZodType>(row: Row) => z.object({ total: count, rows: z.array(row) });

/** Why an item comes before the one after it: the first of these in which the two differ. */
export const queueReasons = ['priority', 'position', 'due', 'age', 'only'] as const;
export type QueueReason = (typeof queueReasons)[number];

export const dashboardReportSchema = z.object({
  at: time,
  /** When time alone changes the report next: a lease runs out, a not-before passes, a day begins. */
  nextChangeAt: time,
  /** Work items by section of the queue, and as `needs_you` everything that needs a person: `needsYou.total`. */
  counts: z.object({
    needs_you: count,
    ready: count,
    in_flight: count,
    blocked: count,
    scheduled: count,
    done: count,
  }),
  /** What needs a person in queue, tasks and lanes: findings, blockers and questions first, in both parts what blocks most. */
  needsYou: list(
    needSchema.omit({ text: true, from: true }).extend({
      /** What is asked, or why it needs a person. */
      question: needSchema.shape.text,
      /** Who asks, or works on it. */
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
  /** What is in progress, each piece of work once: first what has a lane, then what has a task, then claims in queue order. */
  working: list(
    inProgressSchema.omit({ who: true, role: true, since: true }).extend({
      owner: z.string().nullable(),
      ownerRole: z.enum(roles).nullable(),
      /** Since when it is in this state. */
      claimedAt: time,
    }),
  ),
  /** What `next` takes, in its order. */
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
  /** The last days, today last, in the person's own time. */
  days: z.array(z.object({ date: z.iso.date(), created: count, resolved: count })),
  /** The latest, newest first. */
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
