import { oneLine } from '../domain/text/oneLine.js';

/** Escapes one line of Markdown, including formulas between dollars; underscores within words stay. */
export function inlineMarkdown(text: string): string {
  return oneLine(text)
    .replace(/[\\`*[\]<>&|~$]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_');
}

/** Returns the text of `inlineMarkdown`'s output as rendered. */
export function withoutMarks(markdown: string): string {
  return markdown.replace(/\\([\\`*[\]<>&|~$_])/g, '$1');
}
