import * as z from 'zod';
import { changeAction } from '../../records/action/actionAccess.js';
import { actionField, actionOutput } from '../../records/action/actionFields.js';
import { noteField } from '../../records/task/taskFields.js';
import { defineOperation } from '../operation.js';

export const actionComplete = defineOperation({
  name: 'action.complete',
  order: 30,
  title: 'Complete Next Action',
  menuTitle: 'Complete',
  summary: 'Marks a next action as done.',
  input: z.strictObject({ id: actionField, note: noteField.describe('Outcome') }),
  output: actionOutput,
  effect: 'write',
  needsHolder: true,
  mcp: { tool: 'task_records', kind: 'action', action: 'complete', brief: '', rare: ['note'] },
  cli: { positionals: ['id'], examples: ['action complete A-5'] },
  palette: 'nextAction',
  run: (context, input) =>
    changeAction(context, input.id, 'next_action_completed', now => ({
      status: 'done',
      note: input.note ?? null,
      ended_at: now,
    })),
});
