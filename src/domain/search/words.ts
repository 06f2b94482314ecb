import { stemmer } from 'stemmer';

/** A word in searchable form: lower case, without accents, reduced to its English stem. */
export interface Word {
  readonly stem: string;
  /** Position in the text, in UTF-16 units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

/** Scripts without spaces between words: each pair of characters counts as a word. */
const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30FC`;
const runs = new RegExp(`[${unspaced}]+|(?:(?![${unspaced}])[\\p{L}\\p{N}\\p{M}])+`, 'gu');
const isUnspaced = new RegExp(`^[${unspaced}]`, 'u');

/** Longer words, such as encoded data, are cut. */
const maxLength = 64;

/** Cache of stems: stemming is the slowest step. */
const stems = new Map<string, string>();
const maxStems = 50_000;

/**
 * Splits at anything except letters, digits and accents. Chinese and Japanese become pairs of neighboring characters plus, at the
 * end of a text, the last one alone; a query for one character matches all pairs that begin with it (`索*`).
 */
export function wordsOf(text: string, inQuery = false): Word[] {
  const words: Word[] = [];
  for (const { 0: run, index } of text.matchAll(runs)) {
    if (isUnspaced.test(run)) words.push(...pairs(run, index, inQuery));
    else words.push({ stem: stemOf(run), start: index, end: index + run.length });
  }
  return words;
}

/** Splits names such as `workItemTable`, which count as one word in the text. */
export function partsOfNames(text: string): string[] {
  return [...text.matchAll(/\p{L}+/gu)].flatMap(([name]) => {
    const parts = name.split(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u);
    return parts.length < 2 ? [] : parts.map(stemOf);
  });
}

function pairs(run: string, from: number, inQuery: boolean): Word[] {
  const characters = [...run];
  const words: Word[] = [];
  let start = from;
  for (const [index, character] of characters.entries()) {
    const next = characters[index + 1];
    if (next !== undefined || !inQuery || characters.length === 1) {
      const pair = character + (next ?? '');
      const stem = pair.normalize('NFKC') + (inQuery && next === undefined ? '*' : '');
      words.push({ stem, start, end: start + pair.length });
    }
    start += character.length;
  }
  return words;
}

function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const folded = word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss').slice(0, maxLength);
  // Codes such as "b12s" have no stem.
  const stem = /^[a-z]{3,}$/.test(folded) ? stemmer(folded) : folded;
  if (stems.size >= maxStems) stems.clear();
  stems.set(word, stem);
  return stem;
}
