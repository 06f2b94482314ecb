import { readdir } from 'node:fs/promises';
import { matchesGlob } from '../../domain/path/pathGlob.js';

const wildcard = /[*?{]|\[[^\]]*\]/;
/** More are not looked at. */
const maxPaths = 200;

/** What a shell puts in place of an absolute path with wildcards, and the path itself, which an editor takes as it is. */
export async function expandPath(path: string): Promise<readonly string[]> {
  if (!wildcard.test(path)) return [path];
  // A drive or nothing comes first.
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
  // A set of characters is taken for any: rather one file too many is looked at.
  const pattern = part.replace(/\[[^\]]*\]/g, '?');
  const names = await readdir(folder === '' ? '/' : folder).catch(() => []);
  return names
    .filter(name => (part.startsWith('.') || !name.startsWith('.')) && matchesGlob(name, pattern))
    .map(name => `${folder}/${name}`);
}
