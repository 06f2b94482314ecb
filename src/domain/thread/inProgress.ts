import * as z from 'zod';
import { roles } from '../actor/actor.js';
import type { Lane } from '../lane/lane.js';
import { laneStatuses } from '../lane/laneStatus.js';
import type { Task } from '../task/task.js';
import { taskStatuses } from '../task/taskStatus.js';
import { livenessLevels } from '../worker/liveness.js';
import { workerStates } from '../worker/workerState.js';
import type { WorkItem, WorkItemSection } from '../workItem/workItem.js';

const progressStates = [...workerStates, ...laneStatuses, ...taskStatuses, 'in_flight'] as const;
export type ProgressState = (typeof progressStates)[number];

/** A unit of work in progress: a work item with its task and lanes. */
export const inProgressSchema = z.object({
  /** Ref of its work item, else of its lane, else of its task. */
  ref: z.string(),
  title: z.string(),
  item: z.string().nullable(),
  task: z.string().nullable(),
  /** The lane opened last. */
  lane: z.string().nullable(),
  laneName: z.string().nullable(),
  otherLanes: z.array(z.string()),
  /** The worker, or the holder of the work item if work has not begun. */
  who: z.string().nullable(),
  role: z.enum(roles).nullable(),
  /** State of its lane's worker, else of the lane, task or claim. */
  state: z.enum(progressStates),
  since: z.iso.datetime(),
  /** Heartbeat of the lane's worker; null if none is expected. */
  heartbeat: z
    .object({ level: z.enum(livenessLevels), at: z.iso.datetime().nullable(), changesAt: z.iso.datetime().nullable() })
    .nullable(),
  /** Expiry of its claim, heartbeats included; null for a claim without lease. */
  leaseUntil: z.iso.datetime().nullable(),
});
export type InProgress = z.output<typeof inProgressSchema>;

export interface OpenRecords {
  /** Open lanes, in order of opening. */
  readonly lanes: readonly Lane[];
  /** Live tasks, in display order. */
  readonly tasks: readonly Task[];
  /** Items in flight, and those of lanes and tasks, in queue order. */
  readonly items: readonly WorkItem[];
  /** Refs of light tasks by refs of their items beyond the first. */
  readonly lightTasks?: ReadonlyMap<string, string>;
}

/** Sections whose items anyone may claim, now or later. */
const queued: readonly WorkItemSection[] = ['ready', 'blocked', 'scheduled'];

/** Each unit once: with a lane, only a task, or only a claim. Excludes items waiting for an answer or released. */
export function inProgressOf({ lanes, tasks, items, lightTasks }: OpenRecords): InProgress[] {
  const byRef = new Map(items.map(item => [item.ref, item]));
  const threads = new Map<string, Thread>();
  const threadOf = (itemRef: string | null, ownRef: string): Thread => {
    const ref = itemRef ?? ownRef;
    const thread = threads.get(ref) ?? { ref, item: byRef.get(ref), lanes: [], tasks: [] };
    threads.set(ref, thread);
    return thread;
  };
  // A task may be linked to its item only through its lane, and a lane through its task.
  const itemOfTask = new Map<string, string>();
  for (const { task, workItem } of lanes) if (task !== null && workItem !== null) itemOfTask.set(task, workItem);
  for (const { ref, workItem } of tasks) if (workItem !== null) itemOfTask.set(ref, workItem);
  for (const lane of lanes) {
    const itemRef = lane.workItem ?? itemOfTask.get(lane.task ?? '') ?? null;
    threadOf(itemRef, lane.task ?? lane.ref).lanes.push(lane);
  }
  for (const task of tasks) threadOf(itemOfTask.get(task.ref) ?? null, task.ref).tasks.push(task);
  for (const { ref, section } of items) {
    if (section !== 'in_flight') continue;
    const light = tasks.find(task => task.ref === lightTasks?.get(ref));
    const thread = threadOf(ref, ref);
    if (light !== undefined) thread.tasks.push(light);
  }
  return [...threads.values()].filter(isInProgress).map(entryOf);
}

function isInProgress({ item, lanes }: Thread): boolean {
  if (item === undefined) return true;
  return item.section !== 'needs_you' && (lanes.length > 0 || !queued.includes(item.section));
}

interface Thread {
  readonly ref: string;
  readonly item: WorkItem | undefined;
  readonly lanes: Lane[];
  readonly tasks: Task[];
}

function entryOf({ ref, item, lanes, tasks }: Thread): InProgress {
  const lane = lanes.at(-1);
  const [task] = tasks;
  return {
    ref: item?.ref ?? lane?.ref ?? ref,
    title: item?.title ?? task?.objective ?? lane?.description?.split('\n')[0] ?? lane?.lane ?? ref,
    item: item?.ref ?? lane?.workItem ?? task?.workItem ?? null,
    task: task?.ref ?? lane?.task ?? null,
    lane: lane?.ref ?? null,
    laneName: lane?.lane ?? null,
    otherLanes: lanes.slice(0, -1).map(other => other.ref),
    ...(lane === undefined ? holderOf(item, task) : workerOf(lane, item)),
    leaseUntil: item?.section === 'in_flight' ? item.leaseUntil : null,
  };
}

type Holder = Pick<InProgress, 'who' | 'role' | 'state' | 'since' | 'heartbeat'>;

function workerOf({ status, worker, owner, createdAt, updatedAt }: Lane, item: WorkItem | undefined): Holder {
  const isHeld = status === 'planned' || status === 'blocked' || worker === null;
  // Until work begins, the item's holder is whoever opened or restored the lane; its earlier agent no longer counts.
  const isBegun = status !== 'planned' && worker?.state !== 'ASSIGNED';
  const holder = isBegun || item?.section === 'in_flight' ? item?.owner : undefined;
  const beats = worker !== null && worker.liveness !== 'none';
  return {
    who: (isBegun ? worker?.agent : undefined) ?? owner ?? holder ?? null,
    role: holder == null ? null : (item?.ownerRole ?? null),
    state: isHeld ? status : worker.state,
    since: (isHeld ? undefined : worker.stateChangedAt) ?? (status === 'planned' ? createdAt : updatedAt),
    heartbeat: beats ? { level: worker.liveness, at: worker.lastBeatAt, changesAt: worker.livenessChangesAt } : null,
  };
}

function holderOf(item: WorkItem | undefined, task: Task | undefined): Holder {
  const isClaimed = item?.section === 'in_flight';
  return {
    who: (isClaimed ? item.owner : undefined) ?? task?.updatedBy ?? null,
    role: isClaimed ? item.ownerRole : null,
    state: task?.status ?? 'in_flight',
    since: task?.createdAt ?? item?.claimedAt ?? item?.updatedAt ?? '',
    heartbeat: null,
  };
}
