import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { npm } from './npm.mjs';
import { place } from './place.mjs';
import { duration, say } from './say.mjs';

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {boolean} [optional]
 * @property {boolean} [peer]
 * @property {boolean} [link]
 */

/** Installs the repository's packages with the lockfile, if what is installed is not what the lockfile names. */
export async function ensureDependencies() {
  if ((await firstDifference()) === undefined) return;
  await mkdir(place.cache, { recursive: true });
  await withLock('packages', async () => {
    const difference = await firstDifference();
    if (difference === undefined) return;
    const started = performance.now();
    say('packages', `npm ci, because ${difference}`);
    await npm(['ci', '--include=dev'], place.root);
    say('packages', `installed in ${duration(performance.now() - started)}`);
  });
}

/** The first way in which node_modules differs from the lockfile, in words; undefined when it is up to date. */
async function firstDifference() {
  const wanted = await packagesOf(join(place.root, 'package-lock.json'));
  const found = await packagesOf(join(place.root, 'node_modules', '.package-lock.json'));
  if (!found) return 'node_modules is missing or unfinished';
  for (const [path, entry] of Object.entries(wanted ?? {})) {
    if (path === '') continue;
    const installed = found[path];
    if (!installed) {
      if (entry.optional) continue;
      return `${path} is missing`;
    }
    if (installed.version !== entry.version || installed.integrity !== entry.integrity) {
      return `${path} is ${installed.version} and the lockfile wants ${entry.version}`;
    }
    if (!existsSync(join(place.root, path))) return `${path} is missing`;
  }
  return undefined;
}

/**
 * @param {string} path
 * @returns {Promise<Record<string, LockedPackage> | undefined>}
 */
async function packagesOf(path) {
  try {
    return JSON.parse(await readFile(path, 'utf8')).packages;
  } catch {
    return undefined;
  }
}
