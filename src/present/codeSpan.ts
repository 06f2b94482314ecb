import { oneLine } from '../domain/text/oneLine.js';

/** One line as code, between more backticks than it holds itself. */
export function codeSpan(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${ticks}${pad}${oneLine(text)}${pad}${ticks}`;
}
