import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeTemporaryFolder } from '../../platform/temporaryFolder.js';
import { type GitProcess, splitNul } from '../gitProcess.js';
import type { GitPlace } from './lanePlace.js';

/** Changes no worktree or branch. */
export type MergeSimulation =
  | { readonly outcome: 'clean'; readonly tree: string }
  /** The tree contains conflict marks. */
  | { readonly outcome: 'conflict'; readonly tree: string; readonly paths: readonly string[] }
  /** Git is older than 2.38. */
  | { readonly outcome: 'unsupported' };

/** Merges in git's objects by the attributes of `into`. Rejects with a `GitFailure` for missing commits or no common history. */
export async function simulateMerge(
  { git, commonDir }: Pick<GitPlace, 'git' | 'commonDir'>,
  into: string,
  from: string,
): Promise<MergeSimulation> {
  return withAttributes(git, into, folder =>
    folder === undefined
      ? mergeTrees({ git }, into, from)
      : mergeTrees(
          { git, variables: { GIT_DIR: commonDir, GIT_WORK_TREE: folder }, where: ['-C', folder] },
          into,
          from,
        ),
  );
}

interface MergeCall {
  readonly git: GitProcess;
  readonly variables?: Readonly<Record<string, string>>;
  /** Options that make git run in another folder. */
  readonly where?: readonly string[];
}

/** Uses the attributes of the worktree that git runs in. */
export async function mergeTrees(
  { git, variables = {}, where = [] }: MergeCall,
  into: string,
  from: string,
): Promise<MergeSimulation> {
  const args = [...where, 'merge-tree', '--write-tree', '--name-only', '--no-messages', '-z', into, from];
  const { exitCode, stdout } = await git.run(args, { variables, answers: [1, 129] });
  if (exitCode === 129) return { outcome: 'unsupported' };
  const [tree = '', ...paths] = splitNul(stdout);
  return exitCode === 0 ? { outcome: 'clean', tree } : { outcome: 'conflict', tree, paths: [...new Set(paths)] };
}

/** Makes a worktree with a commit's attribute files, which git reads for a merge; undefined if it has none. */
async function withAttributes<T>(
  git: GitProcess,
  commit: string,
  work: (folder: string | undefined) => Promise<T>,
): Promise<T> {
  const entries = splitNul(await git.text(['ls-tree', '-r', '-z', '--full-tree', commit]));
  const files = entries.flatMap(entry => {
    const [, id, path] = /^100\d{3} blob (\S+)\t((?:[\s\S]*\/)?\.gitattributes)$/.exec(entry) ?? [];
    return id === undefined || path === undefined ? [] : [{ id, path }];
  });
  if (files.length === 0) return work(undefined);
  const folder = await makeTemporaryFolder('attributes');
  try {
    for (const { id, path } of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), await git.text(['cat-file', 'blob', id]));
    }
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
