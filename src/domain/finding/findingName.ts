import { formatRef } from '../identifier/identifier.js';
import type { FindingRow } from './findingRow.js';

const longestText = 60;

/** A finding in a sentence: F-12 “The retry never ends”. */
export function findingName(row: Pick<FindingRow, 'number' | 'text'>): string {
  const characters = [...row.text.replace(/[\s\p{Cc}]+/gu, ' ').trim()];
  const text =
    characters.length > longestText ? `${characters.slice(0, longestText - 1).join('')}…` : characters.join('');
  return `${formatRef('finding', row.number)} “${text}”`;
}
