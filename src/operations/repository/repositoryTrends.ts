import * as z from 'zod';
import { trendFields, trendSpanField, usualSpan } from '../../records/repository/trendFields.js';
import { ageBounds, buildTrends } from '../../reports/buildTrends.js';
import { dayBounds } from '../../reports/dayBounds.js';
import { ageLimits, trendReportSchema, weekDays } from '../../reports/trendReport.js';
import { defineOperation } from '../operation.js';
import { countTrends } from './countTrends.js';

const maxKinds = 50;
const minuteMs = 60_000;
const dayMs = 86_400_000;

export const repositoryTrends = defineOperation({
  name: 'repository.trends',
  order: 50,
  title: 'Show Trends',
  summary:
    'Shows trends by day: created and resolved items, queue size, ages, findings, time in review, agents by hour.',
  input: z.strictObject({ days: trendSpanField, ...trendFields }),
  output: trendReportSchema,
  effect: 'read',
  mcp: null,
  cli: {
    path: ['trends'],
    flags: { actor: 'by' },
    examples: ['trends', 'trends --days 7 --by codex', 'trends --kind bug --json'],
  },
  // The dashboard draws it.
  palette: false,
  async run(context, { days = usualSpan, kind, actor, lane, utcOffsetMinutes = 0 }) {
    return context.store.read(async transaction => {
      const now = context.clock.now();
      const bounds = dayBounds(now, utcOffsetMinutes, days);
      const shiftMs = utcOffsetMinutes * minuteMs;
      const [first = now] = bounds.bounds;
      const last = bounds.bounds.at(-1) ?? now;
      const ages = ageBounds(now, ageLimits);
      const dayOf = (time: number): number => Math.floor((time + shiftMs) / dayMs);
      const [weeksFrom = first] = dayBounds(now, utcOffsetMinutes, 2 * weekDays).bounds;
      const weeks = { first: weeksFrom, last, shiftMs, kind: undefined };
      return buildTrends({
        now,
        filter: { days, kind: kind ?? null, actor: actor ?? null, lane: lane ?? null },
        bounds,
        firstDay: dayOf(first),
        twoWeeks: {
          firstDay: dayOf(weeksFrom),
          days: (await countTrends(context.store, transaction, weeks)).days,
        },
        ...(await countTrends(context.store, transaction, { first, last, shiftMs, kind })),
        openItems: await transaction.trends.openItems(ages, kind),
        openFindings: await transaction.trends.openFindings(ages),
        kinds: await transaction.trends.kinds(maxKinds),
      });
    });
  },
});
