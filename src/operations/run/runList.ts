import * as z from 'zod';
import { runSchema } from '../../domain/run/run.js';
import { runDefinition, runStatuses } from '../../domain/run/runRow.js';
import { cutNumbered, nextCursorField, readNumber } from '../../records/page.js';
import { showRows } from '../../records/showRows.js';
import { defineOperation } from '../operation.js';

const order = 'run';

export const runList = defineOperation({
  name: 'run.list',
  order: 30,
  title: 'List Investigations',
  summary: 'Lists investigations, newest first.',
  input: z.strictObject({
    status: z.enum(runStatuses).optional().describe('Only active, or only closed ones'),
    limit: z.int().min(1).max(500).optional().describe('Maximum number; 50 by default'),
    cursor: z.string().max(1000).optional().describe('nextCursor of the previous page'),
  }),
  output: z.object({ runs: z.array(runSchema), nextCursor: nextCursorField }),
  effect: 'read',
  mcp: { tool: 'runs', action: 'list', brief: '', rare: ['status', 'limit', 'cursor'] },
  cli: { examples: ['run list', 'run list --status active'] },
  palette: false,
  async run(context, { status, limit = 50, cursor }) {
    const before = readNumber(order, cursor);
    return context.store.read(async transaction => {
      const rows = await transaction.runs.list(status, limit + 1, before);
      const { shown, nextCursor } = cutNumbered(order, rows, limit);
      return { runs: await showRows(transaction, runDefinition, shown), nextCursor };
    });
  },
});
