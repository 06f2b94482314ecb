import type { Actor } from '../../domain/actor/actor.js';
import { isRefusal, type Refusal } from '../../domain/refusal/refusal.js';
import type { WorkItem } from '../../domain/workItem/workItem.js';
import { invoke } from '../../operations/invoke.js';
import { queueHeartbeat } from '../../operations/queue/queueHeartbeat.js';
import { queueShow } from '../../operations/queue/queueShow.js';
import type { Context } from '../../records/context.js';
import type { HeldClaim, Renewal } from './claimKeeper.js';

/** Codes of `queue.heartbeat` that mean the claim can never be renewed. */
const lostCodes = new Set(['stale', 'transition_not_allowed', 'conflict', 'not_found', 'not_allowed']);

export async function renewClaim(
  claim: HeldClaim,
  contextFor: (actor: Actor) => Context | Refusal | Promise<Context | Refusal>,
): Promise<Renewal> {
  const context = await contextFor(claim.actor);
  if (isRefusal(context)) return { outcome: 'failed' };
  const { id, token, lease } = claim;
  const renewed = await invoke(queueHeartbeat, context, { id, token, ...(lease === undefined ? {} : { lease }) });
  if (isRefusal(renewed)) {
    if (renewed.details?.status === 'waiting_human') return { outcome: 'waiting' };
    return { outcome: lostCodes.has(renewed.code) ? 'lost' : 'failed' };
  }
  return { outcome: 'kept', until: renewed.leaseUntil === null ? null : Date.parse(renewed.leaseUntil) };
}

/** Returns the work item with this identifier; undefined if there is none. */
export async function findNamed(context: Context, id: string): Promise<WorkItem | undefined> {
  const shown = await invoke(queueShow, context, { id });
  return isRefusal(shown) ? undefined : shown.item;
}
