import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { WorkTree } from '../git/workTree.js';
import { textOfRegularFileSync } from '../platform/regularFile.js';
import type { Context } from '../records/context.js';

/**
 * Worktree of this repository that contains a path, which need not exist, or whose git directory it is; undefined elsewhere. Starts
 * no process.
 */
export function treeAt(workTree: WorkTree, path: string): WorkTree | undefined {
  let folder = treeOfGitDirectory(path) ?? path;
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  const tree = workTree.at(folder) ?? workTree.at(dirname(folder));
  if (tree === undefined || tree.commonDir !== workTree.commonDir) return undefined;
  return tree.root === workTree.root ? workTree : tree;
}

/** Undefined for other folders than `.git/worktrees/<name>`. */
function treeOfGitDirectory(folder: string): string | undefined {
  try {
    const text = textOfRegularFileSync(join(folder, 'gitdir'))?.trim();
    return text === undefined || text === '' ? undefined : dirname(resolve(folder, text));
  } catch {
    return undefined;
  }
}

/** The call as if its session were in this worktree. */
export function inTree(context: Context, workTree: WorkTree): Context {
  return workTree === context.workTree ? context : { ...context, workTree };
}
