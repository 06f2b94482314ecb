import { presentEvent } from '../../domain/event/presentEvent.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import type { Refusal } from '../../domain/refusal/refusal.js';
import { makeTaskRef, taskRefProblem } from '../../domain/task/taskRef.js';
import { type TaskRow, taskLimits } from '../../domain/task/taskRow.js';
import { isLiveTask } from '../../domain/thread/thread.js';
import type { WorkerRow } from '../../domain/worker/workerRow.js';
import type { Transaction } from '../../store/store.js';
import { joinAttempt } from '../attempt/attempts.js';
import type { Context } from '../context.js';
import { changeLane, workerOf } from '../lane/laneAccess.js';
import { laneAt } from '../lane/laneAt.js';
import { freeName } from '../placeRows.js';
import { type LaneCaller, laneCallerOf } from '../worker/laneCaller.js';
import { rightRefusal } from '../worker/workerAccess.js';
import { threadOf } from '../workItem/threadAccess.js';
import { changeTask, taskOfLane, tellOfTask } from './taskAccess.js';

/** Max open findings that a new task takes over. */
const maxRecords = 1000;

export interface TaskOfLane {
  /** ULID of the lane; default: the lane whose worktree this is. */
  readonly lane?: string;
  /** Default: the lane's description, else the title of its item. */
  readonly objective?: string | undefined;
  readonly light: boolean;
}

/**
 * Makes the task of a lane, on the lane's branch and in its worktree; an active one of the lane's item becomes the lane's. What was
 * recorded about the branch before is the task's from then on. Undefined outside of lanes, for a review lane, and if the lane has an
 * active task or is another agent's.
 */
export async function makeTaskOfLane(
  context: Context,
  { lane: id, objective, light }: TaskOfLane,
): Promise<TaskRow | undefined> {
  const { actor, clock, ids, store, workTree } = context;
  const caller = await laneCallerOf(context);
  return store.transaction(async transaction => {
    const [lane] = id === undefined ? [await laneAt(transaction, workTree?.root)] : await transaction.lanes.ofIds([id]);
    if (lane?.kind !== 'implement' || (await taskOfLane(transaction, lane)) !== undefined) return undefined;
    const worker = await workerOf(transaction, lane.id);
    if (await isOfOther(caller, transaction, lane, worker)) return undefined;
    const now = clock.now();
    const thread = await threadOf(transaction, lane.work_item_id);
    const present = thread?.tasks.find(isLiveTask);
    if (present !== undefined) {
      await changeLane(transaction, lane, { task_id: present.id }, now);
      await joinAttempt(transaction, lane, present.id);
      return present;
    }
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
    await joinAttempt(transaction, lane, row.id);
    await takeRecords(transaction, lane.branch, row.id);
    await tellOfTask({ transaction, actor, now }, row, 'task_started', {
      objective: row.objective.slice(0, 200),
      branch: row.branch,
      light,
      lane: formatRef('lane', lane.number),
    });
    return (await transaction.tasks.ofIds([row.id]))[0];
  });
}

/** Refusal for an agent in the worktree of a lane that is another agent's; undefined elsewhere. */
export async function refuseLaneOfOther(context: Context): Promise<Refusal | undefined> {
  const caller = await laneCallerOf(context);
  return context.store.read(async transaction => {
    const lane = await laneAt(transaction, context.workTree?.root);
    const worker = lane && (await workerOf(transaction, lane.id));
    return lane && worker && (await isOfOther(caller, transaction, lane, worker))
      ? rightRefusal(caller, transaction, { lane, worker })
      : undefined;
  });
}

async function isOfOther(
  caller: LaneCaller,
  transaction: Transaction,
  lane: LaneRow,
  worker: WorkerRow | undefined,
): Promise<boolean> {
  const { actor } = caller;
  if (actor.role !== 'agent' || worker?.agent == null || worker.agent === actor.name) return false;
  return (await rightRefusal(caller, transaction, { lane, worker })) !== undefined;
}

/** Gives the task the findings and reviews of the branch that belong to no task. */
async function takeRecords(transaction: Transaction, branch: string, task: string): Promise<void> {
  const { findings, reviewRuns } = transaction;
  for (const finding of await findings.openIn([], [branch], maxRecords))
    await findings.change(finding, { task_id: task });
  for (const run of await reviewRuns.ofSubject(branch))
    if (run.task_id === null) await reviewRuns.change(run, { task_id: task });
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

/** True for a light task that was made for a lane: its start names the lane. */
export async function isMadeForLane(
  transaction: Transaction,
  { id, light }: Pick<TaskRow, 'id' | 'light'>,
): Promise<boolean> {
  if (light !== 1) return false;
  const [start] = await transaction.events.list({ taskId: id, type: 'task_started' }, 'oldest', 1);
  return start !== undefined && typeof presentEvent(start).payload.lane === 'string';
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
