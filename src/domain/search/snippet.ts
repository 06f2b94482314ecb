import { type Word, wordsOf } from './words.js';

export interface Snippet {
  readonly text: string;
  /** Start and end (exclusive) of each match, in UTF-16 units of `text`. */
  readonly marks: readonly (readonly [number, number])[];
}

const lead = 30;

/** About `width` characters with the most stems; undefined without a match. `*` makes a stem a prefix. */
export function snippetOf(text: string, stems: readonly string[], width: number): Snippet | undefined {
  const wanted = new Set(stems);
  const beginnings = stems.filter(stem => stem.endsWith('*')).map(stem => stem.slice(0, -1));
  const found = wordsOf(text).filter(
    ({ stem }) => wanted.has(stem) || beginnings.some(beginning => stem.startsWith(beginning)),
  );
  const best = densest(found, width - lead);
  if (best === undefined) return undefined;
  const start = startOfWord(text, best.start <= lead ? 0 : best.start - lead);
  const end = endOfWord(text, Math.max(start + width, best.end));
  const marks: (readonly [number, number])[] = [];
  const cut = [start > 0 ? '…' : '', text.slice(start, end), end < text.length ? '…' : ''];
  const offset = start - (cut[0] ?? '').length;
  for (const word of found) {
    if (word.start < start || word.end > end) continue;
    const last = marks.at(-1);
    // Pairs of characters overlap.
    if (last !== undefined && word.start - offset <= last[1]) marks[marks.length - 1] = [last[0], word.end - offset];
    else marks.push([word.start - offset, word.end - offset]);
  }
  // Replaces control characters and line breaks one by one, so that positions stay valid.
  return {
    text: cut
      .join('')
      .replace(/[\s\p{Cc}]/gu, ' ')
      .trimEnd(),
    marks,
  };
}

function densest(found: readonly Word[], width: number): Word | undefined {
  let best: { readonly word: Word; readonly count: number } | undefined;
  for (const [index, word] of found.entries()) {
    const inside = new Set<string>();
    for (let at = index; at < found.length; at += 1) {
      const other = found[at] as Word;
      if (other.end > word.start + width) break;
      inside.add(other.stem);
    }
    if (best === undefined || inside.size > best.count) best = { word, count: inside.size };
  }
  return best?.word;
}

function startOfWord(text: string, from: number): number {
  if (from === 0) return 0;
  const space = text.slice(from, from + lead).search(/\s/);
  return space < 0 ? from : from + space + 1;
}

function endOfWord(text: string, to: number): number {
  if (to >= text.length) return text.length;
  const space = text.slice(0, to).search(/\s\S*$/);
  return space < to - lead ? to : space;
}
