import { stemmer } from 'stemmer';

/** A word of a text as it is searched for: folded to lower case without accents, and cut to its English stem. */
export interface Word {
  readonly stem: string;
  /** Where it is in the text, in UTF-16 units; `end` exclusive. */
  readonly start: number;
  readonly end: number;
}

/** Scripts without spaces between words: each pair of characters is taken as one. */
const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30FC`;
const runs = new RegExp(`[${unspaced}]+|(?:(?![${unspaced}])[\\p{L}\\p{N}\\p{M}])+`, 'gu');
const isUnspaced = new RegExp(`^[${unspaced}]`, 'u');

/** Longer ones, as encoded data, are cut. */
const maxLength = 64;

/** Stems of words seen before: a stem takes longer than everything else about a word. */
const stems = new Map<string, string>();
const maxStems = 50_000;

/**
 * The words of a text in their order. Whatever is no letter, digit or accent separates them, so a path is a row of words. Of
 * Chinese and Japanese they are the pairs of neighbouring characters and, at the end of a text, the last one alone; a query for one
 * character is for all pairs that begin with it (`索*`).
 */
export function wordsOf(text: string, inQuery = false): Word[] {
  const words: Word[] = [];
  for (const { 0: run, index } of text.matchAll(runs)) {
    if (isUnspaced.test(run)) words.push(...pairs(run, index, inQuery));
    else words.push({ stem: stemOf(run), start: index, end: index + run.length });
  }
  return words;
}

/** The parts of names such as `workItemTable`, which are one word in the text. */
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
  // A code such as "b12s" has no stem.
  const stem = /^[a-z]{3,}$/.test(folded) ? stemmer(folded) : folded;
  if (stems.size >= maxStems) stems.clear();
  stems.set(word, stem);
  return stem;
}
