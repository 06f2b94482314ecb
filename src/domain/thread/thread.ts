import type { LaneRow } from '../lane/laneRow.js';
import { openStatuses } from '../lane/laneStatus.js';
import type { TaskRow } from '../task/taskRow.js';
import type { WorkerRow } from '../worker/workerRow.js';
import type { DependencyRow, WorkItemRow } from '../workItem/workItemRow.js';

/** A lane with its worker. */
export interface LaneOfThread {
  readonly lane: LaneRow;
  readonly worker: WorkerRow | undefined;
}

/** One piece of work: its item, with the tasks and lanes in which it is done. */
export interface Thread {
  readonly item: WorkItemRow;
  /** All that the item waits for, done ones too. */
  readonly dependencies: readonly DependencyRow[];
  /** In the order in which they were started, ended ones too; also one that does the item beside its own one. */
  readonly tasks: readonly TaskRow[];
  /** In the order in which they were opened, ended ones too; without lanes that only review, which hold nothing. */
  readonly lanes: readonly LaneOfThread[];
}

/** True while a lane has a branch, a worktree and ports. */
export function isLiveLane({ lane }: Pick<LaneOfThread, 'lane'>): boolean {
  return openStatuses.includes(lane.status);
}

/** True while a task is neither done nor archived. */
export function isLiveTask({ status, archived_at }: Pick<TaskRow, 'status' | 'archived_at'>): boolean {
  return status !== 'done' && archived_at === null;
}

/** True for a task that is for this item; false for one that does it beside its own one. */
export function isOwnTask({ item }: Pick<Thread, 'item'>, task: Pick<TaskRow, 'work_item_id'>): boolean {
  return task.work_item_id === item.id;
}

/** What holds the item of a thread, the latest one first: its live lanes, then its live tasks. */
export interface Holders {
  readonly lanes: readonly LaneOfThread[];
  readonly tasks: readonly TaskRow[];
}

export function holdersOf({ lanes, tasks }: Thread): Holders {
  return { lanes: lanes.filter(isLiveLane).reverse(), tasks: tasks.filter(isLiveTask).reverse() };
}

/** True while a lane or a task holds the item, so that no lease can run out and no one else can claim it. */
export function isHeldByWork(thread: Thread): boolean {
  const { lanes, tasks } = holdersOf(thread);
  return lanes.length + tasks.length > 0;
}

/** The lane that was merged since the item was taken up, the latest one; undefined for none. */
export function mergedLane({ item, lanes }: Thread): LaneRow | undefined {
  const since = item.claimed_at ?? 0;
  return lanes.findLast(
    ({ lane, worker }) => lane.status === 'merged' && (worker?.state_changed_at ?? lane.updated_at) >= since,
  )?.lane;
}

/** The state of an item after a lane or a task of it has ended. */
export type ThreadOutcome =
  /** Another lane or task goes on with it. */
  | 'held'
  /** Its work is merged or finished, and nothing is left to do. */
  | 'done'
  /** Its work is merged, but something is left to do: a person decides. */
  | 'left'
  /** Nothing of it was merged: someone else may begin. */
  | 'ready'
  /** Nothing of it was merged, because it failed: a person decides. */
  | 'failed';

/** How a lane or a task ended: it was merged, finished, given up so that someone else may begin, or closed after it failed. */
export type WorkEnding = 'merged' | 'finished' | 'returned' | 'failed';

/**
 * The state that follows for the item of a thread as it is now. Only what ended since the item was taken up counts: what was merged before
 * an item was reopened is not its new work. `left` is how many slices, blockers and next actions are open.
 */
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
