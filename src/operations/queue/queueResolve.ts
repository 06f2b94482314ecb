import * as z from 'zod';
import { throwIfRefused } from '../../domain/refusal/refusal.js';
import { replaceNotes } from '../../domain/workItem/notes.js';
import { workItemSchema } from '../../domain/workItem/workItem.js';
import { checkHolder, checkToken, checkTransition } from '../../domain/workItem/workItemRule.js';
import { isTerminal, terminalStatuses } from '../../domain/workItem/workItemStatus.js';
import { idField, itemLineSchema, notesField, tokenField } from '../../records/workItem/queueFields.js';
import { changeWorkItem, findWorkItem, noHeartbeats, presentOne } from '../../records/workItem/workItemAccess.js';
import { defineOperation } from '../operation.js';
import { itemLine } from './itemLine.js';

export const queueResolve = defineOperation({
  name: 'queue.resolve',
  title: 'Resolve Work Item',
  summary: 'Closes a work item as done, failed or cancelled; done unblocks its dependents.',
  input: z.strictObject({
    id: idField,
    status: z.enum(terminalStatuses).describe('How it ended'),
    notes: notesField,
    token: tokenField,
  }),
  output: z.object({
    item: workItemSchema,
    /** Dependents that wait for nothing more. */
    freed: z.array(itemLineSchema),
    /** Open dependents that stay blocked because this one failed or was cancelled. */
    stillBlocked: z.array(itemLineSchema),
  }),
  effect: 'write',
  claim: 'ends',
  mcp: { tool: 'work_items', action: 'resolve', brief: 'done|failed|cancelled' },
  cli: {
    positionals: ['id'],
    examples: [
      'queue resolve W-12 --status done',
      'queue resolve W-12 --status failed --notes "the API is gone" --token 3',
    ],
  },
  about: 'workItem',
  undo: 'resolve',
  palette: 'items',
  async run(context, input) {
    const { row, result } = await context.store.transaction(async transaction => {
      const now = context.clock.now();
      const open = await findWorkItem(transaction, input.id);
      throwIfRefused(checkToken(open, input.token));
      throwIfRefused(checkTransition(open, 'resolve', input.status));
      throwIfRefused(checkHolder(open, context.actor, 'resolve'));
      const notes = replaceNotes(open.notes, input.notes);
      const row = await changeWorkItem(
        { transaction, actor: context.actor, now },
        open,
        { status: input.status, notes, lease_until: null, resolved_at: now },
        'work_item_resolved',
        { status: input.status, notes: input.notes || null },
      );
      const dependents = await transaction.dependencies.dependentsOf(row.id);
      const isDone = input.status === 'done';
      if (isDone && dependents.length > 0) await transaction.dependencies.shiftDependents(row.id, -1);
      const freed = isDone ? dependents.filter(item => item.status === 'pending' && item.open_dependencies === 1) : [];
      const stillBlocked = isDone ? [] : dependents.filter(item => !isTerminal(item.status));
      const item = await presentOne(transaction, row, noHeartbeats, now);
      return { row, result: { item, freed: freed.map(itemLine), stillBlocked: stillBlocked.map(itemLine) } };
    });
    if (row.token > 0) await context.store.heartbeats.drop(row.id);
    return result;
  },
});
