import { formatRef } from '../../domain/identifier/identifier.js';
import type { Lane } from '../../domain/lane/lane.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import type { Unready } from '../../domain/lane/need.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { storedMergeReasons } from '../../gates/storedReasons.js';
import type { Transaction } from '../../store/store.js';
import { isMadeForLane } from '../task/taskOfLane.js';

/** Approved lanes, by id, whose merge the gate of their task refuses for what the store knows. Runs no git. */
export async function unreadyLanes(
  transaction: Transaction,
  open: readonly LaneRow[],
  lanes: readonly Lane[],
  tasks: readonly TaskRow[],
): Promise<ReadonlyMap<string, Unready>> {
  const unready = new Map<string, Unready>();
  for (const [index, { id, worker }] of lanes.entries()) {
    const row = open[index];
    const task = worker?.state === 'APPROVED' ? tasks.find(one => one.id === row?.task_id) : undefined;
    if (row === undefined || task === undefined) continue;
    // The last lane closes the task; earlier ones need only be ready for review.
    const others = open.filter(
      one => one.id !== row.id && one.kind === 'implement' && one.work_item_id === row.work_item_id,
    );
    const gate = row.work_item_id === null || others.length === 0 ? 'close-check' : 'review-ready';
    const [reason] = storedMergeReasons(gate, {
      row: task,
      isMadeForLane: await isMadeForLane(transaction, task),
      openFindings: (await transaction.findings.judgedOfTask(task.id)).filter(({ status }) => status === 'open'),
      slices: await transaction.slices.ofTask(task.id),
      openBlockers: await transaction.blockers.ofTask(task.id, 'open'),
      pendingActions: await transaction.nextActions.ofTask(task.id, 'pending'),
    });
    if (reason !== undefined) unready.set(id, { gate, task: formatRef('task', task.number), text: reason.text });
  }
  return unready;
}
