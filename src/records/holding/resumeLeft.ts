import type { AttemptRow } from '../../domain/attempt/attemptRow.js';
import type { Transaction } from '../../store/store.js';
import { beginAttempt, leftAttempt } from '../attempt/attempts.js';
import type { Context } from '../context.js';

/** Max held items to look at: an agent rarely has several. */
const maxHeld = 10;

/** Continues the attempts that the calling agent's last session left at items that it still holds. */
export async function resumeLeft({ actor, clock, store }: Context): Promise<void> {
  if (actor.role !== 'agent') return;
  const now = clock.now();
  const left = (transaction: Transaction) => leftBy(transaction, actor.name, now);
  // At each write of an agent: nearly always, nothing was left.
  if ((await store.read(({ workItems }) => workItems.leftBySessions(actor.name))).length === 0) return;
  await store.transaction(async transaction => {
    for (const { work_item_id: itemId, lane_id: laneId, task_id: taskId } of await left(transaction))
      await beginAttempt({ transaction, actor, now }, { itemId, laneId, taskId, by: actor });
  });
}

async function leftBy(transaction: Transaction, owner: string, now: number): Promise<AttemptRow[]> {
  const heartbeats = transaction.heartbeats();
  const found: AttemptRow[] = [];
  for (const section of ['in_flight', 'needs_you'] as const) {
    const filter = { now, heartbeats, owner, section, order: 'queue', limit: maxHeld } as const;
    for (const { id } of await transaction.workItems.list(filter)) {
      const left = await leftAttempt(transaction, { itemId: id, actor: owner });
      if (left !== undefined) found.push(left);
    }
  }
  return found;
}
