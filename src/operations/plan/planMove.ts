import * as z from 'zod';
import { actOfState } from '../../domain/plan/planCursorRule.js';
import { planCursorStates } from '../../domain/plan/planCursorState.js';
import { refuse } from '../../domain/refusal/refusal.js';
import { taskField } from '../../records/finding/findingFields.js';
import {
  cursorRevisionField,
  itemField,
  planCursorOutput,
  requireCleanSliceField,
} from '../../records/plan/planFields.js';
import { placeOf, resolveTask } from '../../records/task/taskAccess.js';
import { wordsField } from '../../records/textFields.js';
import { defineOperation } from '../operation.js';
import { moveCursor } from './moveCursor.js';

export const planMove = defineOperation({
  name: 'plan.move',
  order: 90,
  title: 'Record Progress of Plan Item',
  asks: true,
  summary: 'Records the progress of a dispatched plan item.',
  input: z.strictObject({
    item: itemField,
    state: z
      .enum(planCursorStates)
      .exclude(['dispatched'])
      .describe('completed, skipped, escalated to a person, or expired (abandoned; needs the current revision)'),
    task: taskField,
    summary: wordsField(500).optional().describe('The result'),
    requireCleanSlice: requireCleanSliceField,
    revision: cursorRevisionField,
  }),
  output: planCursorOutput,
  effect: 'write',
  needsHolder: true,
  mcp: {
    tool: 'plans',
    action: 'move',
    brief: 'completed|skipped|escalated|expired',
    rare: ['state', 'task', 'summary', 'requireCleanSlice', 'revision'],
  },
  cli: {
    positionals: ['item', 'state'],
    examples: ['plan move count completed --require-clean-slice', 'plan move count expired --revision 3'],
  },
  palette: 'plan',
  async run(context, input) {
    if (input.state === 'expired' && input.revision === undefined) {
      // Expiring a cursor must not take it from someone who has just moved it.
      return refuse('invalid_input', 'plans.expireNeedsRevision', { hint: 'plans.expireNeedsRevisionHint' });
    }
    const place = await placeOf(context);
    return context.store.transaction(async transaction => {
      const task = await resolveTask(transaction, place, input.task);
      return moveCursor(context, transaction, task, actOfState[input.state], input);
    });
  },
});
