import * as z from 'zod';
import { throwIfRefused } from '../../domain/refusal/refusal.js';
import { checkNoWork } from '../../domain/thread/openingRule.js';
import { appendNotes } from '../../domain/workItem/notes.js';
import { workItemSchema } from '../../domain/workItem/workItem.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import {
  checkHolder,
  checkNotesSize,
  checkToken,
  checkTransition,
  isResolvedSo,
} from '../../domain/workItem/workItemRule.js';
import { isTerminal, terminalStatuses } from '../../domain/workItem/workItemStatus.js';
import type { Act } from '../../records/act.js';
import { endWork } from '../../records/thread/settleThread.js';
import { itemLine, stillBlocked } from '../../records/workItem/dependentLines.js';
import { endItem } from '../../records/workItem/endItem.js';
import { addedNotesField, idField, itemLineSchema, tokenField } from '../../records/workItem/queueFields.js';
import { readThread } from '../../records/workItem/threadAccess.js';
import { findWorkItem, noHeartbeats, presentOne } from '../../records/workItem/workItemAccess.js';
import { defineOperation } from '../operation.js';

const resolveInput = z.strictObject({
  id: idField,
  status: z.enum(terminalStatuses).describe('How it ended'),
  notes: addedNotesField,
  token: tokenField,
});

export const queueResolve = defineOperation({
  name: 'queue.resolve',
  order: 140,
  title: 'Resolve Work Item',
  menuTitle: 'Resolve',
  asks: true,
  summary: 'Closes a work item as done, failed or cancelled; done unblocks its dependents.',
  input: resolveInput,
  output: z.object({
    item: workItemSchema,
    freed: z.array(itemLineSchema),
    /** Open dependents that stay blocked because this one failed or was cancelled. */
    stillBlocked: z.array(itemLineSchema),
    openChildren: z.array(itemLineSchema),
    /** True if it had already ended so; nothing was changed. */
    repeated: z.boolean(),
  }),
  effect: 'write',
  claim: 'ends',
  mcp: { tool: 'work_items', action: 'resolve', brief: 'done|failed|cancelled', rare: ['token'] },
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
      const repeated = isResolvedSo(open, context.actor, input);
      const row = repeated ? open : await resolve({ transaction, actor: context.actor, now }, open, input);
      const dependents = await transaction.dependencies.dependentsOf(row.id);
      const isDone = input.status === 'done';
      const freed = isDone ? dependents.filter(item => item.status === 'pending' && item.open_dependencies === 0) : [];
      const item = await presentOne(transaction, row, noHeartbeats, now);
      const children = (await transaction.workItems.childrenOf(row.id)).filter(({ status }) => !isTerminal(status));
      const lines = {
        freed: freed.map(itemLine),
        stillBlocked: await stillBlocked(transaction, row.id),
        openChildren: children.map(itemLine),
      };
      return { row, result: { item, ...lines, repeated } };
    });
    if (row.token > 0 && !result.repeated) await context.store.heartbeats.drop(row.id);
    return result;
  },
});

async function resolve(act: Act, open: WorkItemRow, input: z.output<typeof resolveInput>): Promise<WorkItemRow> {
  throwIfRefused(checkTransition(open, 'resolve', input.status));
  throwIfRefused(checkHolder(open, act.actor, 'resolve'));
  const thread = await readThread(act.transaction, open);
  // A person who gives up an item gives up its tasks too; done is decided by its task or lane.
  throwIfRefused(checkNotesSize(open, appendNotes(open.notes, input.notes)));
  if (input.status !== 'done' && act.actor.role === 'human') return endItem(act, await endWork(act, thread), input);
  throwIfRefused(checkNoWork(thread));
  return endItem(act, open, input);
}
