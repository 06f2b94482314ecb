import * as z from 'zod';
import { sliceSchema } from '../../domain/slice/slice.js';
import { sliceStatuses } from '../../domain/slice/sliceStatus.js';
import { taskField } from '../../records/evidence/evidenceFields.js';
import { nextPlace, readPlace } from '../../records/evidence/pagePlace.js';
import { presentSlices } from '../../records/slice/sliceAccess.js';
import { placeOf, resolveTask } from '../../records/task/taskAccess.js';
import { defineOperation } from '../operation.js';

const order = 'slice';

export const sliceList = defineOperation({
  name: 'slice.list',
  title: 'List Slices',
  summary: 'Lists the slices of a task, newest first.',
  input: z.strictObject({
    task: taskField,
    status: z.enum(sliceStatuses).optional().describe('Only this status'),
    limit: z.int().min(1).max(100).optional().describe('Rows per page; 20 by default'),
    cursor: z.string().min(1).max(200).optional().describe('nextCursor of the previous page'),
  }),
  output: z.object({
    slices: z.array(sliceSchema),
    /** All slices of the task by status. */
    counts: z.object({ open: z.int(), committed: z.int(), closed: z.int() }),
    /** Give it as `cursor` for the next page; null on the last. */
    nextCursor: z.string().nullable(),
  }),
  effect: 'read',
  mcp: { tool: 'get_handoff_state', action: 'slices', brief: '', rare: ['task', 'status', 'limit', 'cursor'] },
  cli: { examples: ['slice list', 'slice list --status open --task T-3'] },
  palette: 'slice',
  async run(context, { task: named, status, limit = 20, cursor }) {
    const place = await placeOf(context);
    const before = cursor === undefined ? undefined : readPlace(order, cursor);
    return context.store.read(async transaction => {
      const task = await resolveTask(transaction, place, named);
      const all = (await transaction.slices.ofTask(task.id)).reverse();
      const counts = { open: 0, committed: 0, closed: 0 };
      for (const slice of all) counts[slice.status] += 1;
      const meant = all.filter(
        slice => (status === undefined || slice.status === status) && (before === undefined || slice.number < before),
      );
      const page = meant.slice(0, limit);
      return {
        slices: await presentSlices(transaction, page),
        counts,
        nextCursor: nextPlace(order, page.at(-1), meant.length > limit),
      };
    });
  },
});
