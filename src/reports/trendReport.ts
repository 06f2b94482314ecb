import * as z from 'zod';
import { bySeverity } from '../domain/finding/findingSeverity.js';

const count = z.int().nonnegative();
const date = z.iso.date();

export const trendSpans = [7, 14, 30, 90] as const;
export type TrendSpan = (typeof trendSpans)[number];

/** Ages of open records: less than a day, less than 3, 7 and 30 days, and older. */
export const ageGroups = ['day', 'threeDays', 'week', 'month', 'older'] as const;
export type AgeGroup = (typeof ageGroups)[number];
export const ageLimits = [1, 3, 7, 30] as const;

export const weekCounts = ['created', 'claimed', 'asked', 'resolved'] as const;
export const weekDays = 7;

const weekSchema = z.object({ last: count, before: count });

const agesSchema = z.object({ day: count, threeDays: count, week: count, month: count, older: count });
export type Ages = z.infer<typeof agesSchema>;

export const trendReportSchema = z.object({
  at: z.iso.datetime(),
  /** End of the reader's day. */
  nextChangeAt: z.iso.datetime(),
  filter: z.object({
    days: z.union(trendSpans.map(span => z.literal(span))),
    kind: z.string().nullable(),
    actor: z.string().nullable(),
    lane: z.string().nullable(),
  }),
  /** Filter values; actors and lanes are those of the days shown. */
  choices: z.object({ kinds: z.array(z.string()), actors: z.array(z.string()), lanes: z.array(z.string()) }),
  flow: z.array(
    z.object({
      date,
      created: count,
      resolved: count,
      /** Open items at the end of the day, by any actor and in any lane. */
      open: count,
    }),
  ),
  /** Last seven days and the seven before, unfiltered. `asked`: questions to a person, and lanes to review. */
  weeks: z.object({ created: weekSchema, claimed: weekSchema, asked: weekSchema, resolved: weekSchema }),
  /** Open work items by age, of any actor and lane. */
  ages: agesSchema,
  findings: z.object({
    flow: z.array(z.object({ date, opened: count, closed: count })),
    /** Open findings by severity and age, of any actor and lane. */
    open: z.object(bySeverity(() => agesSchema)),
  }),
  /** Lane reviews that ended on each day, filtered by reviewer, with the lanes' waiting times. */
  reviews: z.array(z.object({ date, ended: count, medianMinutes: count.nullable(), longestMinutes: count.nullable() })),
  /** Events of agents by hour of the reader's day: the busiest agents, then all others in one row without a name. */
  activity: z.array(z.object({ actor: z.string().nullable(), hours: z.array(count).length(24), total: count })),
});
export type TrendReport = z.infer<typeof trendReportSchema>;
