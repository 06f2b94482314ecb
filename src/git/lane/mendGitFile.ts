import { existsSync } from 'node:fs';
import { lstat, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { textOfRegularFile } from '../../platform/regularFile.js';
import { splitNul } from '../gitProcess.js';
import { registrationOf } from '../registrationOf.js';
import { gitDirectoryOf } from '../repositoryLocation.js';
import type { GitPlace } from './lanePlace.js';

/** Max files of the index to look for, to recognise the worktree. */
const maxSought = 1000;

/**
 * Like `git worktree repair` for one worktree. Returns false, with nothing changed, if git has no record of it, the folder has
 * none of its files, or another repository is there.
 */
export async function mendGitFile({ commonDir, gitIn }: GitPlace, directory: string): Promise<boolean> {
  if ((await lstat(directory).catch(() => undefined))?.isDirectory() !== true) return false;
  if (gitDirectoryOf(directory) !== undefined) return false;
  const gitDir = await registrationOf(commonDir, directory);
  if (gitDir === undefined) return false;
  const file = join(directory, '.git');
  const kind = await lstat(file).catch(() => undefined);
  if (kind !== undefined && !(await textOfRegularFile(file, { followsLinks: false }))?.startsWith('gitdir: '))
    return false;
  const variables = { GIT_DIR: gitDir, GIT_WORK_TREE: directory };
  const listed = splitNul(await gitIn(directory).text(['ls-files', '-z', '--cached'], { variables }));
  const sought = listed.slice(0, maxSought);
  if (sought.length > 0 && !sought.some(path => existsSync(join(directory, path)))) return false;
  if (kind !== undefined) await rm(file);
  await writeFile(file, `gitdir: ${gitDir}\n`, { flag: 'wx' });
  return true;
}
