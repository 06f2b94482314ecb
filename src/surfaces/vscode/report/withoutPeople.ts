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
/** A path in quotes, as programs write those that may hold blanks and quotes: to the last one of its line. */
const quotedPath = /(['"`])((?:file:\/\/|[A-Za-z]:[\\/]|\\\\|~?\/).*)\1/g;
/** What follows the word for a folder. Files of a store have names of ours. */
const inFolder = /(<(?:home|folder \d+|git \d+)>)[\\/](?:[\p{L}\w.@+~-]+[\\/]?)+/gu;
const address = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
/** Titles and questions stand between these, and may hold a few themselves. */
const quoted = /\u201c(?:[^\u201c\u201d]|\u201c[^\u201c\u201d]*\u201d)*\u201d/g;

/**
 * Takes secrets, paths, names, addresses and what people and agents wrote in quotes out of any number of texts.
 *
 * @returns the function that gives a text without them
 */
export function withoutPeople({ folders, names }: Private): (text: string) => string {
  // The longest first: one may be inside another.
  const places = longestFirst(folders);
  const words = new Map([...names].filter(([name]) => name.length >= shortestName));
  const anyName = words.size === 0 ? undefined : anyOf(longestFirst(words).map(([name]) => name));
  const isInStore = (path: string): boolean =>
    places.some(([folder, word]) => word.startsWith('<store') && path.startsWith(folder)) && !/[\s'"`]/.test(path);
  return text => {
    let clean = redact(text).replace(quoted, '“…”').replace(address, '<address>');
    clean = clean.replace(quotedPath, (whole: string, mark: string, path: string) =>
      isInStore(path) ? whole : `${mark}<path>${mark}`,
    );
    for (const [folder, word] of places) clean = clean.replaceAll(folder, word);
    clean = clean.replace(inFolder, '$1/<path>').replace(anyPath, '<path>');
    return anyName === undefined ? clean : clean.replace(anyName, name => words.get(name) ?? '<name>');
  };
}

/** Whole words: an agent called `all` is not what `allowed` begins with. */
function anyOf(names: readonly string[]): RegExp {
  const any = names.map(name => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  return new RegExp(`(?<![\\p{L}\\d])(?:${any})(?![\\p{L}\\d])`, 'gu');
}

function longestFirst(words: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  return [...words].sort(([a], [b]) => b.length - a.length);
}
