import { inlineMarkdown } from './inlineMarkdown.js';

/** Text of any shape: as it is when it is one line, else fenced. */
export function block(text: string): string {
  return text.includes('\n') ? fenced(text.replace(/\r\n?/g, '\n'), 'text') : paragraph(inlineMarkdown(text));
}

/** A line that begins as a heading, a list, a rule or an underline does is none of them. */
function paragraph(line: string): string {
  return line.replace(/^[#+=-]/, '\\$&').replace(/^(\d+)([.)])/, '$1\\$2');
}

/** A code block whose fence is longer than any in the text. */
export function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
