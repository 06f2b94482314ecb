import { namesAbove } from '../branchInWay.js';
import { isReferenceName } from '../isReferenceName.js';
import { readBranch } from '../refFiles.js';
import { caseTwin } from './caseTwin.js';
import type { GitPlace, LanePlace } from './lanePlace.js';

export function branchCommit(place: GitPlace, branch: string): Promise<string | undefined> {
  return commitAt(place, `refs/heads/${branch}`);
}

/** Returns a branch that prevents this name: `feature` for `feature/login`, and vice versa. */
export async function branchInWayOf(place: GitPlace, branch: string): Promise<string | undefined> {
  for (const other of namesAbove(branch)) if ((await branchCommit(place, other)) !== undefined) return other;
  const below = await place.git.text([
    'for-each-ref',
    '--count=1',
    '--format=%(refname:lstrip=2)',
    `refs/heads/${branch}/`,
  ]);
  return below.trim() || undefined;
}

export async function branchTips({ git }: Pick<GitPlace, 'git'>): Promise<ReadonlyMap<string, string>> {
  const listed = await git.text(['for-each-ref', '--format=%(objectname) %(refname:lstrip=2)', 'refs/heads']);
  const lines = listed.split('\n').filter(line => line !== '');
  return new Map(lines.map(line => [line.slice(line.indexOf(' ') + 1), line.slice(0, line.indexOf(' '))]));
}

async function commitAt({ commonDir, git }: GitPlace, name: string): Promise<string | undefined> {
  const branch = await readBranch(commonDir, name);
  if (branch !== undefined) return branch === 'absent' ? undefined : branch.value;
  return git.line(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]);
}

/** Names of the branches at the remote as last fetched, without `origin/`. */
export async function remoteBranches({ git }: Pick<GitPlace, 'git'>): Promise<string[]> {
  const listed = await git.text(['for-each-ref', '--format=%(refname:lstrip=3)', 'refs/remotes/origin']);
  return listed.split('\n').filter(name => name !== '' && name !== 'HEAD');
}

/** Names of the branches at the remote, as last fetched, with commits that `base` there lacks, without `origin/`. */
export async function unmergedRemote({ git }: Pick<GitPlace, 'git'>, base: string): Promise<string[]> {
  const merged = `--no-merged=refs/remotes/origin/${base}`;
  const format = '--format=%(refname:lstrip=3)';
  // 128, 129: the remote has no such branch.
  const { stdout } = await git.run(['for-each-ref', format, merged, 'refs/remotes/origin'], { answers: [128, 129] });
  return stdout.split('\n').filter(name => name !== '' && name !== 'HEAD');
}

/** Returns the commit of a branch at the remote, as last fetched, or that of its local branch unless it is behind; undefined if it is not at the remote. */
export async function startOfRemote(place: GitPlace, branch: string): Promise<string | undefined> {
  if (!isReferenceName(branch) || (await commitAt(place, `refs/remotes/origin/${branch}`)) === undefined)
    return undefined;
  return startOf(place, branch);
}

/** True if a branch at the remote, as last fetched, has commits that are in none of `known`, of which some may be gone. */
export async function remoteHasMore(place: GitPlace, branch: string, known: readonly string[]): Promise<boolean> {
  const tip = await commitAt(place, `refs/remotes/origin/${branch}`);
  if (tip === undefined) return false;
  for (const commit of known) {
    const args = ['merge-base', '--is-ancestor', tip, commit];
    if ((await place.git.run(args, { answers: [1, 128] })).exitCode === 0) return false;
  }
  return true;
}

/** Returns a branch, or remote branch, that differs (or whose folder does) only by case, on a disk that ignores case. */
export async function branchTwin({ git, ignoresCase }: LanePlace, branch: string): Promise<string | undefined> {
  if (!(await ignoresCase())) return undefined;
  const listed = await git.text(['for-each-ref', '--format=%(refname)', 'refs/heads', 'refs/remotes/origin']);
  const names = listed.split('\n').map(ref => ref.replace(/^refs\/(?:heads|remotes\/origin)\//, ''));
  const others = names.filter(name => name !== 'HEAD');
  return names.includes(branch) ? undefined : caseTwin(others, branch);
}

/** Returns the remote's commit if that is ahead, else the local one; undefined without either. */
export async function startOf(place: GitPlace, base: string): Promise<string | undefined> {
  const local = await branchCommit(place, base);
  const remote = await commitAt(place, `refs/remotes/origin/${base}`);
  if (local === undefined || remote === undefined || local === remote) return local ?? remote;
  return (await isAncestor(place, local, remote)) ? remote : local;
}

/** True also for the commit itself. */
export async function isAncestor(
  { git }: Pick<GitPlace, 'git'>,
  ancestor: string,
  descendant: string,
): Promise<boolean> {
  return (await git.run(['merge-base', '--is-ancestor', ancestor, descendant], { answers: [1] })).exitCode === 0;
}

export async function createBranch({ git }: GitPlace, branch: string, commit: string): Promise<void> {
  await git.run(['branch', '--no-track', '--', branch, commit], { runsHooks: true });
}

/** Requires a branch at `from` that is checked out nowhere. */
export async function moveBranch({ git }: GitPlace, branch: string, from: string, to: string): Promise<void> {
  await git.run(['update-ref', `refs/heads/${branch}`, to, from]);
}

/** Requires a branch at `commit` that is checked out nowhere. */
export async function removeBranch({ git }: GitPlace, branch: string, commit: string): Promise<void> {
  await git.run(['update-ref', '-d', `refs/heads/${branch}`, commit]);
}

/**
 * Deletes a merged branch and its settings. Keeps commits that were merged in another form, such as a squash, at
 * `refs/stateroom/merged/<branch>`. Requires a branch at `commit` that is checked out nowhere.
 */
export async function removeMerged(place: GitPlace, branch: string, commit: string): Promise<void> {
  const { git } = place;
  if (!(await isElsewhere(place, commit, branch))) {
    await git.run(['update-ref', `refs/stateroom/merged/${branch}`, commit]);
  }
  await removeBranch(place, branch, commit);
  await git.run(['config', '--remove-section', `branch.${branch}`], { answers: [1, 5, 128] });
}

/** Returns true if another branch, remote branch or tag contains a commit. */
export async function isElsewhere({ git }: GitPlace, commit: string, branch: string): Promise<boolean> {
  const refs = ['refs/heads', 'refs/remotes', 'refs/tags'];
  const args = ['for-each-ref', '--format=%(refname)', `--contains=${commit}`, ...refs];
  // 128, 129: no such commit.
  const { stdout } = await git.run(args, { answers: [128, 129] });
  return stdout.split('\n').some(ref => ref !== '' && ref !== `refs/heads/${branch}`);
}

export async function distance(
  { git }: GitPlace,
  branch: string,
  base: string,
): Promise<{ ahead: number; behind: number }> {
  const range = `refs/heads/${branch}...${base}`;
  const counted = await git.text(['rev-list', '--left-right', '--count', range, '--']);
  const [ahead = 0, behind = 0] = counted.trim().split('\t').map(Number);
  return { ahead, behind };
}

/** Finds merges, which a rebase would linearize. */
export async function hasMerges({ git }: GitPlace, branch: string, base: string): Promise<boolean> {
  const range = [`refs/heads/${branch}`, `^${base}`];
  return (await git.text(['rev-list', '--merges', '--max-count=1', ...range, '--'])) !== '';
}
