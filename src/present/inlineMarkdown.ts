import { oneLine } from '../domain/text/oneLine.js';

/** One line in which Markdown finds nothing to act on, formulas between dollars neither; underscores within words stay as they are. */
export function inlineMarkdown(text: string): string {
  return oneLine(text)
    .replace(/[\\`*[\]<>&|~$]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_');
}

/** What `inlineMarkdown` made of a text, as it is read. */
export function withoutMarks(markdown: string): string {
  return markdown.replace(/\\([\\`*[\]<>&|~$_])/g, '$1');
}
