import { matchesGlob } from '../path/pathGlob.js';
import { withoutTrailing } from '../text/withoutTrailing.js';

/** Where the wildcards of a pattern begin: what stands before is a plain path. */
const wildcard = /[*?{]/;

/** Whether a path of a repository could ever match a pattern. */
export function mayBeOwned(pattern: string): boolean {
  const parts = withoutTrailing(pattern, '/').split('/');
  return !/^[A-Za-z]:/.test(pattern) && !parts.some(part => ['', '.', '..'].includes(part));
}

/** True when a path may be written by a lane that owns these patterns; a lane that owns none may write everywhere. */
export function isOwned(path: string, owned: readonly string[]): boolean {
  return (
    owned.length === 0 || owned.some(pattern => matchesGlob(path, pattern) || matchesGlob(path, `${stem(pattern)}/**`))
  );
}

/**
 * True when some path could match both patterns, as far as the part before their first wildcard tells: two lanes at once
 * may not own such paths, unless one waits for the other.
 */
export function mayCollide(left: string, right: string): boolean {
  const one = plainPart(left);
  const other = plainPart(right);
  return (
    one === other || one.startsWith(other === '' ? '' : `${other}/`) || other.startsWith(one === '' ? '' : `${one}/`)
  );
}

/** True when what a pattern matches is in a folder, as far as the part before its first wildcard tells; '' is the top. */
export function isWithin(pattern: string, folder: string): boolean {
  const plain = plainPart(pattern);
  return folder === '' || plain === folder || plain.startsWith(`${folder}/`);
}

/** A pattern without wildcards names a file, or a folder with all that is in it. */
function stem(pattern: string): string {
  return wildcard.test(pattern) ? '\0' : withoutTrailing(pattern, '/');
}

/** The folders and the file before the first wildcard of a pattern, without a `/` at the end; '' where a wildcard comes first. */
export function plainPart(pattern: string): string {
  const at = pattern.search(wildcard);
  if (at === -1) return withoutTrailing(pattern, '/');
  const before = pattern.slice(0, at);
  return before.slice(0, Math.max(0, before.lastIndexOf('/')));
}
