import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { textOfRegularFile } from '../../platform/regularFile.js';
import { storeDirectoryName } from '../repositoryLocation.js';

/**
 * True when `core.hooksPath` names a folder as ours is called that is not there: the repository was moved, and git, which
 * takes the path as it was, runs no hook at all and says nothing.
 */
export function isMovedFolder(hooksPath: string): boolean {
  return isAbsolute(hooksPath) && hooksPath.endsWith(join(storeDirectoryName, 'hooks')) && !existsSync(hooksPath);
}

/**
 * The folder of our hooks that the repository's own configuration names and that is not there. Reads the file, where
 * installing has put the line, instead of running git: each write and each gate check calls this.
 */
export async function missedHooks(commonDir: string): Promise<string | undefined> {
  const text = (await textOfRegularFile(join(commonDir, 'config')).catch(() => undefined)) ?? '';
  const hooksPath = hooksPathIn(text);
  return hooksPath !== undefined && isMovedFolder(hooksPath) ? hooksPath : undefined;
}

/** The last `core.hooksPath` of a configuration file, as git takes it: without quotes, and without a comment behind it. */
export function hooksPathIn(text: string): string | undefined {
  let section = '';
  let found: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    const heading = /^[ \t]*\[([^\]]*)\]/.exec(line)?.[1];
    if (heading !== undefined) section = heading.trim().toLowerCase();
    const [, quoted, plain] = /^[ \t]*hooksPath[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^#;]*))/i.exec(line) ?? [];
    const value = quoted ?? plain?.trim();
    if (section === 'core' && value !== undefined) found = value.replace(/\\(["\\])/g, '$1');
  }
  return found;
}
