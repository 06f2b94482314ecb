import { existsSync } from 'node:fs';
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { npm } from './npm.mjs';
import { RigError, say } from './say.mjs';

/**
 * Installs the packages that the editor's own extensions share, unless they are there: without them its TypeScript extension
 * shows an error about a missing tsserver as soon as a source file is opened. A separate step, not part of the installation
 * of the editor, so that an editor that was cached without these packages gets them too.
 *
 * @param {string} home the editor's folder
 * @param {string} staging a folder on the same disk, which does not exist or may be replaced
 * @param {(args: string[], cwd: string) => Promise<unknown>} [install]
 */
export async function ensureExtensionPackages(home, staging, install = npm) {
  const extensions = join(home, 'extensions');
  const target = join(extensions, 'node_modules');
  const isThere = () => existsSync(join(target, 'typescript', 'lib', 'tsserver.js'));
  if (isThere()) return;
  await withLock('editor', async () => {
    if (isThere()) return;
    say('editor', 'installing TypeScript for its extensions from npm (once per version, kept in .cache)');
    await rm(staging, { recursive: true, force: true });
    await mkdir(staging, { recursive: true });
    try {
      for (const file of ['package.json', 'npm-shrinkwrap.json']) {
        await copyFile(join(extensions, file), join(staging, file));
      }
      await install(['install', '--omit=dev'], staging);
      await rm(target, { recursive: true, force: true });
      // An editor that runs already sees all of it or nothing.
      await rename(join(staging, 'node_modules'), target);
    } catch (error) {
      throw new RigError(
        `The editor in .cache lacks TypeScript, and npm could not install it. Connect to the network and run this again.\n${error instanceof Error ? error.message : String(error)}`,
      );
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
  });
}
