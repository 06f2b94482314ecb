import { type Now, openIn } from '../../../../operations/repository/repositoryNow.js';
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
import { actionRows, openRows, planRows, sliceRows } from '../../../../present/workRows.js';
import { translate } from '../../support/translate.js';
import { type GateState, gateRows } from './gateRows.js';

/** Returns all rows of the Now view at `at` (ms UTC); empty if there is nothing to show. */
export function nowRows(now: Now, gates: GateState, isChosen: boolean, at: number): NowRow[] {
  const { task } = now;
  const changes = changeRows(now.changes, at, translate);
  if (task === null) {
    const candidates = candidateRows(now.candidates, translate);
    // Without any row the welcome page explains it better.
    return changes.length > 0 && candidates.length === 0
      ? [noTaskRow(translate), ...changes]
      : [...candidates, ...changes];
  }
  return [
    // First, since the changes may not fit into the view.
    taskRow(task, isChosen, translate),
    ...elsewhereRows(task, now.elsewhere, translate),
    ...focusRows(task, translate),
    ...changes,
    ...planRows(now.plan, translate),
    ...sliceRows(now.slices, task.light, at, translate),
    ...actionRows(now.actions, translate),
    ...openIn(now).flatMap(([name, rows]) => openRows(name, rows, at, translate)),
    // Gates are checked for the branch of this worktree only.
    ...(now.elsewhere === null ? gateRows(gates) : []),
    ...otherTasksRow(now.others, translate),
  ];
}
