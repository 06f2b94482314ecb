import * as z from 'zod';
import { findingSeverities } from '../../domain/finding/findingSeverity.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import { shortened } from '../../domain/text/shortened.js';
import { isLiveTask } from '../../domain/thread/thread.js';
import type { Transaction } from '../../store/store.js';
import { threadOf } from '../workItem/threadAccess.js';

const maxShown = 20;
const maxText = 200;

export const earlierFindingSchema = z.object({
  ref: z.string(),
  severity: z.enum(findingSeverities),
  path: z.string(),
  text: z.string(),
});
export type EarlierFinding = z.output<typeof earlierFindingSchema>;

/** The 20 most severe open findings of earlier lanes and ended tasks of a lane's work item, as after it was reopened. */
export async function earlierFindings(
  transaction: Transaction,
  { number, task_id, work_item_id }: LaneRow,
): Promise<EarlierFinding[]> {
  const thread = await threadOf(transaction, work_item_id);
  if (thread === undefined) return [];
  const tasks = thread.tasks.filter(task => task.id !== task_id && !isLiveTask(task));
  const lanes = thread.lanes.filter(({ lane }) => lane.number < number);
  const found = await transaction.findings.openIn(
    tasks.map(({ id }) => id),
    lanes.map(({ lane }) => lane.branch),
    maxShown,
  );
  return found.map(row => ({
    ref: formatRef('finding', row.number),
    severity: row.severity,
    path: row.path,
    text: shortened(row.text, maxText),
  }));
}
