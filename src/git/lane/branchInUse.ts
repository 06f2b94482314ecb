import { join } from 'node:path';
import { textOfRegularFile } from '../../platform/regularFile.js';
import { rebasedBranch } from '../rescue/operationState.js';

/**
 * The rebase or bisection in the worktree with this git directory that began on a branch and comes back to it: the branch is
 * not checked out meanwhile, and still not free to be moved. Undefined when there is none.
 */
export async function branchInUse(gitDir: string, branch: string): Promise<'rebase' | 'bisect' | undefined> {
  if ((await rebasedBranch(gitDir)) === `refs/heads/${branch}`) return 'rebase';
  const bisected = (await textOfRegularFile(join(gitDir, 'BISECT_START')).catch(() => undefined)) ?? '';
  return bisected.trim() === branch ? 'bisect' : undefined;
}
