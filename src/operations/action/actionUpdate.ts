import * as z from 'zod';
import { refuse } from '../../domain/refusal/refusal.js';
import { changeAction } from '../../records/action/actionAccess.js';
import { actionField, actionOutput, actionPriorityField, actionTextField } from '../../records/action/actionFields.js';
import { defineOperation } from '../operation.js';

export const actionUpdate = defineOperation({
  name: 'action.update',
  order: 20,
  title: 'Update Next Action',
  asks: true,
  summary: 'Changes the text or priority of a pending next action.',
  input: z.strictObject({
    id: actionField,
    text: actionTextField.optional().describe('What to do, in one line'),
    priority: actionPriorityField,
  }),
  output: actionOutput,
  effect: 'write',
  needsHolder: true,
  mcp: { tool: 'task_records', kind: 'action', action: 'update', brief: '', rare: ['priority'] },
  cli: { positionals: ['id'], examples: ['action update A-5 --priority 10'] },
  palette: 'nextAction',
  async run(context, { id, text, priority }) {
    if (text === undefined && priority === undefined) {
      return refuse('invalid_input', 'input.nothingToChange', { hint: 'actions.nothingToChangeHint' });
    }
    return changeAction(context, id, 'next_action_updated', () => ({
      ...(text === undefined ? {} : { action: text }),
      ...(priority === undefined ? {} : { priority }),
    }));
  },
});
