import { formatRef } from '../../domain/identifier/identifier.js';
import { makeTaskRef, taskRefProblem } from '../../domain/task/taskRef.js';
import { type TaskRow, taskLimits } from '../../domain/task/taskRow.js';
import { isLiveTask } from '../../domain/thread/thread.js';
import type { Transaction } from '../../store/store.js';
import type { Context } from '../context.js';
import { changeLane, workerOf } from '../lane/laneAccess.js';
import { laneAt } from '../lane/laneAt.js';
import { freeName } from '../placeRows.js';
import { threadOf } from '../workItem/threadAccess.js';
import { changeTask, tellOfTask } from './taskAccess.js';

export interface TaskOfLane {
  /** ULID of the lane; default: the lane whose worktree this is. */
  readonly lane?: string;
  /** Default: the lane's description, else the title of its item. */
  readonly objective?: string | undefined;
  readonly light: boolean;
}

/**
 * Makes the task of a lane, on the lane's branch and in its worktree. Undefined outside of lanes, for a review lane, and if the lane
 * has a task, its item another active one, or its worker is another agent.
 */
export async function makeTaskOfLane(
  context: Context,
  { lane: id, objective, light }: TaskOfLane,
): Promise<TaskRow | undefined> {
  const { actor, clock, ids, store, workTree } = context;
  return store.transaction(async transaction => {
    const [lane] = id === undefined ? [await laneAt(transaction, workTree?.root)] : await transaction.lanes.ofIds([id]);
    if (lane === undefined || lane.task_id !== null || lane.kind !== 'implement') return undefined;
    const worker = await workerOf(transaction, lane.id);
    if (actor.role === 'agent' && worker?.agent != null && worker.agent !== actor.name) return undefined;
    const thread = await threadOf(transaction, lane.work_item_id);
    if (thread?.tasks.some(isLiveTask) === true) return undefined;
    const now = clock.now();
    const goal = objective ?? lane.description ?? thread?.item.title ?? lane.name;
    const row = await transaction.tasks.create({
      id: ids.ulid(now),
      ref: await refOf(transaction, lane.name, goal),
      objective: goal.slice(0, taskLimits.objective),
      status: 'in_progress',
      light: light ? 1 : 0,
      branch: lane.branch,
      base_branch: lane.base_branch,
      worktree_path: lane.worktree_path,
      work_item_id: lane.work_item_id,
      observed_sha: null,
      created_by: actor.name,
      updated_by: actor.name,
      created_at: now,
      updated_at: now,
    });
    await changeLane(transaction, lane, { task_id: row.id }, now);
    await tellOfTask({ transaction, actor, now }, row, 'task_started', {
      objective: row.objective.slice(0, 200),
      branch: row.branch,
      light,
      lane: formatRef('lane', lane.number),
    });
    return (await transaction.tasks.ofIds([row.id]))[0];
  });
}

/** The lane's name if it is free and has the form of a task's name. */
async function refOf(transaction: Transaction, lane: string, objective: string): Promise<string> {
  const task = (await transaction.tasks.lastNumber()) + 1;
  const ref = taskRefProblem(lane) === undefined ? lane : makeTaskRef(objective, { task, workItem: undefined });
  return freeName(
    ref,
    taskLimits.ref,
    async name => (await transaction.tasks.find({ by: 'key', key: name })) !== undefined,
  );
}

/** True for a light task that was made for a lane: it is asked no more than the lane. */
export async function isMadeForLane(
  transaction: Transaction,
  { id, light, worktree_path: directory }: Pick<TaskRow, 'id' | 'light' | 'worktree_path'>,
): Promise<boolean> {
  if (light !== 1 || directory === null) return false;
  const lanes = await transaction.lanes.ofTask(id);
  return lanes.some(lane => lane.adopted === 0 && lane.worktree_path === directory);
}

/** Makes a lane's light task a full one, with its first slice or plan. Other light tasks stay light. */
export async function becomeFull(
  context: Pick<Context, 'actor' | 'clock'>,
  transaction: Transaction,
  task: TaskRow,
): Promise<TaskRow> {
  if (!(await isMadeForLane(transaction, task))) return task;
  const act = { transaction, actor: context.actor, now: context.clock.now() };
  return changeTask(act, task, { light: 0 }, 'task_updated', { fields: ['light'] });
}
