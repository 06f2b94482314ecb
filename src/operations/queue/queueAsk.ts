import * as z from 'zod';
import { throwIfRefused } from '../../domain/refusal/refusal.js';
import { checkHolder, checkToken, checkTransition } from '../../domain/workItem/workItemRule.js';
import { idField, itemOutput, textField, tokenField } from '../../records/workItem/queueFields.js';
import { changeWorkItem, findWorkItem, noHeartbeats, presentOne } from '../../records/workItem/workItemAccess.js';
import { defineOperation } from '../operation.js';

export const queueAsk = defineOperation({
  name: 'queue.ask',
  order: 120,
  title: 'Ask a Person',
  asks: true,
  summary: 'Asks a person a question about your claimed work item; it waits in Needs you for the answer.',
  input: z.strictObject({
    id: idField,
    question: textField.describe('The question to a person'),
    token: tokenField,
  }),
  output: itemOutput,
  effect: 'write',
  claim: 'ends',
  mcp: { tool: 'work_items', action: 'ask', brief: 'a person decides', rare: ['token'] },
  cli: { positionals: ['id'], examples: ['queue ask W-12 --question "May I drop the old table?"'] },
  about: 'workItem',
  palette: 'items',
  async run(context, input) {
    const { row, item } = await context.store.transaction(async transaction => {
      const now = context.clock.now();
      const held = await findWorkItem(transaction, input.id);
      throwIfRefused(checkToken(held, input.token));
      throwIfRefused(checkTransition(held, 'ask', 'waiting_human'));
      throwIfRefused(checkHolder(held, context.actor, 'ask'));
      const row = await changeWorkItem(
        { transaction, actor: context.actor, now },
        held,
        { status: 'waiting_human', question: input.question, answer: null, lease_until: null },
        'work_item_asked',
        { status: 'waiting_human', question: input.question },
      );
      return { row, item: await presentOne(transaction, row, noHeartbeats, now) };
    });
    await context.store.heartbeats.drop(row.id);
    return { item };
  },
});
