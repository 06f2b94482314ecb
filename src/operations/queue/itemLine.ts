import type { z } from 'zod';
import { formatRef } from '../../domain/identifier/identifier.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import type { itemLineSchema } from '../../records/workItem/queueFields.js';

/** A work item in one line, for lists beside another item. */
export function itemLine(row: Pick<WorkItemRow, 'number' | 'title' | 'status'>): z.output<typeof itemLineSchema> {
  return { ref: formatRef('workItem', row.number), title: row.title, status: row.status };
}
