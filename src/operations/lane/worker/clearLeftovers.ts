import { formatRef } from '../../../domain/identifier/identifier.js';
import type { LaneRow } from '../../../domain/lane/laneRow.js';
import type { LanePorts } from '../../../git/lane/openLanes.js';
import type { WorkTree } from '../../../git/workTree.js';
import type { Context } from '../../../records/context.js';
import { eventsOfLane } from '../../../records/worker/workerAccess.js';
import type { Transaction } from '../../../store/store.js';
import { endReviews } from '../endReviews.js';
import { clearMerged } from './clearMerged.js';

export interface ClearedLeftovers {
  readonly lane: string;
  /** `kept`: its worktree cannot be removed now; see the notes. */
  readonly outcome: 'finished' | 'kept';
  readonly notes: readonly string[];
}

/** Removes worktrees and branches of merged lanes, and ends reviews, left by a crash after the merge, except with `leaveTree`. */
export async function clearLeftovers(
  context: Context,
  ports: LanePorts & { readonly workTree: WorkTree },
): Promise<ClearedLeftovers[]> {
  await endReviews(context, ports);
  const trees = await ports.trees();
  const tips = await trees.branchTips();
  const cleared: ClearedLeftovers[] = [];
  for (const lane of await context.store.read(transaction => leftLanes(transaction, tips))) {
    const { closed, stays } = await clearMerged(context, ports, lane.id);
    if (stays !== undefined) cleared.push({ lane: lane.name, outcome: 'kept', notes: [stays] });
    else if (closed !== undefined || (await trees.branchCommit(lane.branch)) === undefined) {
      const rescue = closed?.rescue?.ref;
      const notes = rescue === undefined ? [] : [`The files of ${lane.worktree_path} are backed up as ${rescue}.`];
      cleared.push({ lane: lane.name, outcome: 'finished', notes });
    }
  }
  return cleared;
}

/** Merged lanes with leftovers: ports indicate a worktree; a branch is the lane's while at the submitted commit. */
async function leftLanes(transaction: Transaction, tips: ReadonlyMap<string, string>): Promise<LaneRow[]> {
  const merged = (await transaction.lanes.list(['merged'])).filter(
    lane => lane.port_first !== null || (lane.adopted === 0 && tips.has(lane.branch)),
  );
  const workers = await transaction.workers.ofLanes(merged.map(({ id }) => id));
  const left: LaneRow[] = [];
  for (const lane of merged) {
    const submitted = workers.find(({ lane_id }) => lane_id === lane.id)?.submitted_sha;
    if (lane.port_first === null && tips.get(lane.branch) !== submitted) continue;
    if (await wasToBeTakenDown(transaction, lane)) left.push(lane);
  }
  return left;
}

async function wasToBeTakenDown(transaction: Transaction, lane: LaneRow): Promise<boolean> {
  const ref = formatRef('lane', lane.number);
  for (const { type, payload } of await eventsOfLane(transaction, lane)) {
    if (type !== 'worker_merged') continue;
    const merged = JSON.parse(payload) as { readonly lane?: unknown; readonly takesDown?: unknown };
    // The event is recorded for other lanes of its task too.
    if (merged.lane === ref) return merged.takesDown === true;
  }
  return false;
}
