import { redact } from '../../../platform/redact.js';

/** What belongs to the person at this machine. */
export interface Private {
  /** Folders, with the placeholder of each. */
  readonly folders: ReadonlyMap<string, string>;
  /** Names of people and repositories, with the placeholder of each. */
  readonly names: ReadonlyMap<string, string>;
}

/** A single letter occurs in too many other words. */
const shortestName = 2;

/**
 * Paths that are left: absolute ones of two folders at least, those of Windows with either slash, relative ones, and branches of
 * two words, which look like them. Numbers with a slash between them are none.
 */
const anyPath =
  /(?<![\w:/.>])(?:file:\/\/[\p{L}\w.%-]*)?\/(?:[\p{L}\w.@+~-]+\/)+[\p{L}\w.@+~-]*|\b[A-Za-z]:[\\/](?:[^\\/:*?"<>|\r\n]*[\\/])*[^\s"'<>|]*|\\\\[\p{L}\w.-]+\\(?:[^\\/:*?"<>|\r\n]*[\\/])*[^\s"'<>|]*|(?<![\p{L}\w.@+~/>-])(?=[\d/]*[\p{L}_])(?:[\p{L}\w.@+~-]+\/)+[\p{L}\w.@+~-]*/gu;
/** A path in quotes, as programs write those that may hold blanks and quotes: to the last one of its line. */
const quotedPath = /(['"`])((?:file:\/\/|[A-Za-z]:[\\/]|\\\\|~?\/).*)\1/g;
/** What follows the word for a folder. Files of a store have names of ours. */
const inFolder = /(<(?:home|folder \d+|git \d+)>)[\\/](?:[\p{L}\w.@+~-]+[\\/]?)+/gu;
const address = /(?<![\p{L}\w.+-])[\p{L}\w.+-]+@[\p{L}\w-]+(?:\.[\p{L}\w-]+)+/gu;
/** Addresses of servers; localhost identifies no one. */
const serverAddress =
  /[a-z][a-z\d+.-]{0,30}(?<!\bfile):\/\/(?!(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?(?![\p{L}\w.:@-]))[^\s"'<>)]+/giu;
/** A share of a server, however short its path. */
const onServer = /\bfile:\/\/[\p{L}\w.%-]+(?:\/[^\s"'<>)]*)?/giu;
/** The folder of a person with a first and a last name. */
const homeWithBlanks = /[\\/](?:[Uu]sers|[Hh]ome)[\\/][\p{L}\w.-]+(?: \p{Lu}[\p{L}\w.-]*)+/gu;
/** Titles and questions are between these, and may contain them. */
const quoted = /\u201c(?:[^\u201c\u201d]|\u201c[^\u201c\u201d]*\u201d)*\u201d/g;

/**
 * Takes secrets, paths, names, addresses and what people and agents wrote in quotes out of any number of texts.
 *
 * @returns the function that gives a text without them
 */
export function anonymise({ folders, names }: Private): (text: string) => string {
  // The longest first: one may be inside another.
  const places = byDescendingLength(new Map([...folders].map(([folder, word]) => [folder.normalize(), word])));
  // Windows finds its folders in any case, and programs write its drives in both.
  const anyFolder = places.map(
    ([folder, word]) => [new RegExp(literal(folder), /^[a-z]:/i.test(folder) ? 'giu' : 'gu'), word] as const,
  );
  const words = new Map(
    [...names].filter(([name]) => name.length >= shortestName).map(([name, word]) => [name.normalize(), word]),
  );
  // Who is written in capitals somewhere is the same person.
  const wordOf = new Map([...words].map(([name, word]) => [name.toLowerCase(), word]));
  const anyName = words.size === 0 ? undefined : anyOf(byDescendingLength(words).map(([name]) => name));
  const isInStore = (path: string): boolean =>
    places.some(([folder, word]) => word.startsWith('<store') && path.startsWith(folder)) && !/[\s'"`]/.test(path);
  return text => {
    // Some systems write letters with accents as two.
    let clean = redact(text)
      .normalize()
      .replace(quoted, '“…”')
      .replace(serverAddress, '<url>')
      .replace(address, '<address>');
    clean = clean.replace(quotedPath, (whole: string, mark: string, path: string) =>
      isInStore(path) ? whole : `${mark}<path>${mark}`,
    );
    for (const [folder, word] of anyFolder) clean = clean.replace(folder, () => word);
    clean = clean.replace(inFolder, '$1/<path>').replace(homeWithBlanks, home => home.replaceAll(' ', '_'));
    clean = clean.replace(onServer, '<path>').replace(anyPath, '<path>');
    return anyName === undefined
      ? clean
      : clean.replace(anyName, name => words.get(name) ?? wordOf.get(name.toLowerCase()) ?? '<name>');
  };
}

/** Whole words: an agent called `all` is not what `allowed` begins with. Some scripts set no blanks between words. */
function anyOf(names: readonly string[]): RegExp {
  const any = names.map(name => {
    const written = literal(name);
    return withoutBlanks.test(name) ? written : `(?<![\\p{L}\\d])${written}(?![\\p{L}\\d])`;
  });
  return new RegExp(any.join('|'), 'giu');
}

/** What finds exactly this text. */
function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

const withoutBlanks = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+$/u;

function byDescendingLength(words: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  return [...words].sort(([a], [b]) => b.length - a.length);
}
