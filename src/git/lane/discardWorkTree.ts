import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { laneFileNames } from '../../domain/lane/laneKit.js';
import { type GitCall, type GitProcess, splitNul } from '../gitProcess.js';
import { requireOwnTree } from '../ownTree.js';
import { beingMade, registrationOf, whyAway } from '../registrationOf.js';
import { gitDirectoryOf } from '../repositoryLocation.js';
import { exceptReviewed } from '../reviewedHeads.js';
import { forgetWorkTree } from './forgetWorkTree.js';
import type { GitPlace } from './lanePlace.js';
import { RemovalRefused, removeWorkTree } from './removeWorkTree.js';
import { conditionOf } from './treeCondition.js';
import { unkeepable } from './unkeepable.js';

/** Places of HEAD that are checked: with more, whether something would be lost is unknown. */
const maxSeen = 100;

/**
 * Removes a worktree that holds nothing but files as they are in its HEAD, any number of them, and ours: what `git worktree
 * add` leaves behind wherever it is ended. `beforeLoss` hears, before anything goes, where the folder lies by then. False,
 * with nothing changed, when there is anything else in it.
 */
export async function discardWorkTree(
  place: GitPlace,
  directory: string,
  beforeLoss: (aside: string) => Promise<void> | undefined = () => undefined,
): Promise<boolean> {
  const gitDir = gitDirectoryOf(directory);
  if (gitDir === undefined) return discardRemains(place.commonDir, directory);
  // Another repository is there now.
  if (dirname(gitDir) !== join(place.commonDir, 'worktrees')) return false;
  try {
    await removeWorkTree(
      { directory, gitDir },
      async () => {
        await requireOwnTree(place.gitIn(directory));
        if (!(await isBareTree(place, directory))) throw new RemovalRefused('inUse', `${directory} is in use.`);
      },
      async (_, aside) => beforeLoss(aside),
    );
    return true;
  } catch (error) {
    if (error instanceof RemovalRefused) return false;
    throw error;
  }
}

/** True when a worktree holds nothing but files as they are in its HEAD, any number of them, and ours. */
export async function isBareTree(place: GitPlace, directory: string): Promise<boolean> {
  const gitDir = gitDirectoryOf(directory);
  if (gitDir === undefined) return false;
  const git = place.gitIn(directory);
  if (!(await isUntouched(git, gitDir)) || (await hasLostCommits(git))) return false;
  return (await unkeepable(place, directory)).length === 0;
}

/** The folder before git made a worktree of it, and what git knows of it by then. */
async function discardRemains(commonDir: string, directory: string): Promise<boolean> {
  const names = await readdir(directory).catch(() => []);
  if (names.some(name => name !== '.git')) return false;
  const gitDir = await registrationOf(commonDir, directory);
  if (gitDir !== undefined && (await whyAway(commonDir, directory)) !== undefined) return false;
  // Its parent may be a file, which is why it was not made.
  if (existsSync(directory)) {
    await rm(join(directory, '.git'), { force: true });
    await rmdir(directory).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
  if (gitDir !== undefined) await forgetWorkTree(gitDir);
  return true;
}

async function isUntouched(git: GitProcess, gitDir: string): Promise<boolean> {
  const { operation, locked } = await conditionOf(git, gitDir);
  if (operation !== undefined || (locked !== undefined && locked !== beingMade)) return false;
  if ((await git.line(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'])) === undefined) return false;
  if (existsSync(join(gitDir, 'index'))) {
    const { exitCode } = await git.run(['diff-index', '--cached', '--quiet', 'HEAD', '--'], { answers: [1] });
    if (exitCode !== 0) return false;
  }
  const own: readonly string[] = laneFileNames;
  return withPlainIndex(git, gitDir, async list => {
    if ((await list('--others')).some(path => !own.includes(path))) return false;
    const missing = new Set(await list('--deleted'));
    return (await list('--modified')).every(path => missing.has(path));
  });
}

type ListFiles = (...options: string[]) => Promise<string[]>;

/**
 * Lists files by an index that is as HEAD is, and hides none. The worktree's own, which is as HEAD is where there is one, will
 * do unless it ignores some of them: on a full disk there is no room for another.
 */
async function withPlainIndex<T>(git: GitProcess, gitDir: string, work: (list: ListFiles) => Promise<T>): Promise<T> {
  // A file that only looks unchanged to a repository that looks at little would be lost.
  const closely = ['-c', 'core.trustCtime=true', '-c', 'core.checkStat=default'];
  const listBy =
    (call: GitCall): ListFiles =>
    async (...options) =>
      splitNul(await git.text([...closely, 'ls-files', '-z', ...options], call));
  const isThere = existsSync(join(gitDir, 'index'));
  // A letter of lower case, or an S: not looked at.
  if (isThere && (await listBy({})('-v', '--cached')).every(entry => /^[A-RT-Z] /.test(entry))) return work(listBy({}));
  const index = join(gitDir, `stateroom-index-${randomBytes(4).toString('hex')}`);
  const call = { variables: { GIT_INDEX_FILE: index } };
  try {
    await git.run(['read-tree', 'HEAD'], call);
    return await work(listBy(call));
  } finally {
    await rm(index, { force: true });
  }
}

/** True if HEAD is, or was, at a commit that no reference outside the worktree reaches. */
async function hasLostCommits(git: GitProcess): Promise<boolean> {
  const reflog = ['rev-list', '--walk-reflogs', `--max-count=${maxSeen + 1}`, 'HEAD', '--'];
  const { stdout } = await git.run(reflog, { answers: [128] });
  const seen = ['HEAD', ...stdout.split('\n').filter(line => line !== '')];
  if (seen.length > maxSeen) return true;
  const elsewhere = ['--not', '--branches', '--tags', '--remotes', exceptReviewed, '--glob=refs/stateroom'];
  const lost = await git.text(['rev-list', '--max-count=1', '--ignore-missing', ...seen, ...elsewhere, '--']);
  return lost.trim() !== '';
}
