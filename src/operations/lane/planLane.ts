import { formatRef, parseIdentifier } from '../../domain/identifier/identifier.js';
import { laneNameForItem, laneNameProblem, maxLaneNameLength, suggestLaneName } from '../../domain/lane/laneName.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import { openStatuses } from '../../domain/lane/laneStatus.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import { isTerminal } from '../../domain/workItem/workItemStatus.js';
import { message } from '../../messages/message.js';
import { laneCalled } from '../../records/lane/laneAccess.js';
import { freeName } from '../../records/placeRows.js';
import { findTask } from '../../records/task/taskAccess.js';
import { findWorkItem } from '../../records/workItem/workItemAccess.js';
import type { Transaction } from '../../store/store.js';

export interface LaneSubject {
  readonly name: string;
  readonly branch: string;
  readonly description: string | null;
  readonly taskId: string | null;
  readonly workItemId: string | null;
  /** The existing lane; for a task or work item only a live one. */
  readonly lane: LaneRow | undefined;
}

const unbound = { description: null, taskId: null, workItemId: null } as const;

export interface LaneNaming {
  readonly prefix: string;
  /** True for an additional lane beside live ones. */
  readonly another?: boolean | undefined;
}

/** Resolves a lane's name, a task (`T-3`, its own ref) or an item (`W-12`, its own id if it is open) to a name and branch. Refuses an invalid name. */
export async function planLane(
  transaction: Transaction,
  text: string,
  { prefix, another = false }: LaneNaming,
): Promise<LaneSubject> {
  const naming = { prefix, another };
  const named = text.trim();
  if (/^w-?\d+$|^id:/i.test(named)) {
    const isThere = (await transaction.workItems.find(parseIdentifier('workItem', named))) !== undefined;
    if (!isThere) refuseAsName(named);
    return subjectOfItem(transaction, await findWorkItem(transaction, named), naming);
  }
  if (/^t-?\d+$/i.test(named)) {
    const isThere = (await transaction.tasks.find(parseIdentifier('task', named))) !== undefined;
    if (!isThere) refuseAsName(named);
    return subjectOfTask(transaction, await findTask(transaction, named), naming);
  }
  const lane = await transaction.lanes.find(parseIdentifier('lane', named));
  if (lane !== undefined) return { ...unbound, name: lane.name, branch: lane.branch, lane };
  refuseName(named);
  const task = (await transaction.tasks.live()).find(({ ref }) => ref === named);
  if (task !== undefined) return subjectOfTask(transaction, task, naming);
  const item = await transaction.workItems.find({ by: 'key', key: named });
  if (item !== undefined && !isTerminal(item.status)) return subjectOfItem(transaction, item, naming);
  return { ...unbound, name: named, branch: `${prefix}${named}`, lane: undefined };
}

async function subjectOfTask(transaction: Transaction, task: TaskRow, naming: LaneNaming): Promise<LaneSubject> {
  const lanes = (await transaction.lanes.list()).filter(({ task_id }) => task_id === task.id);
  const about = { description: task.objective, taskId: task.id, workItemId: task.work_item_id };
  return { ...about, ...(await placeFor(transaction, { name: task.ref, lanes, branch: task.branch, ...naming })) };
}

async function subjectOfItem(
  transaction: Transaction,
  workItem: WorkItemRow,
  naming: LaneNaming,
): Promise<LaneSubject> {
  const task = (await transaction.tasks.live()).find(({ work_item_id }) => work_item_id === workItem.id);
  if (task !== undefined) return subjectOfTask(transaction, task, naming);
  const lanes = await transaction.lanes.ofWorkItem(workItem.id);
  const { key } = workItem;
  const name =
    lanes[0]?.name ??
    (key !== null && laneNameProblem(key) === undefined ? key : laneNameForItem(workItem.number, workItem.title));
  const about = { description: workItem.title, taskId: null, workItemId: workItem.id };
  return { ...about, ...(await placeFor(transaction, { name, lanes, branch: null, ...naming })) };
}

interface Placing extends LaneNaming {
  readonly name: string;
  /** All lanes of the task or work item so far. */
  readonly lanes: readonly LaneRow[];
  readonly branch: string | null;
}

/** The live lane; else a lane of that name, or `<name>-2` if an earlier one ended. */
async function placeFor(
  transaction: Transaction,
  { name, lanes, branch, prefix, another }: Placing,
): Promise<Pick<LaneSubject, 'name' | 'branch' | 'lane'>> {
  const live = another === true ? undefined : lanes.findLast(({ status }) => openStatuses.includes(status));
  if (live !== undefined) return { name: live.name, branch: live.branch, lane: live };
  const free = await freeName(name, maxLaneNameLength, async one => {
    return (
      lanes.some(lane => lane.name === one) || (await transaction.lanes.find({ by: 'key', key: one })) !== undefined
    );
  });
  // A branch that another lane works on, or that was merged, is that lane's.
  const isUsed = lanes.some(
    lane => lane.branch === branch && (openStatuses.includes(lane.status) || lane.status === 'merged'),
  );
  return { name: free, branch: branch === null || isUsed ? `${prefix}${free}` : branch, lane: undefined };
}

/** An unknown ref in lower case, such as `t2`, was meant as a name. */
function refuseAsName(named: string): void {
  if (/^[a-z]/.test(named) && !named.startsWith('id:')) refuseName(named);
}

/** Refuses an invalid lane name and suggests a valid one. */
export function refuseName(name: string): void {
  const problem = laneNameProblem(name);
  if (problem === undefined) return;
  const suggestion = suggestLaneName(name);
  throw refusalError('invalid_input', message('lanes.badName', { name: name.slice(0, 80), problem }), {
    hint: suggestion === undefined ? message('lanes.badNameHint') : message('input.giveForExample', { suggestion }),
    details: { lane: name, ...(suggestion === undefined ? {} : { suggestion }) },
  });
}

/** Refuses to open an ended lane again: names are not reused. */
export function refuseEnded(lane: LaneRow): void {
  if (lane.status !== 'closed' && lane.status !== 'merged') return;
  throw refusalError(
    'conflict',
    message('lanes.wasThere', { lane: laneCalled(lane), status: message(`state.${lane.status}`) }),
    {
      hint:
        lane.status === 'closed'
          ? message('lanes.restoreOrRename', { lane: lane.name })
          : message('lanes.branchTwinHint'),
      details: { lane: formatRef('lane', lane.number), status: lane.status },
    },
  );
}
