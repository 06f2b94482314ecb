import type { Actor } from '../../domain/actor/actor.js';
import type { NewEvent } from '../../domain/event/eventRow.js';
import { newEvent } from '../../domain/event/newEvent.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { startWorker, switchTask } from '../../domain/refusal/steps.js';
import { holdersOf, isHeldByWork } from '../../domain/thread/thread.js';
import { effectiveLease, type HeartbeatIndex, isLeaseExpired, leaseForClaim } from '../../domain/workItem/lease.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import { message } from '../../messages/message.js';
import { say } from '../../messages/say.js';
import { beginAttempt, endAttempt } from '../../records/attempt/attempts.js';
import type { Context } from '../../records/context.js';
import { readThread } from '../../records/workItem/threadAccess.js';
import type { Transaction } from '../../store/store.js';

export interface Claimer {
  readonly actor: Actor;
  readonly now: number;
  readonly heartbeats: HeartbeatIndex;
  /** In ms; undefined for the role's default. An item held by a task has none. */
  readonly leaseMs: number | undefined;
  readonly defaultLeaseMs: number;
}

export interface Claim {
  readonly row: WorkItemRow;
  readonly takeover: boolean;
  readonly previousOwner: string | null;
}

/** Gives a claimable item to `claimer`, with its next fencing token. Records an expired claim. Undefined if the race is lost. */
export async function takeClaim(
  transaction: Transaction,
  row: WorkItemRow,
  claimer: Claimer,
): Promise<Claim | undefined> {
  const { actor, now } = claimer;
  const isHeld = row.status === 'in_flight';
  const takeover = isHeld && isLeaseExpired(row, claimer.heartbeats, now);
  const previousOwner = isHeld ? row.owner : null;
  // The released task holds the item for its next worker.
  const thread = isHeld ? await readThread(transaction, row) : undefined;
  // A lane's agent holds it once it begins; until then the claim may expire.
  const isUnbegun = thread !== undefined && holdersOf(thread).lanes[0]?.worker?.state === 'ASSIGNED';
  const isInTask = thread !== undefined && isHeldByWork(thread) && !isUnbegun;
  const leaseUntil = isInTask ? null : leaseForClaim(actor.role, claimer.leaseMs, claimer.defaultLeaseMs, now);
  const claimed = await transaction.workItems.change(row, {
    status: 'in_flight',
    owner: actor.name,
    owner_role: actor.role,
    token: row.token + 1,
    lease_until: leaseUntil,
    claimed_at: now,
    updated_at: now,
  });
  if (claimed === undefined) return undefined;
  const events: NewEvent[] = [];
  if (takeover) {
    events.push(
      newEvent(actor, now, 'work_item_lease_expired', row.id, {
        owner: row.owner,
        token: row.token,
        leaseUntil: effectiveLease(row, claimer.heartbeats, now),
      }),
    );
  }
  events.push(
    newEvent(actor, now, 'work_item_claimed', row.id, {
      status: 'in_flight',
      token: claimed.token,
      leaseUntil,
      ...(previousOwner === null ? {} : { [takeover ? 'takeover' : 'reassigned']: true, previousOwner }),
    }),
  );
  await transaction.events.append(events);
  const act = { transaction, actor, now };
  if (isHeld) await endAttempt(act, { itemId: row.id }, { reason: takeover ? 'claim-expired' : 'taken-over' });
  const [task] = thread === undefined ? [] : holdersOf(thread).tasks;
  if (task !== undefined) await beginAttempt(act, { itemId: row.id, laneId: null, taskId: task.id, by: actor });
  return { row: claimed, takeover, previousOwner };
}

/** Says where the work of a claimed item continues, with the call for it; null if nothing was begun. */
export async function continuation({ store, withNext }: Context, itemId: string): Promise<string | null> {
  const [thread] = await store.read(async transaction => {
    const [item] = await transaction.workItems.ofIds([itemId]);
    return item === undefined ? [] : [await readThread(transaction, item)];
  });
  const { lanes, tasks } = thread === undefined ? { lanes: [], tasks: [] } : holdersOf(thread);
  const [first] = lanes;
  const [task] = tasks;
  if (first === undefined && task === undefined) return null;
  const directory = first?.lane.worktree_path ?? task?.worktree_path ?? task?.branch ?? '';
  const ref = first === undefined ? formatRef('task', task?.number ?? 0) : formatRef('lane', first.lane.number);
  const step = first === undefined ? switchTask(ref) : startWorker(first.lane.name);
  const said = { hint: message('queue.continues', { work: ref, directory }), next: [step] };
  return say(withNext === undefined ? said.hint : (await withNext(said)).hint);
}
