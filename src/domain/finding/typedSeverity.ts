import { type FindingSeverity, isSeverity } from './findingSeverity.js';

/**
 * A finding as a person types it, and the severity that it names: `!high` as the first or the last word, which is left out of
 * the text. Undefined where no severity is named; a mark alone is the text of a finding.
 */
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
