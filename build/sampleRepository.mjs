import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withLock } from './lock.mjs';
import { place } from './place.mjs';
import { say } from './say.mjs';

/**
 * Makes, once, the repository to try Stateroom on that “Stateroom: Fill a Sample Repository…” makes in the editor. Removing
 * .cache/sample-repository makes the next start make a new one.
 *
 * @returns {Promise<string>} the main worktree
 */
export async function ensureSampleRepository() {
  const home = join(place.cache, 'sample-repository', 'sample');
  const stamp = join(place.cache, 'sample-repository', 'made');
  const path = join(home, 'shop');
  if (existsSync(stamp) && existsSync(path)) return path;
  return withLock('sample', async () => {
    if (existsSync(stamp) && existsSync(path)) return path;
    say('sample', 'making a repository with three weeks of work in .cache/sample-repository');
    await rm(join(place.cache, 'sample-repository'), { recursive: true, force: true });
    /** @type {typeof import('../src/sample/sample.js')} */
    const { makeSample } = await import(pathToFileURL(join(place.dist, 'sample.mjs')).href);
    await makeSample(home, { program: join(place.dist, 'cli.mjs'), environment: process.env });
    await writeFile(stamp, '');
    return path;
  });
}
