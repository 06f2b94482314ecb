import { join } from 'node:path';
import { textOfRegularFile } from '../../platform/regularFile.js';
import { rebasedBranch } from '../rescue/operationState.js';

/** Finds a rebase or bisection that returns to a branch, which must not move meanwhile although it is not checked out. */
export async function branchInUse(gitDir: string, branch: string): Promise<'rebase' | 'bisect' | undefined> {
  if ((await rebasedBranch(gitDir)) === `refs/heads/${branch}`) return 'rebase';
  const bisected = (await textOfRegularFile(join(gitDir, 'BISECT_START')).catch(() => undefined)) ?? '';
  return bisected.trim() === branch ? 'bisect' : undefined;
}
