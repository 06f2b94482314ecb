import type { Now } from '../../../../operations/repository/repositoryNow.js';
import { changeRows } from '../../../../present/changeRows.js';
import type { NowRow } from '../../../../present/nowRow.js';
import {
  candidateRows,
  elsewhereRows,
  focusRows,
  noTaskRow,
  otherTasksRow,
  taskRow,
} from '../../../../present/taskRows.js';
import { actionRows, blockerRows, planRows, sliceRows } from '../../../../present/workRows.js';
import { translate } from '../../support/translate.js';
import { type GateState, gateRows } from './gateRows.js';

/** All rows of the Now view at a moment, ms UTC; none when there is nothing to show. */
export function nowRows(now: Now, gates: GateState, isChosen: boolean, at: number): NowRow[] {
  const { task } = now;
  const changes = changeRows(now.changes, at, translate);
  if (task === null) {
    const candidates = candidateRows(now.candidates, translate);
    // Without any row the welcome page says it better.
    return changes.length > 0 && candidates.length === 0
      ? [noTaskRow(translate), ...changes]
      : [...candidates, ...changes];
  }
  return [
    // First, as what changed may be more than the view is high.
    taskRow(task, isChosen, translate),
    ...elsewhereRows(task, now.elsewhere, translate),
    ...focusRows(task, translate),
    ...changes,
    ...planRows(now.plan, translate),
    ...sliceRows(now.slices, task.light, at, translate),
    ...actionRows(now.actions, translate),
    ...blockerRows(now.blockers, at, translate),
    // What is judged here is the branch of this worktree.
    ...(now.elsewhere === null ? gateRows(gates) : []),
    ...otherTasksRow(now.others, translate),
  ];
}
