import { message } from '../../messages/message.js';
import { type Refusal, refuse } from '../refusal/refusal.js';
import { decisionLimits } from './decisionRow.js';

/** Required headings of a rationale that closes a slice, each with text below. */
export const sliceHeadings = [
  '## Changes',
  '## Verification',
  '## Schema / Contract Changes',
  '## Open Threads',
] as const;

export function checkRationale(text: string, limit: number = decisionLimits.rationale): Refusal | undefined {
  if (text.trim() === '') {
    return refuse('invalid_input', 'decisions.rationaleEmpty', { hint: 'decisions.rationaleEmptyHint' });
  }
  if (text.length <= limit) return undefined;
  return refuse('invalid_input', message('decisions.rationaleTooLong', { length: text.length, limit }), {
    hint: 'decisions.rationaleTooLongHint',
    details: { characters: text.length, limit },
  });
}

export function rationaleWarning(text: string): string | undefined {
  if (text.length <= decisionLimits.rationaleSoft) return undefined;
  return `The rationale has ${text.length} characters; keep it below ${decisionLimits.rationaleSoft} if possible.`;
}

/** Refuses a rationale that is too long or lacks a heading or its text. */
export function checkSliceRationale(text: string): Refusal | undefined {
  const tooLong = checkRationale(text, decisionLimits.sliceRationale);
  if (tooLong !== undefined) return tooLong;
  const lines = text.split(/\r?\n/);
  const missing = sliceHeadings.filter(heading => !hasSection(lines, heading));
  if (missing.length === 0) return undefined;
  return refuse('invalid_input', message('decisions.rationaleLacks', { missing: missing.join(', ') }), {
    hint: 'decisions.rationaleLacksHint',
    details: { missing },
  });
}

/** Puts plain text below the first heading and says below the others that nothing is stated; a text with any of them is unchanged. */
export function underHeadings(text: string): string {
  const lines = text.split(/\r?\n/).map(line => line.trim());
  if (text.trim() === '' || sliceHeadings.some(heading => lines.includes(heading))) return text;
  return sliceHeadings
    .map((heading, index) => `${heading}\n\n${index === 0 ? text.trim() : 'None stated.'}`)
    .join('\n\n');
}

function hasSection(lines: readonly string[], heading: string): boolean {
  const start = lines.findIndex(line => line.trim() === heading);
  if (start === -1) return false;
  const rest = lines.slice(start + 1);
  const end = rest.findIndex(line => /^#{1,2} /.test(line));
  return rest.slice(0, end === -1 ? undefined : end).some(line => line.trim() !== '');
}
