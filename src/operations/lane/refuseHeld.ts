import { refusalError } from '../../domain/refusal/refusal.js';
import type { LaneTrees } from '../../git/lane/laneTrees.js';
import { message } from '../../messages/message.js';

/** Refuses to reset a checked-out branch: it would move under someone's files. */
export async function refuseCheckedOut(trees: LaneTrees, branch: string): Promise<void> {
  const place = (await trees.list()).find(tree => tree.branch === branch);
  if (place === undefined) return;
  throw refusalError('conflict', message('lanes.checkedOutElsewhere', { branch, directory: place.directory }), {
    hint: 'lanes.checkedOutElsewhereHint',
  });
}

/** Refuses a path where git has a worktree whose folder is away, with its index. `closed` names its closed lane. */
export async function refuseAway(trees: LaneTrees, directory: string, closed?: string): Promise<void> {
  if (!(await trees.isAway(directory))) return;
  throw refusalError('conflict', message('lanes.folderAway', { directory }), {
    hint:
      closed === undefined ? message('lanes.folderAwayHint') : message('lanes.folderAwayClosedHint', { lane: closed }),
  });
}
