/** A mention of a work item or finding in a Markdown text; `start` is an offset in UTF-16 units. */
export interface Reference {
  /** `W-12`, `F-3`. */
  readonly ref: string;
  readonly start: number;
  readonly end: number;
}

/** The same words as in syntaxes/references.injection.json: one marks, the other links. */
const reference = /(?<![A-Za-z0-9/#.@=&?%\\-]|[A-Za-z0-9]_)[WF]-[1-9]\d{0,14}(?![A-Za-z0-9-]|_[A-Za-z0-9])/g;

const fenceStart = /^(?:\s|>)*(?:(?:[-*+]|\d+[.)])\s+)*(`{3,}(?=[^`]*$)|~{3,})/;
const listMarker = /^\s*(?:[-*+]|\d{1,9}[.)])\s/;
const definition = /^ {0,3}\[([^\]]+)\]:/;

/** Parts of a line that are no text: images and links, web addresses, tags. */
const noText = [
  /!?\[(?:[^[\]]|\[[^[\]]*\])*\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\]]*\])/g,
  /<(?:https?|ftp|mailto):[^>\s]*>/g,
  /\b(?:https?|ftp):\/\/[^\s<>]*/g,
  /<\/?[A-Za-z][^<>]*>/g,
];

/**
 * The work items and findings that a Markdown text mentions, in order. Mentions in front matter, code, comments, tags and links are
 * left out, and so are lines longer than 5,000 characters: nobody reads them, and they would take long.
 */
export function findReferences(text: string): Reference[] {
  // Most documents mention none: nothing below is worth doing for them.
  if (!/[WF]-[1-9]/.test(text)) return [];
  const found: Reference[] = [];
  const defined = definedLabels(text);
  let fence: string | undefined;
  let inFrontMatter = false;
  let inComment = false;
  let inList = false;
  let previousBlank = true;
  let offset = 0;
  for (const [index, line] of text.split('\n').entries()) {
    const start = offset;
    offset += line.length + 1;
    const content = line.trimEnd();
    const blank = content.trim() === '';
    if (index === 0 && content === '---') {
      inFrontMatter = true;
      continue;
    }
    if (inFrontMatter) {
      inFrontMatter = content !== '---' && content !== '...';
      continue;
    }
    if (fence !== undefined) {
      if (closes(content, fence)) fence = undefined;
      continue;
    }
    const opened = inComment ? undefined : fenceStart.exec(content)?.[1];
    if (opened !== undefined) {
      fence = opened;
      previousBlank = false;
      continue;
    }
    const indented = /^(?: {4}|\t)/.test(line);
    if (listMarker.test(line) && !(indented && previousBlank && !inList)) inList = true;
    else if (!blank && previousBlank && !/^\s/.test(line)) inList = false;
    const code = indented && previousBlank && !inList && !blank;
    if (!code) previousBlank = blank;
    if (code || blank || line.length > 5_000 || definition.test(line)) continue;
    const masked = maskComments(line, inComment);
    inComment = masked.inComment;
    let rest = maskCode(masked.text);
    for (const pattern of noText) rest = rest.replace(pattern, part => ' '.repeat(part.length));
    for (const match of rest.matchAll(reference)) {
      const bracketed = rest[match.index - 1] === '[' && rest[match.index + match[0].length] === ']';
      if (bracketed && defined.has(match[0])) continue;
      found.push({ ref: match[0], start: start + match.index, end: start + match.index + match[0].length });
    }
  }
  return found;
}

/** Labels that a link definition makes into links: `[W-1]: https://…`. */
function definedLabels(text: string): Set<string> {
  const labels = text.matchAll(new RegExp(definition.source, 'gm'));
  return new Set([...labels].flatMap(([, label]) => (label === undefined ? [] : [label])));
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
