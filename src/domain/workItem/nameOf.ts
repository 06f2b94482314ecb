import { type Message, message } from '../../messages/message.js';
import { formatRef } from '../identifier/identifier.js';
import type { WorkItemRow } from './workItemRow.js';

const maxTitleLength = 60;

/** Names a work item in a sentence: W-12 “Fix the login redirect”. */
export function nameOf(row: Pick<WorkItemRow, 'number' | 'title'>): Message {
  const characters = [...row.title];
  const title = characters.length > maxTitleLength ? `${characters.slice(0, maxTitleLength - 1).join('')}…` : row.title;
  return message('input.called', { ref: formatRef('workItem', row.number), title });
}
