import { readRegularFile } from '../platform/regularFile.js';
import type { WorkTree } from './workTree.js';

type Clone = Pick<WorkTree, 'commonDir' | 'root'>;

/** A clone's own settings, for it and its worktrees: nothing of them is committed. */
function pathOf({ commonDir }: Pick<Clone, 'commonDir'>): string {
  return `${commonDir}/stateroom/config.json`;
}

/** Returns the file as people write it: from the root of the main worktree, else absolute. */
export function ownConfigName({ commonDir, root }: Clone): string {
  const path = pathOf({ commonDir }).replaceAll('\\', '/');
  const folder = `${root.replaceAll('\\', '/')}/`;
  return path.startsWith(folder) ? path.slice(folder.length) : path;
}

/** Returns its text, or the end of a sentence on why it cannot be read; undefined without a file. */
export async function readOwnConfig(
  clone: Pick<Clone, 'commonDir'>,
): Promise<{ readonly text: string } | { readonly problem: string } | undefined> {
  const read = await readRegularFile(pathOf(clone), { followsLinks: false });
  return read !== undefined && 'content' in read ? { text: read.content.toString('utf8') } : read;
}
