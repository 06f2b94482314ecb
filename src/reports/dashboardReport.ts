import * as z from 'zod';
import { roles } from '../domain/actor/actor.js';
import { laneNeeds } from '../domain/lane/need.js';

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
  counts: z.object({
    needs_you: count,
    ready: count,
    in_flight: count,
    blocked: count,
    scheduled: count,
    done: count,
  }),
  /** Questions to a person: first those that hold up most open items, then in queue order. */
  needsYou: list(
    z.object({
      ref,
      title: z.string(),
      priority: z.int(),
      question: z.string().nullable(),
      /** Who asks. */
      owner: z.string().nullable(),
      since: time,
      /** Open items that wait for this one, directly or through others. */
      blocks: count,
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
  /** Running claims, in queue order. */
  working: list(
    z.object({
      ref,
      title: z.string(),
      owner: z.string(),
      ownerRole: z.enum(roles).nullable(),
      claimedAt: time.nullable(),
      /** When the claim runs out, heartbeats counted; null for one that never does. */
      leaseUntil: time.nullable(),
    }),
  ),
  /** Live tasks, in the order in which they were started. */
  tasks: list(z.object({ ref, objective: z.string(), branch: z.string().nullable() })),
  /** Open lanes that wait for a person, by the states of their workers; heartbeats are not looked at. */
  lanes: list(z.object({ ref, lane: z.string(), need: z.enum(laneNeeds), next: z.string() })),
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
