import * as z from 'zod/mini';
import { bySeverity, findingSeverities, severityFacts } from '../domain/finding/findingSeverity.js';

const count = z.int().check(z.nonnegative());
/** `2026-11-21`, in the person's time zone. */
const date = z.string();
const minutes = z.nullable(count);

export const dashboardSpans = [7, 14, 30, 90] as const;

/** Ages of open records, youngest first. */
export const ageGroups = ['day', 'threeDays', 'week', 'month', 'older'] as const;

/** Most severe first. */
export const severities = findingSeverities;
/** Severities that fail a review; the page names them. */
export const failingSeverities = findingSeverities.filter(severity => severityFacts[severity].failsReview);

const name = z.nullable(z.string().check(z.maxLength(200)));

/** Filter of the charts; the page keeps it over a reload. */
export const dashboardFilterSchema = z.strictObject({
  days: z.literal(dashboardSpans),
  /** Kind of work item. */
  kind: name,
  actor: name,
  lane: name,
});
export type DashboardFilter = z.infer<typeof dashboardFilterSchema>;

export const usualFilter: DashboardFilter = { days: 14, kind: null, actor: null, lane: null };

const weekSchema = z.strictObject({ last: count, before: count });
const agesSchema = z.strictObject({ day: count, threeDays: count, week: count, month: count, older: count });

export const dashboardTrendShape = {
  /** False until the charts are counted, which takes longest. */
  counted: z.boolean(),
  filter: dashboardFilterSchema,
  choices: z.strictObject({ kinds: z.array(z.string()), actors: z.array(z.string()), lanes: z.array(z.string()) }),
  /** The last seven days and the seven before, unfiltered. */
  weeks: z.strictObject({ created: weekSchema, claimed: weekSchema, asked: weekSchema, resolved: weekSchema }),
  flow: z.array(z.strictObject({ date, created: count, resolved: count, open: count })),
  ages: agesSchema,
  findingFlow: z.array(z.strictObject({ date, opened: count, closed: count })),
  openFindings: z.strictObject(bySeverity(() => agesSchema)),
  reviews: z.array(z.strictObject({ date, ended: count, medianMinutes: minutes, longestMinutes: minutes })),
  /** Events by hour; the row without an actor is all others. */
  activity: z.array(
    z.strictObject({
      actor: z.nullable(z.string()),
      hours: z.array(count).check(z.length(24)),
      total: count,
    }),
  ),
};

/** A number of the charts, which selects the list of records behind it. */
export const dashboardNumberSchema = z.discriminatedUnion('of', [
  z.strictObject({ of: z.enum(['created', 'resolved', 'opened', 'closed', 'reviews']), date }),
  z.strictObject({ of: z.literal('open'), age: z.enum(ageGroups) }),
  z.strictObject({ of: z.literal('openFindings'), severity: z.enum(severities), age: z.enum(ageGroups) }),
  z.strictObject({ of: z.literal('activity'), actor: z.string(), hour: z.int().check(z.gte(0), z.lte(23)) }),
]);
export type DashboardNumber = z.infer<typeof dashboardNumberSchema>;
