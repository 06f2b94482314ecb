import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { WorkTree } from './workTree.js';

/** Returns the main worktree; undefined for a bare repository, and if its git directory is elsewhere. */
export function mainWorkTree(workTree: WorkTree): WorkTree | undefined {
  return basename(workTree.commonDir) === '.git' ? workTree.at(dirname(workTree.commonDir)) : undefined;
}

/** Returns the time of a file's last change, ms UTC; undefined if it does not exist. */
export async function timeOfFile({ root }: WorkTree, path: string): Promise<number | undefined> {
  const found = await stat(join(root, path)).catch(() => undefined);
  return found?.mtimeMs;
}
