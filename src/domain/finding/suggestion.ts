import type { Finding } from './finding.js';

/** A text with a code block marked `suggestion`, as reviews on the usual hosts have it. */
interface Suggestion {
  /** The lines that are to take the place of the finding's, without the last line feed; empty to remove them. */
  readonly lines: string;
  /** The text without the block. */
  readonly rest: string;
}

/** Editors indent a fence that is typed below an indented line. */
const block = /^[^\S\n]*(`{3,})suggestion[^\S\n]*\n([\s\S]*?)^[^\S\n]*\1`*[^\S\n]*$/m;

/** The first suggestion of a text; undefined without one, and for a block that is not closed. */
export function suggestionIn(text: string): Suggestion | undefined {
  const plain = text.replace(/\r\n?/g, '\n');
  const found = block.exec(plain);
  if (found === null) return undefined;
  const [whole, , lines = ''] = found;
  return { lines: lines.replace(/\n$/, ''), rest: plain.replace(whole, () => '').trim() };
}

/** What a finding proposes in place of its lines; undefined for one that proposes no text, or has no lines. */
export function suggestionOf({
  text,
  fix,
  lineStart,
}: Pick<Finding, 'text' | 'fix' | 'lineStart'>): string | undefined {
  if (lineStart === null) return undefined;
  return (suggestionIn(text) ?? suggestionIn(fix ?? ''))?.lines;
}
