import { join } from 'node:path';
import { textOfRegularFile } from '../../platform/regularFile.js';
import { rebasedBranch } from '../rescue/operationState.js';

/**
 * Finds a rebase or bisection that began on a branch and returns to it, in the worktree with this git directory: the branch is not checked
 * out meanwhile, but must not be moved. Undefined if there is none.
 */
export async function branchInUse(gitDir: string, branch: string): Promise<'rebase' | 'bisect' | undefined> {
  if ((await rebasedBranch(gitDir)) === `refs/heads/${branch}`) return 'rebase';
  const bisected = (await textOfRegularFile(join(gitDir, 'BISECT_START')).catch(() => undefined)) ?? '';
  return bisected.trim() === branch ? 'bisect' : undefined;
}
