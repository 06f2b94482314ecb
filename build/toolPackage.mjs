import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { npm } from './npm.mjs';
import { place } from './place.mjs';
import { duration, say } from './say.mjs';

/**
 * A tool that the rig runs but that is not a dependency of the extension: its own package.json and lockfile, installed
 * below .cache. The folder's name carries a hash of both files, so that a new version never overwrites one in use,
 * and it appears by a rename, so that a half-made one is never seen.
 *
 * @param {string} name
 * @param {string} source the folder of package.json and package-lock.json
 * @param {(folder: string) => Promise<void>} [finish] what is left to do after the packages are there
 * @param {readonly string[]} [flags] more words of `npm ci`
 * @returns {Promise<string>} the installed folder
 */
export async function ensureToolPackage(name, source, finish, flags = []) {
  const folder = await toolFolder(name, source);
  if (existsSync(folder)) return folder;
  return withLock(name, async () => {
    if (existsSync(folder)) return folder;
    const started = performance.now();
    say(name, 'installing from npm (once per version, kept in .cache)');
    // The lock makes this process the only one at it; what a killed one left half made goes.
    const staging = `${folder}.new`;
    await rm(staging, { recursive: true, force: true });
    await mkdir(staging, { recursive: true });
    try {
      for (const file of ['package.json', 'package-lock.json']) await copyFile(join(source, file), join(staging, file));
      await npm(['ci', ...flags], staging);
      await finish?.(staging);
      await rename(staging, folder);
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
    say(name, `installed in ${duration(performance.now() - started)}`);
    return folder;
  });
}

/**
 * The installed folder if it is there already.
 *
 * @param {string} name
 * @param {string} source
 * @returns {Promise<string | undefined>}
 */
export async function findToolPackage(name, source) {
  const folder = await toolFolder(name, source);
  return existsSync(folder) ? folder : undefined;
}

/**
 * @param {string} name
 * @param {string} source
 */
async function toolFolder(name, source) {
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}`);
  for (const file of ['package.json', 'package-lock.json']) hash.update(await readFile(join(source, file)));
  return join(place.cache, 'tool', `${name}-${hash.digest('hex').slice(0, 10)}`);
}
