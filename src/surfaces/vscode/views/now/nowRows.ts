import type { Now } from '../../../../operations/repository/repositoryNow.js';
import { changeRows } from './changeRows.js';
import { type GateState, gateRows } from './gateRows.js';
import type { NowRow } from './nowNode.js';
import { candidateRows, focusRows, noTaskRow, otherTasksRow, taskRow } from './taskRows.js';
import { actionRows, blockerRows, planRows, sliceRows } from './workRows.js';

/** All rows of the Now view at a moment, ms UTC; none when there is nothing to show. */
export function nowRows(now: Now, gates: GateState, isChosen: boolean, at: number): NowRow[] {
  const { task } = now;
  const changes = changeRows(now.changes, at);
  if (task === null) {
    const candidates = candidateRows(now.candidates);
    // Without any row the welcome page says it better.
    return changes.length > 0 && candidates.length === 0 ? [noTaskRow(), ...changes] : [...candidates, ...changes];
  }
  return [
    // First, as what changed may be more than the view is high.
    taskRow(task, isChosen),
    ...focusRows(task),
    ...changes,
    ...planRows(now.plan),
    ...sliceRows(now.slices, task.light, at),
    ...actionRows(now.actions),
    ...blockerRows(now.blockers, at),
    ...gateRows(gates),
    ...otherTasksRow(now.others),
  ];
}
