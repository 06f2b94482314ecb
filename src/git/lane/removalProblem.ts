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

/** A removal that is to be continued with, as an intent log tells of it. */
interface WrittenRemoval {
  /** The worktree that a lane's row names. */
  readonly directory: string;
  /** What is said to hold all of it; null where git is said to have all. */
  readonly ref: string | null;
  /** The path that is reported for the rest of it. */
  readonly aside: string;
}

/** Why a lane's removal is not continued with as it is written, a sentence without its full stop; undefined when nothing is lost by it. */
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
  // Its `.git` goes last, with the folder.
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

/** An older Stateroom left no mark: then the backup must have the commit that the worktree is on. */
async function holdsHead({ git }: GitPlace, rescue: Rescue | undefined, gitDir: string): Promise<boolean> {
  if (rescue === undefined) return false;
  const head = await git.run(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], {
    answers: [1, 128],
    variables: { GIT_DIR: gitDir },
  });
  return head.exitCode === 0 && head.stdout.trim() === rescue.manifest.head;
}
