import type { TouchedFile } from '../../../domain/task/task.js';
import type { touchedOperations } from '../../../operations/touched/touchedOperations.generated.js';
import type { TextsOf } from './resultText.js';
import { type Column, listText, timeColumn } from './table.js';
import { count } from './view.js';

export const texts: TextsOf<typeof touchedOperations> = {
  touchedRecord: ({ recorded, outside }) => {
    const left = outside === 0 ? '' : ` Skipped files outside the worktree: ${outside}.`;
    return recorded === 0 ? `No new files.${left}` : `Recorded ${count(recorded, 'file')}.${left}`;
  },
  touchedList: (answer, view) => listText(touchedColumns, answer.files, view, 'No touched files.', answer),
};

const touchedColumns: readonly Column<TouchedFile>[] = [
  { title: 'file', text: row => row.path, minimum: 20 },
  { title: 'change', text: row => row.change },
  { title: 'from', text: row => row.oldPath, minimum: 12 },
  { title: 'by', text: row => row.actor, minimum: 8 },
  timeColumn(row => row.touchedAt),
];
