import { matchesGlob } from '../path/pathGlob.js';
import { withoutTrailing } from '../text/withoutTrailing.js';

const wildcard = /[*?{]/;

export function mayBeOwned(pattern: string): boolean {
  const parts = withoutTrailing(pattern, '/').split('/');
  return !/^[A-Za-z]:/.test(pattern) && !parts.some(part => ['', '.', '..'].includes(part));
}

/** True if a lane that owns these patterns may write a path; without patterns, every path. */
export function isOwned(path: string, owned: readonly string[]): boolean {
  return (
    owned.length === 0 || owned.some(pattern => matchesGlob(path, pattern) || matchesGlob(path, `${stem(pattern)}/**`))
  );
}

/** True if both may match a path, by their parts before a wildcard. Concurrent lanes must not own such patterns. */
export function mayCollide(left: string, right: string): boolean {
  const one = plainPart(left);
  const other = plainPart(right);
  return (
    one === other || one.startsWith(other === '' ? '' : `${other}/`) || other.startsWith(one === '' ? '' : `${one}/`)
  );
}

/** True if a pattern's matches are in a folder, judging by the part before its first wildcard; '' is the root. */
export function isWithin(pattern: string, folder: string): boolean {
  const plain = plainPart(pattern);
  return folder === '' || plain === folder || plain.startsWith(`${folder}/`);
}

/** A pattern without wildcards names a file, or a folder with its content. */
function stem(pattern: string): string {
  return wildcard.test(pattern) ? '\0' : withoutTrailing(pattern, '/');
}

/** Returns the path before a pattern's first wildcard, without a trailing `/`; '' if it begins with a wildcard. */
export function plainPart(pattern: string): string {
  const at = pattern.search(wildcard);
  if (at === -1) return withoutTrailing(pattern, '/');
  const before = pattern.slice(0, at);
  return before.slice(0, Math.max(0, before.lastIndexOf('/')));
}
