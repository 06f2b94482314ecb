import { isHeldByWork } from '../../domain/thread/thread.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import type { Transaction } from '../../store/store.js';
import type { Context } from '../context.js';
import { isPresent } from '../presence/presence.js';
import { readThread } from '../workItem/threadAccess.js';
import { callerOf } from './caller.js';
import { standingOf } from './holder.js';

/** Claims with a task whose agent is no longer at work on it: its last sighting (ms UTC) by item and token. */
export type LapsedClaims = ReadonlyMap<string, number>;

const keyOf = ({ id, token }: Pick<WorkItemRow, 'id' | 'token'>): string => `${id}.${token}`;

/** Finds lapsed claims. Lists a folder: call it before a transaction. */
export async function lapsedClaims(context: Context): Promise<LapsedClaims> {
  const held = await context.store.read(heldInTasks);
  if (held.length === 0) return new Map();
  const caller = await callerOf(context);
  const { now, presenceOf } = caller;
  const away = held.filter(({ task, item }) => {
    const presence = presenceOf(String(item.owner), task.worktree_path ?? undefined);
    return presence === undefined || !isPresent(presence, now);
  });
  return context.store.read(async transaction => {
    const lapsed = new Map<string, number>();
    for (const { task, item } of away) {
      const standing = await standingOf(transaction, caller, task);
      if (standing.kind !== 'free' || standing.holder?.item?.id !== item.id) continue;
      lapsed.set(keyOf(item), Math.min(standing.seenAt ?? now, now));
    }
    return lapsed;
  });
}

/** Agents' claims without a lease that a task, and no lane, holds. */
async function heldInTasks(transaction: Transaction) {
  const items = new Map((await transaction.workItems.heldByAgents()).map(item => [item.id, item]));
  if (items.size === 0) return [];
  return (await transaction.tasks.live()).flatMap(task => {
    const item = items.get(task.work_item_id ?? '');
    return item === undefined ? [] : [{ task, item }];
  });
}

/** Shows a lapsed claim as one whose lease expired when its holder was last seen. */
export function asExpired<Row extends WorkItemRow>(row: Row, lapsed: LapsedClaims): Row {
  const seenAt = row.status === 'in_flight' && row.lease_until === null ? lapsed.get(keyOf(row)) : undefined;
  return seenAt === undefined ? row : { ...row, lease_until: seenAt };
}

/** Returns the items of lapsed claims that still are, as expired ones. */
export async function lapsedItems(transaction: Transaction, lapsed: LapsedClaims): Promise<WorkItemRow[]> {
  if (lapsed.size === 0) return [];
  const ids = [...lapsed.keys()].map(key => key.slice(0, key.indexOf('.')));
  const rows = (await transaction.workItems.ofIds(ids)).map(row => asExpired(row, lapsed));
  const held = [];
  for (const row of rows) {
    if (row.lease_until !== null && isHeldByWork(await readThread(transaction, row))) held.push(row);
  }
  return held;
}
