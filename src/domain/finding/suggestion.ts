import type { Finding } from './finding.js';

interface Suggestion {
  /** Replacement of the finding's lines, without the last line feed; empty to delete them. */
  readonly lines: string;
  readonly rest: string;
}

/** Editors indent a fence typed below an indented line. */
const block = /^[^\S\n]*(`{3,})suggestion[^\S\n]*\n([\s\S]*?)^[^\S\n]*\1`*[^\S\n]*$/m;

/** Undefined for none or an unclosed block. */
export function suggestionIn(text: string): Suggestion | undefined {
  const plain = text.replace(/\r\n?/g, '\n');
  const found = block.exec(plain);
  if (found === null) return undefined;
  const [whole, , lines = ''] = found;
  return { lines: lines.replace(/\n$/, ''), rest: plain.replace(whole, () => '').trim() };
}

/** Replacement that a finding proposes; undefined if it has no suggestion or no lines. */
export function suggestionOf({
  text,
  fix,
  lineStart,
}: Pick<Finding, 'text' | 'fix' | 'lineStart'>): string | undefined {
  if (lineStart === null) return undefined;
  return (suggestionIn(text) ?? suggestionIn(fix ?? ''))?.lines;
}
