import { type FindingSeverity, isSeverity } from './findingSeverity.js';

/** Takes `!high` as the first or last word out of a typed text. Undefined if there is none; a mark alone is text. */
export function readTypedSeverity(typed: string): {
  readonly text: string;
  readonly severity: FindingSeverity | undefined;
} {
  const text = typed.trim();
  const [, first = '', behind] = /^!(\w+)\s+(\S[\s\S]*)$/.exec(text) ?? [];
  if (behind !== undefined && isSeverity(first)) return { text: behind, severity: first };
  const [, before, last = ''] = /^([\s\S]*\S)\s+!(\w+)$/.exec(text) ?? [];
  if (before !== undefined && isSeverity(last)) return { text: before, severity: last };
  return { text, severity: undefined };
}
