import * as z from 'zod';
import { throwIfRefused } from '../../domain/refusal/refusal.js';
import { prioritySchema } from '../../domain/workItem/workItem.js';
import { checkItemRevision, checkOpen } from '../../domain/workItem/workItemRule.js';
import { message } from '../../messages/message.js';
import { idField, itemOutput, itemRevisionField } from '../../records/workItem/queueFields.js';
import { changeWorkItem, findWorkItem, presentOne } from '../../records/workItem/workItemAccess.js';
import { defineOperation } from '../operation.js';
import { planMove } from './planMove.js';

export const rankPositions = ['top', 'bottom'] as const;

export const queueReprioritise = defineOperation({
  name: 'queue.reprioritise',
  order: 160,
  title: 'Reprioritize Work Item',
  menuTitle: 'Reprioritize',
  asks: true,
  summary:
    'Moves an open work item to another priority, before or after another item, or to the top or bottom of its priority.',
  input: z.strictObject({
    id: idField,
    priority: prioritySchema.optional().describe('0 (first) to 4'),
    before: idField.optional().describe('Directly before this item, in its priority'),
    after: idField.optional().describe('Directly after this item, in its priority'),
    position: z.enum(rankPositions).optional().describe('First or last in its priority'),
    revision: itemRevisionField,
  }),
  output: itemOutput,
  effect: 'write',
  mcp: {
    tool: 'work_items',
    action: 'reprioritise',
    brief: 'priority 0-4, before or after',
    rare: ['before', 'after', 'position', 'revision'],
  },
  cli: {
    positionals: ['id'],
    examples: [
      'queue reprioritise W-12 --priority 0',
      'queue reprioritise W-12 --before W-7',
      'queue reprioritise W-12 --position top',
    ],
    exclusive: [
      ['before', 'after'],
      ['before', 'position'],
      ['after', 'position'],
    ],
  },
  about: 'workItem',
  undo: 'move',
  palette: 'items',
  async run(context, input) {
    return context.store.transaction(async transaction => {
      const now = context.clock.now();
      const heartbeats = transaction.heartbeats();
      const row = await findWorkItem(transaction, input.id);
      throwIfRefused(checkItemRevision(row, input.revision));
      throwIfRefused(checkOpen(row, message('queue.actMove')));
      const move = await planMove(transaction, row, input);
      if (move.priority === row.priority && move.rank === row.rank && move.respaced.length === 0) {
        return { item: await presentOne(transaction, row, heartbeats, now) };
      }
      await transaction.workItems.setRanks(move.respaced);
      const changed = await changeWorkItem(
        { transaction, actor: context.actor, now },
        row,
        { priority: move.priority, rank: move.rank },
        'work_item_reprioritised',
        { priority: move.priority, rank: move.rank, from: { priority: row.priority, rank: row.rank } },
      );
      return { item: await presentOne(transaction, changed, heartbeats, now) };
    });
  },
});
