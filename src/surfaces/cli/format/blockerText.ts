import type { Blocker } from '../../../domain/task/task.js';
import type { blockerOperations } from '../../../operations/blocker/blockerOperations.generated.js';
import { narrowing, type TextsOf } from './resultText.js';
import { type Column, idColumn, listText, timeColumn } from './table.js';
import { oneLine } from './text.js';

const blockerText =
  (verb: string) =>
  ({ blocker }: { blocker: Blocker }): string =>
    `${verb} ${blocker.ref} ${oneLine(blocker.description)}.`;

export const texts: TextsOf<typeof blockerOperations> = {
  blockerAdd: blockerText('Added'),
  blockerResolve: blockerText('Resolved'),
  blockerList: (answer, view, filters) =>
    listText(
      blockerColumns,
      answer.blockers,
      view,
      narrowing(filters, 'task').length > 0 ? 'No matching blockers.' : 'No blockers.',
      answer,
    ),
};

const blockerColumns: readonly Column<Blocker>[] = [
  idColumn,
  { title: 'status', text: row => row.status },
  { title: 'blocker', text: row => row.description, minimum: 20 },
  { title: 'resolution', text: row => row.resolution, minimum: 12 },
  { title: 'by', text: row => row.actor, minimum: 8 },
  timeColumn(row => row.resolvedAt ?? row.createdAt),
];
