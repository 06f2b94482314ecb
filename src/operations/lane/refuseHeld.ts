import { RefusalError, refuse } from '../../domain/refusal/refusal.js';
import type { LaneTrees } from '../../git/lane/laneTrees.js';

/** Refuses to begin a branch anew while somebody has it checked out: it would be moved under their files. */
export async function refuseCheckedOut(trees: LaneTrees, branch: string): Promise<void> {
  const place = (await trees.list()).find(tree => tree.branch === branch);
  if (place === undefined) return;
  throw new RefusalError(
    refuse('conflict', `${branch} is checked out in ${place.directory}, so it cannot begin anew.`, {
      hint: 'Switch that work tree to another branch first.',
    }),
  );
}

/**
 * Refuses a new work tree where git knows one whose folder is away, with its index and what is in progress there. `closed`
 * names the closed lane that it belongs to.
 */
export async function refuseAway(trees: LaneTrees, directory: string, closed?: string): Promise<void> {
  if (!(await trees.isAway(directory))) return;
  throw new RefusalError(
    refuse('conflict', `Git knows a work tree at ${directory}, whose folder is away.`, {
      hint:
        closed === undefined
          ? 'Put the folder back there, or give another name.'
          : `Put the folder back there, or bring it back with what was staged: \`worker restore ${closed}\`. Then cancel and retry it.`,
    }),
  );
}
