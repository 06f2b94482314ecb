import * as z from 'zod';
import { changeAction } from '../../records/action/actionAccess.js';
import { actionField, actionOutput } from '../../records/action/actionFields.js';
import { noteField } from '../../records/task/taskFields.js';
import { defineOperation } from '../operation.js';

export const actionSkip = defineOperation({
  name: 'action.skip',
  order: 40,
  title: 'Skip Next Action',
  menuTitle: 'Skip',
  summary: 'Skips a next action, with a reason.',
  input: z.strictObject({ id: actionField, note: noteField.describe('Why it is skipped') }),
  output: actionOutput,
  effect: 'write',
  needsHolder: true,
  mcp: { tool: 'task_records', kind: 'action', action: 'skip', brief: '', rare: ['note'] },
  cli: { positionals: ['id'], examples: ['action skip A-5'] },
  palette: 'nextAction',
  run: (context, input) =>
    changeAction(context, input.id, 'next_action_skipped', now => ({
      status: 'skipped',
      note: input.note ?? null,
      ended_at: now,
    })),
});
