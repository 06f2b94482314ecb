import * as z from 'zod';
import { formatRef, parseIdentifier } from '../../../domain/identifier/identifier.js';
import { refusalError } from '../../../domain/refusal/refusal.js';
import { workerReportSchema } from '../../../domain/worker/workerReport.js';
import { findLane } from '../../../records/lane/laneAccess.js';
import { laneField } from '../../../records/lane/laneFields.js';
import { presentReports } from '../../../records/report/reportAccess.js';
import { defineOperation } from '../../operation.js';

const defaultPageSize = 50;
const maxPageShare = 200;

export const reportList = defineOperation({
  name: 'report.list',
  order: 20,
  title: 'List Reports',
  summary: 'Lists workers’ reports, oldest first; unacknowledged ones unless all are requested.',
  input: z.strictObject({
    lane: laneField.optional().describe('Only of this lane'),
    all: z.boolean().optional().describe('Include acknowledged ones'),
    limit: z.int().min(1).max(maxPageShare).optional().describe(`Maximum number; ${defaultPageSize} by default`),
    cursor: z.string().trim().min(1).max(100).optional().describe('nextCursor of the previous page'),
  }),
  output: z.object({
    reports: z.array(workerReportSchema),
    nextCursor: z.string().nullable(),
  }),
  effect: 'read',
  mcp: { tool: 'lane_communication', action: 'reports', brief: '', rare: ['all', 'limit', 'cursor'] },
  cli: { examples: ['report list', 'report list --lane login --all'] },
  palette: false,
  async run({ store }, { lane, all, limit = defaultPageSize, cursor }) {
    return store.read(async transaction => {
      const laneId = lane === undefined ? undefined : (await findLane(transaction, lane)).id;
      // One more than the limit, to detect a next page.
      const rows = await transaction.workerReports.list({
        laneId,
        open: all !== true,
        after: placeOf(cursor),
        limit: limit + 1,
      });
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        reports: await presentReports(transaction, shown),
        nextCursor: rows.length > limit && last !== undefined ? formatRef('workerReport', last.number) : null,
      };
    });
  },
});

function placeOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const identifier = parseIdentifier('workerReport', cursor);
  if (identifier.by === 'number') return identifier.number;
  throw refusalError('invalid_input', 'input.foreignCursor', { hint: 'input.foreignCursorHint' });
}
