import { existsSync } from 'node:fs';
import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** How long a chunk stays after the last build that had it, ms: a program that was started from it may load it late. */
const keptFor = 24 * 3_600_000;

/**
 * Removes the chunks of a folder that no build of the last day had. `current` are the paths of this build's, which are
 * marked as had just now.
 *
 * @param {string} folder
 * @param {readonly string[]} current
 */
export async function pruneChunks(folder, current) {
  if (!existsSync(folder)) return;
  const now = new Date();
  const keep = new Set(current);
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // Another build may have removed it meanwhile.
    if (keep.has(path)) await utimes(path, now, now).catch(() => undefined);
    else if ((await ageOf(path)) >= keptFor) await rm(path, { force: true });
  }
}

/** @param {string} path */
async function ageOf(path) {
  return stat(path).then(
    found => Date.now() - found.mtimeMs,
    () => 0,
  );
}

/**
 * The text of a .vscodeignore that lets of the chunks only those of one build into the package: others stay in dist for
 * programs that run from them.
 *
 * @param {string} text with lines `!dist/chunks/…`
 * @param {readonly string[]} outputs what the build wrote, relative to the root, with slashes
 */
export function ignoreForPackage(text, outputs) {
  const lines = text.split('\n').filter(line => !line.startsWith('!dist/chunks/'));
  const chunks = outputs.filter(path => path.startsWith('dist/chunks/') && !path.endsWith('.map'));
  return [...lines.filter(line => line !== ''), ...chunks.map(path => `!${path}`), ''].join('\n');
}

/**
 * @param {string} dist
 * @param {string} path
 */
export function isChunk(dist, path) {
  return relative(dist, path).startsWith('chunks');
}
