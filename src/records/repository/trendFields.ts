import * as z from 'zod';
import { type TrendSpan, trendSpans } from '../../reports/trendReport.js';

export const trendFields = {
  kind: z.string().max(100).optional().describe('Only work items of this kind; does not affect findings'),
  actor: z.string().max(200).optional().describe('Only by this person or agent'),
  lane: z.string().max(100).optional().describe('Only in the lane with this name'),
  utcOffsetMinutes: z
    .int()
    .min(-24 * 60)
    .max(24 * 60)
    .optional()
    .describe('UTC offset in minutes for day boundaries (60 for Berlin in winter); default 0'),
};

export const trendSpanField = z.coerce
  .number()
  .pipe(z.literal(trendSpans))
  .optional()
  .describe(`Number of days, including today: ${trendSpans.join(', ')}; default 30`);

export const usualSpan: TrendSpan = 30;
