import { redact } from '../../../platform/redact.js';

export interface Private {
  /** Folders and their placeholders. */
  readonly folders: ReadonlyMap<string, string>;
  /** Names of people and repositories, and their placeholders. */
  readonly names: ReadonlyMap<string, string>;
}

/** Min length of a name: a single letter occurs in too many words. */
const shortestName = 2;

/** Remaining absolute paths of two folders or more, relative paths, and branches, but not numbers with a slash. */
const anyPath =
  /(?<![\w:/.>])(?:file:\/\/[\p{L}\w.%-]*)?\/(?:[\p{L}\w.@+~-]+\/)+[\p{L}\w.@+~-]*|\b[A-Za-z]:[\\/](?:[^\\/:*?"<>|\r\n]*[\\/])*[^\s"'<>|]*|\\\\[\p{L}\w.-]+\\(?:[^\\/:*?"<>|\r\n]*[\\/])*[^\s"'<>|]*|(?<![\p{L}\w.@+~/>-])(?=[\d/]*[\p{L}_])(?:[\p{L}\w.@+~-]+\/)+[\p{L}\w.@+~-]*/gu;
/** A quoted path, which may contain blanks and quotes: up to the last quote of the line. */
const quotedPath = /(['"`])((?:file:\/\/|[A-Za-z]:[\\/]|\\\\|~?\/).*)\1/g;
/** The rest of a path after a folder's placeholder. Files of a store have names of ours. */
const inFolder = /(<(?:home|folder \d+|git \d+)>)[\\/](?:[\p{L}\w.@+~-]+[\\/]?)+/gu;
const address = /(?<![\p{L}\w.+-])[\p{L}\w.+-]+@[\p{L}\w-]+(?:\.[\p{L}\w-]+)+/gu;
/** Addresses of servers; localhost identifies nobody. */
const serverAddress =
  /[a-z][a-z\d+.-]{0,30}(?<!\bfile):\/\/(?!(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?(?![\p{L}\w.:@-]))[^\s"'<>)]+/giu;
/** A path on a file server, however short. */
const onServer = /\bfile:\/\/[\p{L}\w.%-]+(?:\/[^\s"'<>)]*)?/giu;
/** A home folder named by a first and a last name. */
const homeWithBlanks = /[\\/](?:[Uu]sers|[Hh]ome)[\\/][\p{L}\w.-]+(?: \p{Lu}[\p{L}\w.-]*)+/gu;
/** Titles and questions are quoted like this, and may contain such quotes. */
const quoted = /\u201c(?:[^\u201c\u201d]|\u201c[^\u201c\u201d]*\u201d)*\u201d/g;

/** Creates a function that removes secrets, paths, names, addresses and quoted texts from a text. */
export function anonymise({ folders, names }: Private): (text: string) => string {
  // Longest first: one may be inside another.
  const places = byDescendingLength(new Map([...folders].map(([folder, word]) => [folder.normalize(), word])));
  // Windows paths are case-insensitive, and programs write drive letters in both cases.
  const anyFolder = places.map(
    ([folder, word]) => [new RegExp(literal(folder), /^[a-z]:/i.test(folder) ? 'giu' : 'gu'), word] as const,
  );
  const words = new Map(
    [...names].filter(([name]) => name.length >= shortestName).map(([name, word]) => [name.normalize(), word]),
  );
  // A name in another case is the same person.
  const wordOf = new Map([...words].map(([name, word]) => [name.toLowerCase(), word]));
  const anyName = words.size === 0 ? undefined : anyOf(byDescendingLength(words).map(([name]) => name));
  const isInStore = (path: string): boolean =>
    places.some(([folder, word]) => word.startsWith('<store') && path.startsWith(folder)) && !/[\s'"`]/.test(path);
  return text => {
    // Some systems decompose letters with accents.
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

/** Matches whole words: an agent `all` does not match in `allowed`. Some scripts have no blanks between words. */
function anyOf(names: readonly string[]): RegExp {
  const any = names.map(name => {
    const written = literal(name);
    return withoutBlanks.test(name) ? written : `(?<![\\p{L}\\d])${written}(?![\\p{L}\\d])`;
  });
  return new RegExp(any.join('|'), 'giu');
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

const withoutBlanks = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+$/u;

function byDescendingLength(words: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  return [...words].sort(([a], [b]) => b.length - a.length);
}
