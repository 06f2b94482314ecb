import * as z from 'zod';
import { throwIfRefused } from '../../domain/refusal/refusal.js';
import { checkItemRevision, checkTransition } from '../../domain/workItem/workItemRule.js';
import { reopenItem } from '../../records/thread/reopenItem.js';
import { idField, itemOutput, itemRevisionField, textField } from '../../records/workItem/queueFields.js';
import { findWorkItem, noHeartbeats, presentOne } from '../../records/workItem/workItemAccess.js';
import { defineOperation } from '../operation.js';

export const queueReopen = defineOperation({
  name: 'queue.reopen',
  order: 150,
  title: 'Reopen Work Item',
  menuTitle: 'Reopen',
  asks: true,
  summary: 'Reopens a done, failed or cancelled work item, with a reason.',
  input: z.strictObject({
    id: idField,
    reason: textField.describe('Why it is reopened'),
    revision: itemRevisionField,
  }),
  output: itemOutput,
  effect: 'write',
  mcp: { tool: 'work_items', action: 'reopen', brief: '', rare: ['reason', 'revision'] },
  cli: { positionals: ['id'], examples: ['queue reopen W-12 --reason "the fix was reverted"'] },
  about: 'workItem',
  icon: 'debug-restart',
  palette: 'items',
  async run(context, input) {
    return context.store.transaction(async transaction => {
      const now = context.clock.now();
      const row = await findWorkItem(transaction, input.id);
      throwIfRefused(checkItemRevision(row, input.revision));
      throwIfRefused(checkTransition(row, 'reopen', 'pending'));
      const changed = await reopenItem(context, { transaction, actor: context.actor, now }, row, input.reason);
      return { item: await presentOne(transaction, changed, noHeartbeats, now) };
    });
  },
});
