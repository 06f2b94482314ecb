import * as z from 'zod';
import { trendTypes } from '../../domain/event/trend.js';
import { findingSeverities } from '../../domain/finding/findingSeverity.js';
import { type Refusal, refuse } from '../../domain/refusal/refusal.js';
import { message } from '../../messages/message.js';
import { trendFields, trendSpanField, usualSpan } from '../../records/repository/trendFields.js';
import { ageBounds, type EndedReview, endedReviews, isMeant } from '../../reports/buildTrends.js';
import { dayBounds } from '../../reports/dayBounds.js';
import { ageGroups, ageLimits } from '../../reports/trendReport.js';
import { type TrendRows, trendRowsSchema } from '../../reports/trendRows.js';
import type { Transaction } from '../../store/store.js';
import type { TrendEvent, TrendOpenRow } from '../../store/tables/trendRowQueries.js';
import { defineOperation } from '../operation.js';
import { countTrends } from './countTrends.js';

const usualLimit = 200;
const minuteMs = 60_000;

const input = z.strictObject({
  of: z
    .enum(['created', 'resolved', 'opened', 'closed', 'reviews', 'open', 'openFindings', 'activity'])
    .describe('The number: per day, open items by age, or activity by hour'),
  date: z.iso.date().optional().describe('Only this day (YYYY-MM-DD); default: all days'),
  age: z.enum(ageGroups).optional().describe('Only open items of this age'),
  severity: z.enum(findingSeverities).optional().describe('Only open findings of this severity'),
  hour: z.int().min(0).max(23).optional().describe('Only activity in this hour of the day'),
  limit: z.int().min(1).max(1000).optional().describe(`Maximum number of rows; ${usualLimit} by default`),
  days: trendSpanField,
  ...trendFields,
});
type Input = z.output<typeof input>;

export const repositoryTrendRows = defineOperation({
  name: 'repository.trendRows',
  order: 60,
  title: 'Show What a Trend Counts',
  summary: 'Lists the records behind a number in the trends: work items, findings, reviews or events, latest first.',
  input,
  output: trendRowsSchema,
  effect: 'read',
  mcp: null,
  cli: {
    path: ['trend-rows'],
    positionals: ['of'],
    flags: { actor: 'by' },
    examples: [
      'trend-rows created --date 2026-11-20',
      'trend-rows open --age older',
      'trend-rows activity --hour 9 --json',
    ],
  },
  // A click on a number of the dashboard opens it.
  palette: false,
  async run(context, request): Promise<TrendRows | Refusal> {
    return context.store.read(async transaction => {
      const now = context.clock.now();
      const range = rangeOf(now, request);
      if (range === undefined) {
        return refuse(
          'invalid_input',
          message('reports.dayOutside', { date: String(request.date), days: request.days ?? usualSpan }),
          { hint: 'reports.dayOutsideHint' },
        );
      }
      switch (request.of) {
        case 'open':
        case 'openFindings':
          return openRows(transaction, now, request);
        case 'reviews': {
          const { reviews } = await countTrends(context.store, transaction, range);
          const { actor = null, lane = null } = request;
          const ended = endedReviews(reviews).filter(
            review =>
              review.ended >= range.from &&
              review.ended < range.to &&
              isMeant({ actor, lane }, { actor: review.actor, lane: review.name }),
          );
          return {
            total: ended.length,
            rows: ended
              .reverse()
              .slice(0, request.limit ?? usualLimit)
              .map(reviewRow),
          };
        }
        default: {
          const { total, events } = await transaction.trendRows.events(
            {
              first: range.from,
              last: range.to,
              shiftMs: range.shiftMs,
              types: request.of === 'activity' ? undefined : trendTypes(request.of),
              kind: request.kind,
              actor: request.actor,
              lane: request.lane,
              hour: request.hour,
            },
            request.limit ?? usualLimit,
          );
          return { total, rows: events.map(eventRow) };
        }
      }
    });
  },
});

/** The days of the trends and the selected ones among them; undefined for another day. */
function rangeOf(now: number, { days = usualSpan, date, utcOffsetMinutes = 0, kind }: Input) {
  const { dates, bounds } = dayBounds(now, utcOffsetMinutes, days);
  const index = date === undefined ? 0 : dates.indexOf(date);
  if (index < 0) return undefined;
  const [first = now, last = now] = [bounds[0], bounds.at(-1)];
  const [from = first, to = last] = [bounds[index], date === undefined ? last : bounds[index + 1]];
  return { first, last, from, to, shiftMs: utcOffsetMinutes * minuteMs, kind };
}

async function openRows(transaction: Transaction, now: number, request: Input): Promise<TrendRows> {
  const bounds = ageBounds(now, ageLimits);
  const place = request.age === undefined ? undefined : ageGroups.indexOf(request.age);
  const since = place === undefined ? undefined : bounds[place];
  const before = place === undefined ? undefined : bounds[place - 1];
  const limit = request.limit ?? usualLimit;
  const answer =
    request.of === 'open'
      ? await transaction.trendRows.openItems({ since, before, kind: request.kind }, limit)
      : await transaction.trendRows.openFindings({ since, before, severity: request.severity }, limit);
  return { total: answer.total, rows: answer.rows.map(openRow) };
}

function openRow({ ref, title, created_at, actor }: TrendOpenRow): TrendRows['rows'][number] {
  return { ref, title, at: iso(created_at), actor, type: null, minutes: null };
}

function eventRow({ ref, title, ts, actor, type }: TrendEvent): TrendRows['rows'][number] {
  return { ref, title, at: iso(ts), actor, type, minutes: null };
}

function reviewRow({ ref, name, began, ended, actor, type }: EndedReview): TrendRows['rows'][number] {
  return { ref, title: name, at: iso(ended), actor, type, minutes: Math.round((ended - began) / minuteMs) };
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
