import * as z from 'zod';
import { formatRef } from '../../domain/identifier/identifier.js';
import { throwIfRefused } from '../../domain/refusal/refusal.js';
import { blockerDefinition } from '../../domain/task/blockerRow.js';
import { blockerSchema } from '../../domain/task/task.js';
import { taskLimits } from '../../domain/task/taskRow.js';
import { checkTaskLive } from '../../domain/task/taskRule.js';
import { redact } from '../../platform/redact.js';
import { findRecord } from '../../records/findRecord.js';
import { showRow } from '../../records/showRows.js';
import { findTask, placeOf, requireHeld, tellOfTask } from '../../records/task/taskAccess.js';
import { wordsField } from '../../records/textFields.js';
import { defineOperation } from '../operation.js';

export const blockerResolve = defineOperation({
  name: 'blocker.resolve',
  order: 20,
  title: 'Resolve Blocker',
  menuTitle: 'Resolve',
  asks: true,
  summary: 'Resolves a blocker; no change if it is resolved already.',
  input: z.strictObject({
    blocker: z.string().trim().min(1).max(100).describe('B-2, 2 or its ULID'),
    resolution: wordsField(taskLimits.note).optional().describe('How it was resolved'),
  }),
  output: z.object({ blocker: blockerSchema }),
  effect: 'write',
  needsHolder: true,
  idempotency: 'blocker',
  mcp: { tool: 'task_records', kind: 'blocker', action: 'resolve', brief: '', rare: ['blocker', 'resolution'] },
  cli: {
    positionals: ['blocker'],
    examples: ['blocker resolve B-2', 'blocker resolve B-2 --resolution "The database is back"'],
  },
  icon: 'check',
  palette: 'blocker',
  async run(context, input) {
    const place = await placeOf(context);
    return context.store.transaction(async transaction => {
      const row = await findRecord(transaction, 'blockers', input.blocker);
      const task = await findTask(transaction, row.task_id);
      await requireHeld(transaction, place, task);
      if (row.status === 'resolved') return { blocker: await showRow(transaction, blockerDefinition, row) };
      throwIfRefused(checkTaskLive(task));
      const now = context.clock.now();
      const resolution = input.resolution === undefined ? null : redact(input.resolution);
      const resolved = await transaction.blockers.change(row, { status: 'resolved', resolution, resolved_at: now });
      if (resolved === undefined) throw new Error('A blocker changed within a transaction.');
      await tellOfTask({ transaction, actor: context.actor, now }, task, 'blocker_resolved', {
        blocker: formatRef('blocker', row.number),
        ...(resolution === null ? {} : { resolution }),
      });
      return { blocker: await showRow(transaction, blockerDefinition, resolved) };
    });
  },
});
