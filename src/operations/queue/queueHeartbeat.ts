import * as z from 'zod';
import type { Actor } from '../../domain/actor/actor.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { type Refusal, RefusalError, refuse, throwIfRefused } from '../../domain/refusal/refusal.js';
import { effectiveLease } from '../../domain/workItem/lease.js';
import { nameOf } from '../../domain/workItem/nameOf.js';
import { maxLeaseMs } from '../../domain/workItem/workItem.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import { checkToken } from '../../domain/workItem/workItemRule.js';
import { message } from '../../messages/message.js';
import type { Context } from '../../records/context.js';
import { readLease } from '../../records/workItem/inputTime.js';
import { idField, leaseField, tokenField } from '../../records/workItem/queueFields.js';
import { findWorkItem, noSuchWorkItem } from '../../records/workItem/workItemAccess.js';
import type { Transaction } from '../../store/store.js';
import { defineOperation } from '../operation.js';

export const queueHeartbeat = defineOperation({
  name: 'queue.heartbeat',
  order: 80,
  title: 'Renew Claim',
  summary: 'Renews your claim’s lease; records no event.',
  input: z.strictObject({ id: idField, token: tokenField, lease: leaseField }),
  output: z.object({
    ref: z.string(),
    id: z.string(),
    token: z.int(),
    /** Null for a person’s claim, which has no lease. */
    leaseUntil: z.iso.datetime().nullable(),
  }),
  effect: 'write',
  claim: 'renews',
  mcp: { tool: 'work_items', action: 'heartbeat', brief: '', rare: ['token', 'lease'] },
  cli: { positionals: ['id'], examples: ['queue heartbeat W-12', 'queue heartbeat W-12 --token 3 --lease 30m'] },
  about: 'workItem',
  palette: false,
  async run(context, input) {
    const requested = readLease(input.lease);
    const row = await context.store.read(transaction => findWorkItem(transaction, input.id));
    throwIfRefused(checkToken(row, input.token));
    throwIfRefused(checkHeartbeat(row, context.actor));
    const now = context.clock.now();
    const until = row.lease_until === null ? null : now + (requested ?? leaseLength(row) ?? context.settings.leaseMs);
    if (until !== null) {
      const before = effectiveLease(row, await context.store.heartbeats.all(), now);
      await context.store.heartbeats.put({ workItemId: row.id, token: row.token, until });
      const wasOver = before !== null && before <= context.clock.now();
      await (wasOver ? renewInStore(context, row, until) : lookAgain(context, row));
    }
    const lease = until === null ? null : Math.max(until, effectiveLease(row, new Map(), now) ?? 0);
    return {
      ref: formatRef('workItem', row.number),
      id: row.id,
      token: row.token,
      leaseUntil: lease === null ? null : new Date(lease).toISOString(),
    };
  },
});

/** Refuses a heartbeat whose claim was lost during its write. Until the lease's end, nobody else can have taken the item. */
async function lookAgain(context: Context, row: WorkItemRow): Promise<void> {
  await context.store.read(transaction => findStillHeld(transaction, row, context.actor));
}

/**
 * Renews a lease that expired before the heartbeat was written, which others may have seen. A commit of our own settles the race:
 * the second of two sees the first one's write.
 */
async function renewInStore(context: Context, row: WorkItemRow, until: number): Promise<void> {
  await context.store.transaction(async transaction => {
    const now = await findStillHeld(transaction, row, context.actor);
    await transaction.workItems.change(now, { lease_until: until });
  });
}

async function findStillHeld(transaction: Transaction, row: WorkItemRow, actor: Actor): Promise<WorkItemRow> {
  const now = await transaction.workItems.find({ by: 'ulid', ulid: row.id });
  if (now === undefined) throw new RefusalError(noSuchWorkItem(row.id));
  throwIfRefused(checkToken(now, row.token));
  throwIfRefused(checkHeartbeat(now, actor));
  return now;
}

/** Only the holder renews a claim: a person doing so would keep a dead agent's work from others. */
function checkHeartbeat(row: WorkItemRow, actor: Actor): Refusal | undefined {
  if (row.status === 'pending') {
    return refuse('stale', message('queue.notClaimed', { item: nameOf(row) }), {
      hint: 'queue.claimFirst',
      details: { status: row.status },
    });
  }
  if (row.status !== 'in_flight') {
    return refuse('stale', message('queue.notInFlight', { item: nameOf(row) }), {
      hint: 'queue.notInFlightHint',
      details: { status: row.status },
    });
  }
  if (row.owner === actor.name) return undefined;
  return refuse(
    'stale',
    message('queue.heldByOther', { item: nameOf(row), owner: String(row.owner), actor: actor.name }),
    { hint: 'queue.notInFlightHint', details: { owner: row.owner, token: row.token } },
  );
}

/** Original length of the claim, at most the maximum. */
function leaseLength(row: WorkItemRow): number | undefined {
  if (row.lease_until === null || row.claimed_at === null) return undefined;
  const length = row.lease_until - row.claimed_at;
  return length > 0 ? Math.min(length, maxLeaseMs) : undefined;
}
