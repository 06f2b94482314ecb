import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { operationInProgress } from '../operationInProgress.js';
import { registrationOf } from '../registrationOf.js';
import { filesPart, type Rescue } from '../rescue/rescue.js';
import { isElsewhere } from './branches.js';
import { forgetWorkTree } from './forgetWorkTree.js';
import type { GitPlace } from './lanePlace.js';
import { sumFiles } from './lostCommits.js';

/** Counts files that differ between each backup and its worktree's commit. */
export function filesOfRescues({ git }: GitPlace, rescues: readonly Rescue[]): Promise<number[]> {
  const pairs = rescues.map(({ commit, manifest }, pair) => ({
    pair,
    before: `${manifest.head}^{tree}`,
    after: `${commit}:${filesPart}`,
  }));
  return sumFiles(git, rescues.length, pairs);
}

export interface GoneTree {
  readonly directory: string;
  readonly branch: string | undefined;
  readonly commit: string;
  /** Last use by git, ms UTC. */
  readonly usedAt: number;
}

export async function goneTrees({ commonDir, git }: GitPlace): Promise<GoneTree[]> {
  const text = await git.text(['worktree', 'list', '--porcelain', '-z']);
  const gone: GoneTree[] = [];
  for (const entry of text.split('\0\0')) {
    const lines = entry.split('\0');
    const of = (name: string): string | undefined =>
      lines.find(line => line.startsWith(`${name} `))?.slice(name.length + 1);
    const [directory, commit] = [of('worktree'), of('HEAD')];
    if (directory === undefined || commit === undefined || of('prunable') === undefined) continue;
    const gitDir = await registrationOf(commonDir, directory);
    const head = gitDir === undefined ? undefined : await stat(join(gitDir, 'HEAD')).catch(() => undefined);
    const branch = of('branch')?.replace(/^refs\/heads\//, '');
    if (head !== undefined) gone.push({ directory, branch, commit, usedAt: Math.round(head.mtimeMs) });
  }
  return gone;
}

/** Returns false if its index differs from its commit, an operation is in progress, or nothing else reaches the commit. */
export async function forgetGone(place: GitPlace, directory: string): Promise<boolean> {
  const gitDir = await registrationOf(place.commonDir, directory);
  if (gitDir === undefined || (await operationInProgress(gitDir)) !== undefined) return false;
  const git = place.gitIn(place.commonDir);
  const variables = { GIT_DIR: gitDir, GIT_WORK_TREE: place.commonDir };
  const compared = await git.run(['diff-index', '--cached', '--quiet', 'HEAD', '--'], { variables, answers: [1, 128] });
  if (compared.exitCode !== 0) return false;
  const commit = await git.line(['rev-parse', 'HEAD'], { variables });
  if (commit === undefined || !(await isElsewhere(place, commit, ''))) return false;
  await forgetWorkTree(gitDir);
  return true;
}

/** Returns the kept commit of a branch that was merged in another form, such as a squash. */
export function mergedCommit({ git }: GitPlace, branch: string): Promise<string | undefined> {
  return git.line(['rev-parse', '--verify', '--quiet', '--end-of-options', `refs/stateroom/merged/${branch}^{commit}`]);
}
