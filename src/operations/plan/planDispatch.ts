import * as z from 'zod';
import { taskField } from '../../records/finding/findingFields.js';
import { planOfTask } from '../../records/plan/planAccess.js';
import {
  cursorRevisionField,
  itemField,
  planCursorOutput,
  requireCleanSliceField,
} from '../../records/plan/planFields.js';
import { presentContent, readPlanFile, workTreeOf } from '../../records/plan/planFile.js';
import { placeOf, resolveTask } from '../../records/task/taskAccess.js';
import { wordsField } from '../../records/textFields.js';
import { defineOperation } from '../operation.js';
import { moveCursor } from './moveCursor.js';
import { checkItem } from './planAttest.js';

export const planDispatch = defineOperation({
  name: 'plan.dispatch',
  order: 80,
  title: 'Assign Plan Item',
  asks: true,
  summary: 'Dispatches a plan item to be worked on; refused while it is already dispatched.',
  input: z.strictObject({
    item: itemField,
    task: taskField,
    lane: wordsField(200).optional().describe('Who or which lane works on it'),
    summary: wordsField(500).optional().describe('What to do'),
    requireCleanSlice: requireCleanSliceField,
    revision: cursorRevisionField,
  }),
  output: planCursorOutput,
  effect: 'write',
  needsHolder: true,
  mcp: {
    tool: 'plans',
    action: 'dispatch',
    brief: '',
    rare: ['task', 'lane', 'summary', 'requireCleanSlice', 'revision'],
  },
  cli: {
    positionals: ['item'],
    examples: ['plan dispatch count', 'plan dispatch retry-after --lane limits --require-clean-slice'],
  },
  palette: 'plan',
  async run(context, input) {
    const workTree = workTreeOf(context);
    const place = await placeOf(context);
    const plan = await context.store.read(async transaction =>
      planOfTask(transaction, await resolveTask(transaction, place, input.task)),
    );
    const content = await readPlanFile(workTree, plan.path);
    const { document } = presentContent({ path: plan.path, resolution: 'worktree', content });
    const absent = checkItem(plan.path, document.items, input.item);
    if (absent !== undefined) return absent;
    const heading = document.items.find(item => item.id === input.item)?.heading ?? null;
    return context.store.transaction(async transaction => {
      const task = await resolveTask(transaction, place, input.task);
      return moveCursor(context, transaction, task, 'dispatch', { ...input, heading });
    });
  },
});
