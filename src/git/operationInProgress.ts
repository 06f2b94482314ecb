import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The files by which git itself marks an operation in progress. */
const marks: Readonly<Record<string, string>> = {
  'rebase-merge': 'rebase',
  'rebase-apply': 'rebase',
  MERGE_HEAD: 'merge',
  CHERRY_PICK_HEAD: 'cherry-pick',
  REVERT_HEAD: 'revert',
  BISECT_LOG: 'bisect',
};

/** What is in progress in the worktree with this git directory; undefined when nothing is. */
export async function operationInProgress(gitDir: string): Promise<string | undefined> {
  const names = new Set(await readdir(gitDir));
  return Object.entries(marks).find(([file]) => names.has(file))?.[1];
}

/** Whether `git merge --squash` has prepared a commit in the worktree with this git directory. */
export async function isSquashedMerge(gitDir: string): Promise<boolean> {
  return access(join(gitDir, 'SQUASH_MSG')).then(
    () => true,
    () => false,
  );
}
