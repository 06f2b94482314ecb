import type { LineReader } from './lineScan.js';

/** What a line of Markdown must know of those before it. */
interface MarkdownState {
  readonly isFirst: boolean;
  readonly inFrontMatter: boolean;
  /** The marks that opened the code block around it; empty outside of one. */
  readonly fence: string;
  readonly inComment: boolean;
  readonly inList: boolean;
  readonly previousBlank: boolean;
}

const fenceStart = /^(?:\s|>)*(?:(?:[-*+]|\d+[.)])\s+)*(`{3,}(?=[^`]*$)|~{3,})/;
const listMarker = /^\s*(?:[-*+]|\d{1,9}[.)])\s/;
const definition = /^ {0,3}\[([^\]]+)\]:/;

/** Parts of a line that are not text: images and links, web addresses, tags. */
const noText = [
  /!?\[(?:[^[\]]|\[[^[\]]*\])*\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\]]*\])/g,
  /<(?:https?|ftp|mailto):[^>\s]*>/g,
  /\b(?:https?|ftp):\/\/[^\s<>]*/g,
  /<\/?[A-Za-z][^<>]*>/g,
];
/** Longer lines are not text. */
const maxLineLength = 5_000;

/** Reads Markdown: front matter, code, comments, tags and links are not text. */
export const markdownReader: LineReader<MarkdownState> = {
  first: {
    isFirst: true,
    inFrontMatter: false,
    fence: '',
    inComment: false,
    inList: false,
    previousBlank: true,
  },
  read(line, before) {
    const state = before.isFirst ? { ...before, isFirst: false } : before;
    const content = line.trimEnd();
    const none = (after: MarkdownState) => ({ text: undefined, after });
    if (before.isFirst && content === '---') return none({ ...state, inFrontMatter: true });
    if (state.inFrontMatter) {
      return none(content === '---' || content === '...' ? { ...state, inFrontMatter: false } : state);
    }
    if (state.fence !== '') return none(closes(content, state.fence) ? { ...state, fence: '' } : state);
    const fence = state.inComment ? undefined : fenceStart.exec(content)?.[1];
    if (fence !== undefined) return none({ ...state, fence, previousBlank: false });
    return readText(line, content, state);
  },
};

function readText(line: string, content: string, state: MarkdownState) {
  const blank = content.trim() === '';
  const indented = /^(?: {4}|\t)/.test(line);
  let { inList } = state;
  if (listMarker.test(line) && !(indented && state.previousBlank && !inList)) inList = true;
  else if (!blank && state.previousBlank && !/^\s/.test(line)) inList = false;
  const code = indented && state.previousBlank && !inList && !blank;
  const after = { ...state, inList, previousBlank: code ? state.previousBlank : blank };
  const defines = definition.exec(line)?.[1];
  if (code || blank || line.length > maxLineLength || defines !== undefined) return { text: undefined, after, defines };
  const masked = maskComments(line, state.inComment);
  let text = maskCode(masked.text);
  for (const pattern of noText) text = text.replace(pattern, part => ' '.repeat(part.length));
  return { text, after: { ...after, inComment: masked.inComment } };
}

function closes(line: string, fence: string): boolean {
  const marks = line.replace(/^[\s>]*/, '');
  return marks.length >= fence.length && [...marks].every(mark => mark === fence[0]);
}

/** Blanks code spans: a run of backticks up to the next run of the same length. */
function maskCode(line: string): string {
  const runs = [...line.matchAll(/`+/g)];
  let text = line;
  for (let index = 0; index < runs.length; index += 1) {
    const open = runs[index];
    if (open === undefined) continue;
    const closeAt = runs.findIndex((run, other) => other > index && run[0].length === open[0].length);
    const close = runs[closeAt];
    if (close === undefined) continue;
    const end = close.index + close[0].length;
    text = text.slice(0, open.index) + ' '.repeat(end - open.index) + text.slice(end);
    index = closeAt;
  }
  return text;
}

function maskComments(line: string, inComment: boolean): { text: string; inComment: boolean } {
  let text = '';
  let inside = inComment;
  let at = 0;
  while (at < line.length) {
    const next = line.indexOf(inside ? '-->' : '<!--', at);
    const end = next < 0 ? line.length : inside ? next + 3 : next;
    text += inside ? ' '.repeat(end - at) : line.slice(at, end);
    if (next >= 0) inside = !inside;
    at = end;
  }
  return { text, inComment: inside };
}
