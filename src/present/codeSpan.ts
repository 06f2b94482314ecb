import { oneLine } from '../domain/text/oneLine.js';

/** Formats one line as Markdown code, between more backticks than it contains. */
export function codeSpan(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${ticks}${pad}${oneLine(text)}${pad}${ticks}`;
}
