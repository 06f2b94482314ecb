import { distinctLabels } from '../../../../domain/workItem/labels.js';

/** The labels in a line of text, separated by commas, each once. */
export function splitLabels(text: string): string[] {
  return distinctLabels(entries(text.split(',')));
}

/** The words in a line of text, such as paths, separated by commas or white space, each once. */
export function splitWords(text: string): string[] {
  return [...new Set(entries(text.split(/[\s,]+/)))];
}

function entries(parts: readonly string[]): string[] {
  return parts.map(part => part.trim()).filter(part => part !== '');
}
