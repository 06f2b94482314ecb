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

/** Max positions of HEAD to check; with more, a loss cannot be excluded. */
const maxSeen = 100;

/**
 * Removes the remains of an interrupted `git worktree add`: a worktree with only files of HEAD and our own. Calls
 * `beforeLoss` with the folder's present path first. Returns false, with nothing changed, if there is anything else in it.
 */
export async function discardWorkTree(
  place: GitPlace,
  directory: string,
  beforeLoss: (aside: string) => Promise<void> | undefined = () => undefined,
): Promise<boolean> {
  const gitDir = gitDirectoryOf(directory);
  if (gitDir === undefined) return discardRemains(place.commonDir, directory);
  // It belongs to another repository now.
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

/** Returns true if nothing would be lost: all files are as in HEAD or our own. */
export async function isBareTree(place: GitPlace, directory: string): Promise<boolean> {
  const gitDir = gitDirectoryOf(directory);
  if (gitDir === undefined) return false;
  const git = place.gitIn(directory);
  if (!(await isUntouched(git, gitDir)) || (await hasLostCommits(git))) return false;
  return (await unkeepable(place, directory)).length === 0;
}

/** Removes a folder of which git had not made a worktree yet, and git's record. */
async function discardRemains(commonDir: string, directory: string): Promise<boolean> {
  const names = await readdir(directory).catch(() => []);
  if (names.some(name => name !== '.git')) return false;
  const gitDir = await registrationOf(commonDir, directory);
  if (gitDir !== undefined && (await whyAway(commonDir, directory)) !== undefined) return false;
  // Missing if its parent is a file.
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

/** Uses an index that equals HEAD and hides no files: the worktree's own if possible, since the disk may be full. */
async function withPlainIndex<T>(git: GitProcess, gitDir: string, work: (list: ListFiles) => Promise<T>): Promise<T> {
  // With weaker settings of the repository, a file that only looks unchanged would be lost.
  const closely = ['-c', 'core.trustCtime=true', '-c', 'core.checkStat=default'];
  const listBy =
    (call: GitCall): ListFiles =>
    async (...options) =>
      splitNul(await git.text([...closely, 'ls-files', '-z', ...options], call));
  const isThere = existsSync(join(gitDir, 'index'));
  // Lower case or S: git does not check the file.
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

async function hasLostCommits(git: GitProcess): Promise<boolean> {
  const reflog = ['rev-list', '--walk-reflogs', `--max-count=${maxSeen + 1}`, 'HEAD', '--'];
  const { stdout } = await git.run(reflog, { answers: [128] });
  const seen = ['HEAD', ...stdout.split('\n').filter(line => line !== '')];
  if (seen.length > maxSeen) return true;
  const elsewhere = ['--not', '--branches', '--tags', '--remotes', exceptReviewed, '--glob=refs/stateroom'];
  const lost = await git.text(['rev-list', '--max-count=1', '--ignore-missing', ...seen, ...elsewhere, '--']);
  return lost.trim() !== '';
}
