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

/** Absolute paths that are left: POSIX ones of two folders at least, and those of Windows. */
const anyPath =
  /(?<![\w:/.>])(?:file:\/\/)?\/(?:[\w.@+~-]+\/)+[\w.@+~-]*|\b[A-Za-z]:\\[^\s"'<>|]*|\\\\[\w.-]+\\[^\s"'<>|]*/g;
const address = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
/** Titles and questions stand between these. */
const quoted = /\u201c[^\u201d]*\u201d/g;

/** A text without secrets, paths, names, addresses and what people and agents wrote in quotes. */
export function withoutPeople(text: string, { folders, names }: Private): string {
  let clean = redact(text).replace(quoted, '“…”').replace(address, '<address>');
  // The longest first: one may be inside another.
  for (const [folder, word] of longestFirst(folders)) clean = clean.replaceAll(folder, word);
  clean = clean.replace(anyPath, '<path>');
  for (const [name, word] of longestFirst(names)) {
    if (name.length >= shortestName) clean = clean.replaceAll(name, word);
  }
  return clean;
}

function longestFirst(words: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  return [...words].sort(([a], [b]) => b.length - a.length);
}
