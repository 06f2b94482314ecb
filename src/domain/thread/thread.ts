import type { LaneRow } from '../lane/laneRow.js';
import { openStatuses } from '../lane/laneStatus.js';
import type { TaskRow } from '../task/taskRow.js';
import type { WorkerRow } from '../worker/workerRow.js';
import type { DependencyRow, WorkItemRow } from '../workItem/workItemRow.js';

export interface LaneOfThread {
  readonly lane: LaneRow;
  readonly worker: WorkerRow | undefined;
}

export interface Thread {
  readonly item: WorkItemRow;
  readonly dependencies: readonly DependencyRow[];
  /** In order of start, including ended ones and light tasks that do the item besides their own. */
  readonly tasks: readonly TaskRow[];
  /** In order of opening, including ended ones; without review lanes, which hold nothing. */
  readonly lanes: readonly LaneOfThread[];
}

export function isLiveLane({ lane }: Pick<LaneOfThread, 'lane'>): boolean {
  return openStatuses.includes(lane.status);
}

export function isLiveTask({ status, archived_at }: Pick<TaskRow, 'status' | 'archived_at'>): boolean {
  return status !== 'done' && archived_at === null;
}

/** False for a task that does the item besides its own. */
export function isOwnTask({ item }: Pick<Thread, 'item'>, task: Pick<TaskRow, 'work_item_id'>): boolean {
  return task.work_item_id === item.id;
}

/** Live lanes and live tasks that hold the item, latest first. */
export interface Holders {
  readonly lanes: readonly LaneOfThread[];
  readonly tasks: readonly TaskRow[];
}

export function holdersOf({ lanes, tasks }: Thread): Holders {
  return { lanes: lanes.filter(isLiveLane).reverse(), tasks: tasks.filter(isLiveTask).reverse() };
}

/** True while a lane or task holds the item: no lease expires and nobody else can claim it. */
export function isHeldByWork(thread: Thread): boolean {
  const { lanes, tasks } = holdersOf(thread);
  return lanes.length + tasks.length > 0;
}

/** Returns the latest lane merged since the item was claimed. */
export function mergedLane({ item, lanes }: Thread): LaneRow | undefined {
  const since = item.claimed_at ?? 0;
  return lanes.findLast(
    ({ lane, worker }) => lane.status === 'merged' && (worker?.state_changed_at ?? lane.updated_at) >= since,
  )?.lane;
}

export type ThreadOutcome =
  /** Another lane or task continues. */
  | 'held'
  /** Merged or finished, and nothing remains. */
  | 'done'
  /** Merged, but work remains: a person decides. */
  | 'left'
  /** Nothing was merged: someone else may begin. */
  | 'ready'
  /** It failed and nothing was merged: a person decides. */
  | 'failed';

/** End of a lane or task: merged, finished, given up for someone else, or closed after a failure. */
export type WorkEnding = 'merged' | 'finished' | 'returned' | 'failed';

/** Only work ended since the claim counts. `left` is the number of open slices, blockers and next actions. */
export function outcomeOf(thread: Thread, ending: WorkEnding, left: number): ThreadOutcome {
  const holders = holdersOf(thread);
  if (holders.lanes.length > 0) return 'held';
  const hasTask = holders.tasks.length > 0;
  const since = thread.item.claimed_at ?? 0;
  const isFinished = thread.tasks.some(({ status, finished_at }) => status === 'done' && (finished_at ?? 0) >= since);
  if (mergedLane(thread) !== undefined) return left > 0 ? 'left' : 'done';
  if (ending === 'failed') return 'failed';
  if (hasTask) return ending === 'returned' ? 'ready' : 'held';
  return isFinished ? 'done' : 'ready';
}
