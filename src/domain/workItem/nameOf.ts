import { formatRef } from '../identifier/identifier.js';
import type { WorkItemRow } from './workItemRow.js';

const maxTitleLength = 60;

/** A work item in a sentence: W-12 “Fix the login redirect”. */
export function nameOf(row: Pick<WorkItemRow, 'number' | 'title'>): string {
  const characters = [...row.title];
  const title = characters.length > maxTitleLength ? `${characters.slice(0, maxTitleLength - 1).join('')}…` : row.title;
  return `${formatRef('workItem', row.number)} “${title}”`;
}
