import { refusalError } from '../../domain/refusal/refusal.js';
import type { LaneTrees } from '../../git/lane/laneTrees.js';
import { message } from '../../messages/message.js';

/** Refuses to reset a branch that is checked out: it would move under someone's files. */
export async function refuseCheckedOut(trees: LaneTrees, branch: string): Promise<void> {
  const place = (await trees.list()).find(tree => tree.branch === branch);
  if (place === undefined) return;
  throw refusalError('conflict', message('lanes.checkedOutElsewhere', { branch, directory: place.directory }), {
    hint: 'lanes.checkedOutElsewhereHint',
  });
}

/**
 * Refuses a new worktree at a path where git has one whose folder is away, with its index and operations in progress. `closed` names the
 * closed lane that it belongs to.
 */
export async function refuseAway(trees: LaneTrees, directory: string, closed?: string): Promise<void> {
  if (!(await trees.isAway(directory))) return;
  throw refusalError('conflict', message('lanes.folderAway', { directory }), {
    hint:
      closed === undefined ? message('lanes.folderAwayHint') : message('lanes.folderAwayClosedHint', { lane: closed }),
  });
}
