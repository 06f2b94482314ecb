import * as z from 'zod';
import { formatRef } from '../../domain/identifier/identifier.js';
import { blockerDefinition } from '../../domain/task/blockerRow.js';
import { blockerSchema } from '../../domain/task/task.js';
import { taskLimits } from '../../domain/task/taskRow.js';
import { translated } from '../../domain/text/translated.js';
import { redact } from '../../platform/redact.js';
import { showRow } from '../../records/showRows.js';
import { tellOfTask } from '../../records/task/taskAccess.js';
import { taskField } from '../../records/task/taskFields.js';
import { writeInTask } from '../../records/task/writeInTask.js';
import { wordsField } from '../../records/textFields.js';
import { defineOperation } from '../operation.js';

export const blockerAdd = defineOperation({
  name: 'blocker.add',
  order: 10,
  title: 'Add Blocker',
  menuTitle: 'Add',
  asks: true,
  summary: 'Records what blocks a task; a task with an open blocker cannot be finished.',
  input: z.strictObject({
    description: wordsField(taskLimits.blocker).describe(translated('What blocks the work, and who can resolve it')),
    task: taskField,
  }),
  output: z.object({ blocker: blockerSchema }),
  effect: 'write',
  makesTask: true,
  mcp: { tool: 'task_records', kind: 'blocker', action: 'add', brief: '', rare: ['description', 'task'] },
  cli: { positionals: ['description'], examples: ['blocker add "The staging database is down"'] },
  icon: 'add',
  palette: 'liveTask',
  async run(context, input) {
    return writeInTask(context, input.task, async ({ transaction, task, provenance, now }) => {
      const row = await transaction.blockers.create({
        ...provenance,
        id: context.ids.ulid(now),
        task_id: task.id,
        description: redact(input.description),
        status: 'open',
        created_at: now,
      });
      await tellOfTask({ transaction, actor: context.actor, now }, task, 'blocker_added', {
        blocker: formatRef('blocker', row.number),
        description: row.description,
      });
      return { blocker: await showRow(transaction, blockerDefinition, row) };
    });
  },
});
