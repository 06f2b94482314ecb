import { redact } from '../../../platform/redact.js';

/** What belongs to the person at this machine. */
export interface Private {
  /** Folders, with what stands for each. */
  readonly folders: ReadonlyMap<string, string>;
  /** Names of people and repositories, with what stands for each. */
  readonly names: ReadonlyMap<string, string>;
}

/** Names so short that they would be found within words. */
const shortestName = 3;

/**
 * Paths that are left: absolute ones of two folders at least, those of Windows with either slash, relative ones, and branches of
 * two words, which look like them. Numbers with a slash between them are none.
 */
const anyPath =
  /(?<![\w:/.>])(?:file:\/\/)?\/(?:[\p{L}\w.@+~-]+\/)+[\p{L}\w.@+~-]*|\b[A-Za-z]:[\\/][^\s"'<>|]*|\\\\[\p{L}\w.-]+\\[^\s"'<>|]*|(?<![\p{L}\w.@+~/>-])(?=[\d/]*[\p{L}_])(?:[\p{L}\w.@+~-]+\/)+[\p{L}\w.@+~-]*/gu;
/** A path in quotes, as programs write those that may hold blanks. */
const quotedPath = /(['"`])(?:file:\/\/|[A-Za-z]:[\\/]|\\\\|~?\/)[^'"`\n]*\1/g;
const address = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
/** Titles and questions stand between these. */
const quoted = /\u201c[^\u201d]*\u201d/g;

/** A text without secrets, paths, names, addresses and what people and agents wrote in quotes. */
export function withoutPeople(text: string, { folders, names }: Private): string {
  let clean = redact(text).replace(quoted, '“…”').replace(address, '<address>');
  // The longest first: one may be inside another.
  for (const [folder, word] of longestFirst(folders)) clean = clean.replaceAll(folder, word);
  clean = clean.replace(quotedPath, '$1<path>$1').replace(anyPath, '<path>');
  for (const [name, word] of longestFirst(names)) {
    if (name.length >= shortestName) clean = clean.replace(wholeWord(name), word);
  }
  return clean;
}

/** An agent called `all` is not what `allowed` begins with. */
function wholeWord(name: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\d])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\d])`, 'gu');
}

function longestFirst(words: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  return [...words].sort(([a], [b]) => b.length - a.length);
}
