import type { LanePorts } from '../../git/lane/openLanes.js';
import type { Context } from '../../records/context.js';
import type { ClearedLeftovers } from './worker/clearLeftovers.js';

/** Makes git forget ended lanes' removed worktrees. Reports those with staged changes or an operation, for `worker restore`. */
export async function clearGone(context: Context, ports: LanePorts): Promise<ClearedLeftovers[]> {
  const over = await context.store.read(transaction => transaction.lanes.list(['closed', 'merged']));
  if (over.length === 0) return [];
  const trees = await ports.trees();
  const cleared: ClearedLeftovers[] = [];
  for (const { directory } of await trees.goneTrees()) {
    const lane = over.findLast(one => one.worktree_path === directory);
    if (lane === undefined || (await trees.whyMissing(directory)) !== undefined) continue;
    const isForgotten = await trees.forgetGone(directory);
    cleared.push({
      lane: lane.name,
      outcome: isForgotten ? 'finished' : 'kept',
      notes: [
        isForgotten
          ? `git’s record of its removed folder ${directory} was cleared`
          : `its folder ${directory} is gone; restore what was staged there with: worker restore ${lane.name}`,
      ],
    });
  }
  return cleared;
}
