import { inlineMarkdown } from './inlineMarkdown.js';

/** Returns one line unchanged, several lines fenced. */
export function block(text: string): string {
  return text.includes('\n') ? fenced(text.replace(/\r\n?/g, '\n'), 'text') : paragraph(inlineMarkdown(text));
}

/** Escapes a line that begins like a heading, list, rule or underline. */
function paragraph(line: string): string {
  return line.replace(/^[#+=-]/, '\\$&').replace(/^(\d+)([.)])/, '$1\\$2');
}

export function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
