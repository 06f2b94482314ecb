import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFiles } from './findFiles.mjs';
import { generatedEnding, generatedFiles } from './generatedFiles.mjs';
import { withLock } from './lock.mjs';
import { place } from './place.mjs';

/** Brings the lists in `src` up to date with its folders. @returns {Promise<string[]>} the files written or removed */
export function generate() {
  return withLock('generate', bringUpToDate);
}

async function bringUpToDate() {
  const wanted = await generatedFiles();
  const stale = await staleFiles(wanted);
  for (const file of stale) {
    const path = join(place.root, file);
    const text = wanted[file];
    if (text === undefined) {
      await rm(path);
      continue;
    }
    await writeFile(`${path}.new`, text);
    await rename(`${path}.new`, path);
  }
  return stale;
}

/**
 * Generated sources that are missing, differ or have nothing left to list.
 *
 * @param {Readonly<Record<string, string>>} wanted
 */
export async function staleFiles(wanted) {
  const there = await findFiles('src', generatedEnding);
  const files = [...new Set([...Object.keys(wanted), ...there])];
  const texts = await Promise.all(files.map(file => readFile(join(place.root, file), 'utf8').catch(() => undefined)));
  return files.filter((file, index) => texts[index] !== wanted[file]);
}
