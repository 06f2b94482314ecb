import type { Lane } from '../../domain/lane/lane.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import type { LanePorts } from '../../git/lane/openLanes.js';
import { message } from '../../messages/message.js';
import type { Sentence } from '../../messages/sentence.js';
import type { Context } from '../../records/context.js';
import { laneOf, presentOneLane, workerOf } from '../../records/lane/laneAccess.js';
import { stillBlocked } from '../../records/workItem/dependentLines.js';
import type { ClosedTree } from './closeLane.js';

export type ClosedLane = Lane & {
  worktree: ClosedTree['worktree'];
  rescue: string | null;
  leftBehind: { path: string; bytes: number | null }[];
  teardownSkipped: Sentence | null;
  stillBlocked: Awaited<ReturnType<typeof stillBlocked>>;
};

/** Result of a close; `closed` is undefined for a lane closed before. */
export async function closedAnswer(
  { store, clock, notify }: Context,
  ports: LanePorts,
  laneId: string,
  closed?: ClosedTree,
): Promise<ClosedLane> {
  const { lane, shown, rescue, blocked } = await store.read(async transaction => {
    const row = await laneOf(transaction, laneId);
    const worker = await workerOf(transaction, laneId);
    return {
      lane: row,
      shown: await presentOneLane(transaction, row, clock.now()),
      rescue: worker?.rescue_ref ?? null,
      blocked: await stillBlocked(transaction, row.work_item_id),
    };
  });
  const worktree = closed?.worktree ?? (await placeOf(ports, lane));
  // Git still has its index.
  if (closed?.worktree === 'missing') notify?.(message('lanes.treeWasGone', { lane: lane.name }));
  const leftBehind = closed?.rescue?.manifest.leftBehind.map(one => ({ ...one })) ?? [];
  const teardownSkipped = closed?.teardownSkipped ?? null;
  return {
    ...shown,
    worktree,
    rescue: closed?.rescue?.ref ?? rescue,
    leftBehind,
    teardownSkipped,
    stillBlocked: blocked,
  };
}

async function placeOf(ports: LanePorts, { worktree_path }: LaneRow): Promise<ClosedTree['worktree']> {
  return (await (await ports.trees()).condition(worktree_path)) === undefined ? 'removed' : 'left';
}
