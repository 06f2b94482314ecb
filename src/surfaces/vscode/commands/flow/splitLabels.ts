import { distinctLabels } from '../../../../domain/workItem/labels.js';

/** Splits a line of text at commas into distinct labels. */
export function splitLabels(text: string): string[] {
  return distinctLabels(entries(text.split(',')));
}

/** Splits a line of text at commas or white space into distinct words, such as paths. */
export function splitWords(text: string): string[] {
  return [...new Set(entries(text.split(/[\s,]+/)))];
}

function entries(parts: readonly string[]): string[] {
  return parts.map(part => part.trim()).filter(part => part !== '');
}
