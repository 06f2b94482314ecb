import * as z from 'zod';
import { formatRef } from '../../domain/identifier/identifier.js';
import { type Refusal, refuse, throwIfRefused } from '../../domain/refusal/refusal.js';
import { isHeldByWork } from '../../domain/thread/thread.js';
import { leaseForClaim } from '../../domain/workItem/lease.js';
import { nameOf } from '../../domain/workItem/nameOf.js';
import type { WorkItemChange, WorkItemRow } from '../../domain/workItem/workItemRow.js';
import { checkTransition } from '../../domain/workItem/workItemRule.js';
import type { AdvanceTarget } from '../../domain/workItem/workItemStatus.js';
import { advanceTargets } from '../../domain/workItem/workItemStatus.js';
import { message } from '../../messages/message.js';
import { endWork } from '../../records/thread/settleThread.js';
import { stillBlocked } from '../../records/workItem/dependentLines.js';
import { idField, itemLineSchema, itemOutput, textField } from '../../records/workItem/queueFields.js';
import { readThread } from '../../records/workItem/threadAccess.js';
import { changeWorkItem, findWorkItem, noHeartbeats, presentOne } from '../../records/workItem/workItemAccess.js';
import { defineOperation } from '../operation.js';

export const queueAdvance = defineOperation({
  name: 'queue.advance',
  order: 130,
  title: 'Answer Work Item',
  menuTitle: 'Answer',
  asks: true,
  summary: 'Answers a work item’s question and moves it to pending (anyone), in_flight (same holder) or cancelled.',
  input: z.strictObject({
    id: idField,
    answer: textField.optional().describe('Required unless the item is cancelled'),
    to: z
      .enum(advanceTargets)
      .optional()
      .describe('Default: pending, or in_flight while a lane or task holds the item'),
  }),
  output: itemOutput.extend({
    /** Open dependents that stay blocked because it was cancelled. */
    stillBlocked: z.array(itemLineSchema),
  }),
  effect: 'write',
  // Only a person answers a question to a person.
  roles: ['human'],
  mcp: { tool: 'work_items', action: 'advance' },
  cli: {
    positionals: ['id'],
    examples: [
      'queue advance W-12 --answer "yes, it is unused"',
      'queue advance W-12 --answer "yes" --to in_flight',
      'queue advance W-12 --to cancelled',
    ],
  },
  about: 'workItem',
  icon: 'reply',
  palette: 'needsYou',
  async attempted({ store }, { id }) {
    const row = await store.read(transaction => findWorkItem(transaction, id));
    if (row.status !== 'waiting_human') return undefined;
    return { about: formatRef('workItem', row.number), state: row.status, workItemId: row.id };
  },
  async run(context, input) {
    return context.store.transaction(async transaction => {
      const now = context.clock.now();
      const act = { transaction, actor: context.actor, now };
      const row = await findWorkItem(transaction, input.id);
      const thread = await readThread(transaction, row);
      // An item held by a lane or a task is not free for others: its holder continues.
      const isHeld = isHeldByWork(thread);
      const to = input.to ?? (isHeld ? 'in_flight' : 'pending');
      throwIfRefused(checkTransition(row, 'advance', to));
      throwIfRefused(checkAnswer(row, to, input.answer));
      const left = to === 'in_flight' ? row : await endWork(act, thread);
      const changed = await changeWorkItem(
        act,
        left,
        {
          status: to,
          answer: input.answer ?? null,
          ...(isHeld && to === 'in_flight' ? {} : ownershipAfter(row, to, context.settings.leaseMs, now)),
        },
        'work_item_advanced',
        { status: to, question: row.question, answer: input.answer ?? null },
      );
      return {
        item: await presentOne(transaction, changed, noHeartbeats, now),
        stillBlocked: to === 'cancelled' ? await stillBlocked(transaction, row.id) : [],
      };
    });
  },
});

function checkAnswer(row: WorkItemRow, to: AdvanceTarget, answer: string | undefined): Refusal | undefined {
  if (to === 'in_flight' && row.owner === null) {
    return refuse('transition_not_allowed', message('queue.nobodyToContinue', { item: nameOf(row) }), {
      hint: 'queue.nobodyToContinueHint',
    });
  }
  if (to === 'cancelled' || answer !== undefined) return undefined;
  return refuse('invalid_input', message('queue.answerMissing', { item: nameOf(row) }), {
    hint: 'queue.answerMissingHint',
    details: { question: row.question },
  });
}

/** The holder continues with the same token and a fresh lease, whose length heartbeats derive from the new `claimed_at`. */
function ownershipAfter(row: WorkItemRow, to: AdvanceTarget, leaseMs: number, now: number): WorkItemChange {
  switch (to) {
    case 'pending':
      return { owner: null, owner_role: null, claimed_at: null };
    case 'in_flight':
      return { lease_until: leaseForClaim(row.owner_role ?? 'agent', undefined, leaseMs, now), claimed_at: now };
    case 'cancelled':
      return { resolved_at: now };
  }
}
