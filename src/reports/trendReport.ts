import * as z from 'zod';
import { bySeverity } from '../domain/finding/findingSeverity.js';

/** How work moved over the days, as data. */

const count = z.int().nonnegative();
const date = z.iso.date();

/** How many days back a report may reach; the first is for a glance at this week. */
export const trendSpans = [7, 14, 30, 90] as const;
export type TrendSpan = (typeof trendSpans)[number];

/** How old something is that is open: less than a day, less than 3, 7 and 30 days, and older. */
export const ageGroups = ['day', 'threeDays', 'week', 'month', 'older'] as const;
export type AgeGroup = (typeof ageGroups)[number];
/** Where all of these but the last end, in days. */
export const ageLimits = [1, 3, 7, 30] as const;

/** What two weeks are compared by. */
export const weekCounts = ['created', 'claimed', 'asked', 'resolved'] as const;
/** Days of each of the two weeks. */
export const weekDays = 7;

const weekSchema = z.object({ last: count, before: count });

const agesSchema = z.object({ day: count, threeDays: count, week: count, month: count, older: count });
export type Ages = z.infer<typeof agesSchema>;

export const trendReportSchema = z.object({
  at: z.iso.datetime(),
  /** When the reader's day ends. */
  nextChangeAt: z.iso.datetime(),
  /** The request. */
  filter: z.object({
    days: z.union(trendSpans.map(span => z.literal(span))),
    kind: z.string().nullable(),
    actor: z.string().nullable(),
    lane: z.string().nullable(),
  }),
  /** What one may ask for; actors and lanes are those of the days shown. */
  choices: z.object({ kinds: z.array(z.string()), actors: z.array(z.string()), lanes: z.array(z.string()) }),
  /** Work items day by day, today last. */
  flow: z.array(
    z.object({
      date,
      created: count,
      resolved: count,
      /** Open ones at the end of the day, by anyone and in any lane. */
      open: count,
    }),
  ),
  /**
   * What happened in the last seven days and in the seven before them, of any kind, by anyone and in any lane: work items
   * created, claimed and resolved, and how often a person was asked or given a lane to review.
   */
  weeks: z.object({ created: weekSchema, claimed: weekSchema, asked: weekSchema, resolved: weekSchema }),
  /** Open work items by age, by anyone and in any lane. */
  ages: agesSchema,
  findings: z.object({
    /** Findings of any kind of work, day by day. */
    flow: z.array(z.object({ date, opened: count, closed: count })),
    /** Open ones by severity and age, by anyone and in any lane. */
    open: z.object(bySeverity(() => agesSchema)),
  }),
  /** Reviews of lanes that ended on each day, by reviewer, and how long the lanes had waited. */
  reviews: z.array(z.object({ date, ended: count, medianMinutes: count.nullable(), longestMinutes: count.nullable() })),
  /** Events of agents by the hour of the reader's day; the busiest agents, then all others in one row without a name. */
  activity: z.array(z.object({ actor: z.string().nullable(), hours: z.array(count).length(24), total: count })),
});
export type TrendReport = z.infer<typeof trendReportSchema>;
