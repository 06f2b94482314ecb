import type { LaneRow } from '../../domain/lane/laneRow.js';
import type { Act } from '../act.js';
import { changeWorkItem } from '../workItem/workItemAccess.js';

/**
 * Gives back the item of a lane whose agent never began, if `holder`, who asked for the agent, still holds it. The lane stays, for the next
 * one who takes the item.
 */
export async function releaseUnbegun(act: Act, lane: LaneRow, holder: string): Promise<void> {
  const { transaction, now } = act;
  if (lane.work_item_id === null) return;
  const [item] = await transaction.workItems.ofIds([lane.work_item_id]);
  const [worker] = await transaction.workers.ofLanes([lane.id]);
  const isUnbegun = worker?.state === 'ASSIGNED' && item?.status === 'in_flight' && item.lease_until === null;
  if (item === undefined || !isUnbegun || item.owner !== holder) return;
  await changeWorkItem(act, item, { lease_until: now }, 'work_item_released', {
    ...{ status: 'in_flight', owner: item.owner, token: item.token, notes: null },
  });
}
