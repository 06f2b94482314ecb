import * as z from 'zod';
import { sliceSchema } from '../../domain/slice/slice.js';
import { sliceStatuses } from '../../domain/slice/sliceStatus.js';
import { archivedField } from '../../records/archivedField.js';
import { taskField } from '../../records/evidence/evidenceFields.js';
import { cutNumbered, nextCursorField, readNumber } from '../../records/page.js';
import { presentSlices } from '../../records/slice/sliceAccess.js';
import { readInTask } from '../../records/task/taskAccess.js';
import { defineOperation } from '../operation.js';

const order = 'slice';

export const sliceList = defineOperation({
  name: 'slice.list',
  order: 40,
  title: 'List Slices',
  summary: 'Lists the slices of a task, newest first.',
  input: z.strictObject({
    task: taskField,
    status: z.enum(sliceStatuses).optional().describe('Only this status'),
    archived: archivedField,
    limit: z.int().min(1).max(100).optional().describe('Rows per page; 20 by default'),
    cursor: z.string().min(1).max(200).optional().describe('nextCursor of the previous page'),
  }),
  output: z.object({
    slices: z.array(sliceSchema),
    counts: z.object({ open: z.int(), committed: z.int(), closed: z.int() }),
    nextCursor: nextCursorField,
  }),
  effect: 'read',
  mcp: {
    tool: 'get_handoff_state',
    action: 'slices',
    brief: '',
    rare: ['task', 'status', 'archived', 'limit', 'cursor'],
  },
  cli: { examples: ['slice list', 'slice list --status open --task T-3'] },
  palette: 'slice',
  async run(context, { task: named, status, limit = 20, cursor }) {
    const before = readNumber(order, cursor, 'evidence.foreignCursorHint');
    return readInTask(context, named, async (transaction, task) => {
      const all = (await transaction.slices.ofTask(task.id)).reverse();
      const counts = { open: 0, committed: 0, closed: 0 };
      for (const slice of all) counts[slice.status] += 1;
      const matching = all.filter(
        slice => (status === undefined || slice.status === status) && (before === undefined || slice.number < before),
      );
      const { shown, nextCursor } = cutNumbered(order, matching, limit);
      return {
        slices: await presentSlices(transaction, shown),
        counts,
        nextCursor,
      };
    });
  },
});
