import type { FindingRow } from './findingRow.js';
import { severityRank } from './findingSeverity.js';

/** `severity`: open first, then most severe, then by number · `path`: by file and line · `updated`: newest first. */
export type FindingOrder = 'severity' | 'path' | 'updated' | 'created';

type SortedRow = Pick<FindingRow, 'status' | 'severity' | 'path' | 'line_start' | 'updated_at' | 'number'>;

export const sortSizes: Readonly<Record<FindingOrder, number>> = { severity: 3, path: 3, updated: 2, created: 1 };

/** Sort values of a row, all ascending; the cursor for the next page. */
export function sortValues(order: FindingOrder, row: SortedRow): readonly (string | number)[] {
  switch (order) {
    case 'severity':
      return [row.status === 'open' ? 0 : 1, severityRank(row.severity), row.number];
    case 'path':
      return [row.path, row.line_start ?? 0, row.number];
    case 'updated':
      return [-row.updated_at, -row.number];
    case 'created':
      return [row.number];
  }
}
