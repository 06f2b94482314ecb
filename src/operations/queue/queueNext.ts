import * as z from 'zod';
import { type Refusal, refuse } from '../../domain/refusal/refusal.js';
import { labelSchema } from '../../domain/workItem/workItem.js';
import { message } from '../../messages/message.js';
import type { Context } from '../../records/context.js';
import { readLease } from '../../records/workItem/inputTime.js';
import { nextChange } from '../../records/workItem/nextChange.js';
import { claimOutput, leaseField } from '../../records/workItem/queueFields.js';
import { presentOne } from '../../records/workItem/workItemAccess.js';
import { defineOperation } from '../operation.js';
import { takeClaim } from './takeClaim.js';

/** How often `next` looks again when it is beaten to an item. */
const attempts = 5;

export const queueNext = defineOperation({
  name: 'queue.next',
  title: 'Claim Next Work Item',
  summary: 'Claims the next ready work item by priority, rank, due date and age; skips blocked and scheduled ones.',
  input: z.strictObject({
    kind: z.string().trim().min(1).max(100).optional().describe('Only this kind'),
    label: labelSchema.optional().describe('Only with this label'),
    lease: leaseField,
  }),
  output: claimOutput,
  effect: 'write',
  claim: 'begins',
  mcp: {
    tool: 'work_items',
    action: 'next',
    brief: 'claim the best ready item',
    rare: ['label', 'lease'],
    whole: 'item',
  },
  cli: { examples: ['queue next', 'queue next --kind bug --label ci', 'queue next --lease 30m --json'] },
  enabledWith: 'items',
  palette: 'items',
  async run(context, input) {
    const leaseMs = readLease(input.lease);
    const { kind, label } = input;
    const claim = await context.store.transaction(async transaction => {
      const now = context.clock.now();
      const heartbeats = transaction.heartbeats();
      const claimer = { actor: context.actor, now, heartbeats, leaseMs, defaultLeaseMs: context.settings.leaseMs };
      // Where writers do not wait for each other, the first may be removed to someone else between the two statements.
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        const [first] = await transaction.workItems.ready({ now, heartbeats, kind, label }, 1);
        if (first === undefined) return undefined;
        const taken = await takeClaim(transaction, first, claimer);
        if (taken === undefined) continue;
        const { row, takeover, previousOwner } = taken;
        return { item: await presentOne(transaction, row, heartbeats, now), takeover, previousOwner };
      }
      return undefined;
    });
    return claim ?? nothingReady(context, input);
  },
});

/** Describes the alternatives, so that a caller can decide whether to wait, and how long. */
async function nothingReady(
  context: Context,
  filter: { kind?: string | undefined; label?: string | undefined },
): Promise<Refusal> {
  const { counts, at } = await context.store.read(async transaction => {
    const now = context.clock.now();
    const heartbeats = transaction.heartbeats();
    return {
      counts: await transaction.workItems.counts(now, heartbeats),
      at: await nextChange(transaction, now, heartbeats, 'ready'),
    };
  });
  const filters = [filter.kind && `kind: ${filter.kind}`, filter.label && `label: ${filter.label}`]
    .filter(Boolean)
    .join(', ');
  const nextChangeAt = at === undefined ? null : new Date(at).toISOString();
  const others = message('queue.others', {
    inFlight: counts.in_flight,
    blocked: counts.blocked,
    scheduled: counts.scheduled,
    waiting: counts.needs_you,
  });
  return refuse(
    'nothing_ready',
    message('queue.nothingReady', { which: filters === '' ? '' : ` (${filters})`, others }),
    {
      hint:
        nextChangeAt === null
          ? message('queue.nothingReadyHint')
          : message('queue.nextChangeHint', { time: nextChangeAt }),
      details: { ...counts, nextChangeAt },
    },
  );
}
