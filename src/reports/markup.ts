import { oneLine } from '../domain/text/oneLine.js';
import { visibleLine } from '../domain/text/visibleText.js';

/** Syntax of one kind of surface for reports. User text comes in raw and leaves escaped. */
export interface Markup {
  heading(text: string): string;
  /** A reference such as `W-12`, as a link if possible. */
  ref(ref: string): string;
  /** A file or folder of the worktree with a line, counted from 1, as a link if possible. */
  place(path: string, line?: number | null): string;
  /** User text, on one line. */
  text(raw: string): string;
  strong(text: string): string;
  /** Entry of a list; `number` makes the list ordered. */
  entry(text: string, number?: number): string;
  /** Text after the last entry of a list that was cut. */
  rest(text: string): string;
  /** Quoted text, below an entry. */
  quote(raw: string): string;
}

function placeText(path: string, line: number | null | undefined): string {
  return line === undefined || line === null ? path : `${path}:${line}`;
}

export const plainMarkup: Markup = {
  heading: text => `${text}:`,
  ref: ref => ref,
  place: (path, line) => visibleLine(placeText(path, line)),
  text: visibleLine,
  strong: text => text,
  entry: (text, number) => (number === undefined ? `- ${text}` : `${number}. ${text}`),
  rest: text => `  ${text}`,
  quote: raw => `   “${visibleLine(raw)}”`,
};

/** Returns Markdown for the editor; `link` returns the address that opens a work item. */
export function markdownMarkup(link: (ref: string) => string): Markup {
  return {
    heading: text => `### ${text}`,
    ref: ref => `[${ref}](${link(ref)})`,
    place: (path, line) => escapeMarkdown(placeText(path, line)),
    text: escapeMarkdown,
    strong: text => `**${text}**`,
    entry: (text, number) => (number === undefined ? `- ${text}` : `${number}. ${text}`),
    rest: text => `\n${text}`,
    quote: raw => `   > ${escapeMarkdown(raw)}`,
  };
}

/** Escapes a text on one line: nothing in it is a link, a picture, a tag, an icon or a heading. */
export function escapeMarkdown(raw: string): string {
  return oneLine(raw)
    .replace(/[\\`*_{}[\]()#+\-.!|<>~$&:@=]/g, mark =>
      mark === '&' || mark === '<' ? (htmlEntities[mark] ?? mark) : `\\${mark}`,
    )
    .replace(/\b(https?|www|mailto|command|vscode)(?=\\)/gi, '$1\u200b');
}

const htmlEntities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;' };
