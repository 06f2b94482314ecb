import { CannotEdit, type Editor, lineEnd, withLineFeeds } from './piece.js';

const begin = '<!-- stateroom:begin -->';
const end = '<!-- stateroom:end -->';

/** Edits a paragraph between two comments, at the end of a document. */
export const blockEditor: Editor = {
  find(text) {
    const place = placeIn(text);
    return place && withLineFeeds(text.slice(place.from, place.to));
  },
  put(text, piece) {
    if (piece.kind !== 'block') return text;
    const eol = lineEnd(text);
    const block = fenced(piece.text).replaceAll('\n', eol);
    const place = placeIn(text);
    if (place !== undefined) return text.slice(0, place.from) + block + text.slice(place.to);
    const gap = text === '' ? '' : /\n$/.test(text) ? eol : eol + eol;
    return `${text}${gap}${block}${eol}`;
  },
  take(text) {
    const place = placeIn(text);
    if (place === undefined) return text;
    const before = text.slice(0, place.from).replace(/(\r?\n)\r?\n$/, '$1');
    return before + text.slice(place.to).replace(/^\r?\n/, '');
  },
  meaning: withoutBlanks,
};

export const fileEditor: Editor = {
  find: text => (text === '' ? undefined : withLineFeeds(text)),
  put: (text, piece) => (piece.kind === 'file' ? piece.text : text),
  take: () => '',
  meaning: withoutBlanks,
};

function withoutBlanks(text: string): string {
  return text.replace(/\s+/g, '');
}

export function fenced(text: string): string {
  return `${begin}\n${text.trimEnd()}\n${end}`;
}

function placeIn(text: string): { readonly from: number; readonly to: number } | undefined {
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 && to < 0) return undefined;
  if (from < 0 || to < from || text.includes(begin, from + 1) || text.includes(end, to + 1)) {
    throw new CannotEdit(`needs one line ${begin} and one line ${end} after it`);
  }
  return { from, to: to + end.length };
}
