import { oneLine } from '../domain/text/oneLine.js';

/** Escapes one line of Markdown, including `$` of formulas. Underscores within words stay. */
export function inlineMarkdown(text: string): string {
  return oneLine(text)
    .replace(/[\\`*[\]<>&|~$]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_');
}

export function withoutMarks(markdown: string): string {
  return markdown.replace(/\\([\\`*[\]<>&|~$_])/g, '$1');
}
