import * as z from 'zod';
import { type TrendSpan, trendSpans } from '../../reports/trendReport.js';

/** What narrows the trends and the lists behind their numbers, as every operation on them takes it. */
export const trendFields = {
  kind: z.string().max(100).optional().describe('Only work items of this kind; findings are counted whatever it is'),
  actor: z.string().max(200).optional().describe('Only what this person or agent did'),
  lane: z.string().max(100).optional().describe('Only what was done in the lane of this name'),
  utcOffsetMinutes: z
    .int()
    .min(-24 * 60)
    .max(24 * 60)
    .optional()
    .describe('Minutes east of Greenwich where days begin for the reader (60 in Berlin in winter); default 0, UTC'),
};

/** How many days back. */
export const trendSpanField = z.coerce
  .number()
  .pipe(
    z.union(
      trendSpans.map(span => z.literal(span)),
      `the days are one of ${trendSpans.join(', ')}`,
    ),
  )
  .optional()
  .describe(`How many days back, today included: ${trendSpans.join(', ')}; default 30`);

export const usualSpan: TrendSpan = 30;
