import * as z from 'zod';
import { formatRef } from '../../domain/identifier/identifier.js';
import { isRefusal, RefusalError, throwIfRefused } from '../../domain/refusal/refusal.js';
import { checkFree } from '../../domain/thread/openingRule.js';
import { isHeldByWork } from '../../domain/thread/thread.js';
import { checkClaim } from '../../domain/workItem/claimRule.js';
import { isLeaseExpired } from '../../domain/workItem/lease.js';
import { presentWorkItem } from '../../domain/workItem/presentWorkItem.js';
import { refuseHanded } from '../../records/holding/heldRefusal.js';
import { handedToOther } from '../../records/holding/holder.js';
import { asExpired, lapsedClaims } from '../../records/holding/lapsedClaims.js';
import { namesakeOf, refuseOtherSession } from '../../records/holding/otherSession.js';
import { readLease } from '../../records/workItem/inputTime.js';
import { claimOutput, idField, leaseField } from '../../records/workItem/queueFields.js';
import { readThread } from '../../records/workItem/threadAccess.js';
import { findWorkItem, lostRace, parentRefs, presentOne } from '../../records/workItem/workItemAccess.js';
import { defineOperation } from '../operation.js';
import { continuation, takeClaim } from './takeClaim.js';

export const queueClaim = defineOperation({
  name: 'queue.claim',
  order: 60,
  title: 'Claim Work Item',
  menuTitle: 'Claim',
  summary: 'Claims a work item by id; refused while someone else holds it.',
  input: z.strictObject({
    id: idField,
    lease: leaseField,
    reassign: z.boolean().optional().describe('Take it over even if its lease has not expired'),
  }),
  output: claimOutput,
  effect: 'write',
  claim: 'begins',
  mcp: { tool: 'work_items', action: 'claim', brief: '', rare: ['lease', 'reassign'], whole: 'item' },
  cli: {
    positionals: ['id'],
    examples: ['queue claim W-12', 'queue claim W-12 --lease 1h', 'queue claim W-12 --reassign'],
  },
  about: 'workItem',
  icon: 'person-add',
  palette: 'items',
  async run(context, input) {
    const leaseMs = readLease(input.lease);
    const lapsed = await lapsedClaims(context);
    const namesake = await namesakeOf(context);
    const claimed = await context.store.transaction(async transaction => {
      const now = context.clock.now();
      const heartbeats = transaction.heartbeats();
      const { actor, settings } = context;
      const row = asExpired(await findWorkItem(transaction, input.id), lapsed);
      const thread = await readThread(transaction, row);
      await refuseOtherSession(transaction, namesake, thread);
      const { owner, status } = row;
      const isReleased = isLeaseExpired(row, heartbeats, now);
      if (isHeldByWork(thread) && owner === actor.name && status === 'in_flight' && !isReleased) {
        return { item: await presentOne(transaction, row, heartbeats, now), takeover: false, previousOwner: null };
      }
      throwIfRefused(checkFree(thread, { reassign: input.reassign ?? false, actor, heartbeats, now }));
      const handed = input.reassign === true ? undefined : await handedToOther(transaction, actor, row);
      if (handed !== undefined) {
        const ref = formatRef('workItem', row.number);
        throw new RefusalError(refuseHanded(ref, handed, { item: ref }));
      }
      const { dependencies } = thread;
      throwIfRefused(checkClaim(row, dependencies, { actor, now, heartbeats, reassign: input.reassign ?? false }));
      const claim = await takeClaim(transaction, row, {
        actor,
        now,
        heartbeats,
        leaseMs,
        defaultLeaseMs: settings.leaseMs,
      });
      if (claim === undefined) return lostRace(row);
      return {
        item: presentWorkItem(claim.row, dependencies, heartbeats, now, await parentRefs(transaction, [claim.row])),
        takeover: claim.takeover,
        previousOwner: claim.previousOwner,
      };
    });
    if (isRefusal(claimed)) return claimed;
    return { ...claimed, continues: await continuation(context, claimed.item.id) };
  },
});
