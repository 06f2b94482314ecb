import * as z from 'zod';
import { findingSeverities } from '../domain/finding/findingSeverity.js';

const count = z.int().nonnegative();
const minutes = z.number().nonnegative().nullable();
const waitSchema = z.object({ count, p50Minutes: minutes, p90Minutes: minutes });
export type Wait = z.infer<typeof waitSchema>;

export const retroReportSchema = z.object({
  /** `2026-W47`, or `2026-11-01_2026-11-30`. */
  label: z.string(),
  timeZone: z.string(),
  from: z.iso.datetime(),
  /** Exclusive. */
  to: z.iso.datetime(),
  isOver: z.boolean(),
  events: z.object({
    total: count,
    byType: z.array(z.object({ type: z.string(), count })).describe('Most frequent first, then by name'),
    actors: z.array(z.object({ actor: z.string().nullable(), count })).describe('The ten with the most events'),
  }),
  items: z.object({
    created: count,
    reopened: count,
    done: count,
    failed: count,
    cancelled: count,
    openAtStart: count,
    openAtEnd: count,
    days: z.array(z.object({ date: z.iso.date(), created: count, resolved: count, open: count })),
    untilClaimed: waitSchema,
    untilDone: waitSchema,
  }),
  findings: z.object({
    bySeverity: z.array(
      z.object({ severity: z.enum(findingSeverities), opened: count, closed: count, reopened: count }),
    ),
    days: z.array(z.object({ date: z.iso.date(), opened: count, closed: count })),
  }),
  refusals: z.array(z.object({ type: z.string(), what: z.string().nullable(), why: z.string().nullable(), count })),
  lanes: z.object({ opened: count, merged: count, cancelled: count, backedUp: count, restored: count }),
  agents: z.array(
    z.object({
      actor: z.string().nullable(),
      model: z.string().nullable(),
      slices: count,
      /** Slices with a review after closing. */
      reviewed: count,
      /** Slices whose first review accepted them. */
      acceptedFirst: count,
      done: count,
      /** Items done in the period and reopened since. */
      reopened: count,
      /** The agent's findings that were fixed in the period; `refuted` were marked as won't fix. */
      confirmed: count,
      refuted: count,
      untilMerged: waitSchema,
    }),
  ),
});
export type RetroReport = z.infer<typeof retroReportSchema>;
