const fenceStart = /^(?:\s|>)*(?:(?:[-*+]|\d+[.)])\s+)*(`{3,}(?=[^`]*$)|~{3,})/;
const listMarker = /^\s*(?:[-*+]|\d{1,9}[.)])\s/;
const definition = /^ {0,3}\[([^\]]+)\]:/;

/** Non-text parts of a line: images and links, web addresses, tags. */
const noText = [
  /!?\[(?:[^[\]]|\[[^[\]]*\])*\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\]]*\])/g,
  /<(?:https?|ftp|mailto):[^>\s]*>/g,
  /\b(?:https?|ftp):\/\/[^\s<>]*/g,
  /<\/?[A-Za-z][^<>]*>/g,
];

/** Cheap test for lines with a reference or the start of a comment. */
const mayMatter = /[WFTLR]-|<!--/;

/** Replaces all but text in Markdown with spaces, also front matter and code. Lines without references become empty. */
export function markdownText(lines: readonly string[]): readonly string[] {
  const labels = new Set<string>();
  /** Opening marks of the code block around a line; empty outside of one. */
  let fence = '';
  let inComment = false;
  let inList = false;
  let previousBlank = true;
  const bodyStart = afterFrontMatter(lines);
  const text = lines.map((line, index) => {
    const content = line.trimEnd();
    if (index < bodyStart) return '';
    if (fence !== '') {
      if (closes(content, fence)) fence = '';
      return '';
    }
    fence = (!inComment && fenceStart.exec(content)?.[1]) || '';
    if (fence !== '') {
      previousBlank = false;
      return '';
    }
    const isIndented = /^(?: {4}|\t)/.test(line);
    if (listMarker.test(line) && !(isIndented && previousBlank && !inList)) inList = true;
    else if (content !== '' && previousBlank && !/^\s/.test(line)) inList = false;
    if (content === '') {
      previousBlank = true;
      return '';
    }
    if (isIndented && previousBlank && !inList) return '';
    previousBlank = false;
    const label = definition.exec(line)?.[1];
    if (label !== undefined) {
      labels.add(label);
      return '';
    }
    if (!inComment && !mayMatter.test(line)) return '';
    const masked = maskComments(line, inComment);
    inComment = masked.inComment;
    return noText.reduce((rest, pattern) => rest.replace(pattern, blank), maskCode(masked.text));
  });
  // A label alone in brackets is a link if the label is defined, before or after.
  return text.map(line => line.replace(/\[([^[\]]+)\]/g, (part, label) => (labels.has(label) ? blank(part) : part)));
}

/** Returns the index of the first line after the front matter. */
function afterFrontMatter([first = '', ...rest]: readonly string[]): number {
  if (first.trimEnd() !== '---') return 0;
  const end = rest.findIndex(line => /^(?:---|\.\.\.)\s*$/.test(line));
  return end < 0 ? Number.POSITIVE_INFINITY : end + 2;
}

function closes(line: string, fence: string): boolean {
  const marks = line.replace(/^[\s>]*/, '');
  return marks.length >= fence.length && [...marks].every(mark => mark === fence[0]);
}

function blank(part: string): string {
  return ' '.repeat(part.length);
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
