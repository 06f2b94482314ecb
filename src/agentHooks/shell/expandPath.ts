import { readdir } from 'node:fs/promises';
import { matchesGlob } from '../../domain/path/pathGlob.js';
import { textOfRegularFile } from '../../platform/regularFile.js';

const wildcard = /[*?{]|\[[^\]]*\]/;
/** Max paths per pattern; the rest is not checked. */
const maxPaths = 200;

/** Expansion of an absolute path with wildcards, and the path itself, which an editor takes literally. */
export async function expandPath(path: string): Promise<readonly string[]> {
  if (!wildcard.test(path)) return [path];
  const [root = '', ...parts] = path.split('/');
  let found = [root];
  for (const part of parts) {
    found = wildcard.test(part)
      ? (await Promise.all(found.map(folder => namesIn(folder, part)))).flat().slice(0, maxPaths)
      : found.map(folder => `${folder}/${part}`);
  }
  return [path, ...found];
}

async function namesIn(folder: string, part: string): Promise<string[]> {
  // A character set is read as `?`: rather check one file too many.
  const pattern = part.replace(/\[[^\]]*\]/g, '?');
  const names = await readdir(folder === '' ? '/' : folder).catch(() => []);
  return names
    .filter(name => (part.startsWith('.') || !name.startsWith('.')) && matchesGlob(name, pattern))
    .map(name => `${folder}/${name}`);
}

/** Paths that a file with a unified diff changes, without the prefixes of git; none for an unreadable file. */
export async function pathsOfPatch(file: string): Promise<readonly string[]> {
  const text = (await textOfRegularFile(file).catch(() => undefined)) ?? '';
  const named = [...text.matchAll(/^(?:---|\+\+\+|rename (?:from|to)) (?:[ab]\/)?([^\t\r\n]+)/gm)].map(
    match => match[1] ?? '',
  );
  return [...new Set(named)].filter(path => path !== '/dev/null').slice(0, maxPaths);
}
