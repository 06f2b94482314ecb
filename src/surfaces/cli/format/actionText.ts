import type { NextAction } from '../../../domain/task/task.js';
import type { actionOperations } from '../../../operations/action/actionOperations.generated.js';
import { narrowing, type TextsOf } from './resultText.js';
import { type Column, idColumn, listText, timeColumn } from './table.js';
import { oneLine } from './text.js';

const actionText =
  (verb: string) =>
  ({ action }: { action: NextAction }): string =>
    `${verb} ${action.ref} ${oneLine(action.action)}.`;

export const texts: TextsOf<typeof actionOperations> = {
  actionAdd: actionText('Added'),
  actionUpdate: actionText('Changed'),
  actionComplete: actionText('Done:'),
  actionSkip: actionText('Skipped'),
  actionList: (answer, view, filters) =>
    listText(
      actionColumns,
      answer.actions,
      view,
      narrowing(filters, 'task').length > 0
        ? 'No matching next actions.'
        : 'No next actions. Add one: stateroom action add',
      answer,
    ),
};

const actionColumns: readonly Column<NextAction>[] = [
  idColumn,
  { title: 'status', text: row => row.status },
  { title: 'priority', text: row => String(row.priority), alignRight: true },
  { title: 'action', text: row => row.action, minimum: 20 },
  { title: 'note', text: row => row.note, minimum: 12 },
  { title: 'by', text: row => row.actor, minimum: 8 },
  timeColumn(row => row.endedAt ?? row.createdAt),
];
