import { lstat, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readLock, registrationOf } from '../registrationOf.js';
import { gitDirectoryOf } from '../repositoryLocation.js';
import type { Rescue } from '../rescue/rescue.js';
import { listRescues } from '../rescue/restoreWorkTree.js';
import { isBareTree } from './discardWorkTree.js';
import { readMark } from './gitDirMark.js';
import type { GitPlace } from './lanePlace.js';
import { asideMark } from './removeWorkTree.js';

interface WrittenRemoval {
  readonly directory: string;
  /** Rescue with all of it; null if git should have everything. */
  readonly ref: string | null;
  readonly aside: string;
}

/** Returns the reason not to continue a removal, without full stop; undefined if nothing is lost by it. */
export async function removalProblem(
  place: GitPlace,
  lane: string,
  { directory, ref, aside }: WrittenRemoval,
): Promise<string | undefined> {
  const start = `${directory}${asideMark}`;
  if (!aside.startsWith(start) || !/^[0-9a-f]{8}$/.test(aside.slice(start.length))) {
    return `${aside} is not where Stateroom moves ${directory} to before it removes it`;
  }
  const rescue = (await listRescues(place.git, lane)).find(
    one => one.ref === ref && one.manifest.directory === directory,
  );
  if (ref !== null && rescue === undefined) {
    return `backup ${ref} of ${directory} not found`;
  }
  const gitDir = await registrationOf(place.commonDir, directory);
  if (gitDir !== undefined && gitDirectoryOf(directory) === gitDir) return `${directory} is in its place`;
  if (gitDir !== undefined && (await readLock(gitDir)) !== undefined) return `${directory} is locked in git`;
  const kind = await lstat(aside).catch(() => undefined);
  if (kind !== undefined && !kind.isDirectory()) return `${aside} is not a folder`;
  // Its `.git` is removed last, with the folder.
  if (kind === undefined || (await readdir(aside)).length === 0) {
    const isOurs = gitDir === undefined || (await readMark(gitDir, 'closing')) === basename(aside);
    return isOurs || (await holdsHead(place, rescue, gitDir))
      ? undefined
      : `${directory} is missing, and git has no record that Stateroom removed it`;
  }
  const isFile = (await lstat(join(aside, '.git')).catch(() => undefined))?.isFile() === true;
  if (!isFile || gitDir === undefined || gitDirectoryOf(aside) !== gitDir) {
    return `${aside} is not the removed worktree of ${directory}`;
  }
  if (ref === null && !(await isBareTree(place, aside))) return `${aside} has changes that are not backed up`;
  return undefined;
}

/** Fallback for removals by an older Stateroom, which left no mark. */
async function holdsHead({ git }: GitPlace, rescue: Rescue | undefined, gitDir: string): Promise<boolean> {
  if (rescue === undefined) return false;
  const head = await git.run(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], {
    answers: [1, 128],
    variables: { GIT_DIR: gitDir },
  });
  return head.exitCode === 0 && head.stdout.trim() === rescue.manifest.head;
}
