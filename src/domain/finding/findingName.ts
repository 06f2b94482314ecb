import { type Message, message } from '../../messages/message.js';
import { formatRef } from '../identifier/identifier.js';
import type { FindingRow } from './findingRow.js';

const maxTextLength = 60;
/** White space, control characters and bidirectional marks. */
const unprintable = /[\s\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** Names a finding in a sentence: F-12 “The retry never ends”. */
export function findingName(row: Pick<FindingRow, 'number' | 'text'>): Message {
  const characters = [...row.text.replace(unprintable, ' ').trim()];
  const text =
    characters.length > maxTextLength ? `${characters.slice(0, maxTextLength - 1).join('')}…` : characters.join('');
  return message('input.called', { ref: formatRef('finding', row.number), title: text });
}
