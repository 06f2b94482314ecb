import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { WorkTree } from './workTree.js';

/** Returns undefined for a bare repository, and if the git directory is outside of the main worktree. */
export function mainWorkTree(workTree: WorkTree): WorkTree | undefined {
  const { root, commonDir } = workTree;
  if (basename(commonDir) !== '.git') return undefined;
  return dirname(commonDir) === root ? workTree : workTree.at(dirname(commonDir));
}

/** Returns the modification time, ms UTC; undefined if the file does not exist. */
export async function timeOfFile({ root }: WorkTree, path: string): Promise<number | undefined> {
  const found = await stat(join(root, path)).catch(() => undefined);
  return found?.mtimeMs;
}
