import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { place } from './place.mjs';

/**
 * The files below a folder of the repository whose names end so, as sorted paths from the root with forward slashes.
 *
 * @param {string} folder
 * @param {string} ending
 */
export async function findFiles(folder, ending) {
  const names = await readdir(join(place.root, folder), { recursive: true }).catch(() => []);
  return names
    .filter(name => name.endsWith(ending) && !name.includes('node_modules'))
    .map(name => `${folder}/${name.replaceAll('\\', '/')}`)
    .sort();
}
