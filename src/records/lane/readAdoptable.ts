import { formatRef } from '../../domain/identifier/identifier.js';
import { openStatuses } from '../../domain/lane/laneStatus.js';
import { treeMaker } from '../../domain/lane/treeMaker.js';
import type { LanePorts } from '../../git/lane/openLanes.js';
import type { Context } from '../context.js';

export interface AdoptableTree {
  readonly worktreePath: string;
  /** Null for a detached HEAD, which cannot be adopted. */
  readonly branch: string | null;
  /** Claude Code, Codex, Copilot or Cursor, by its location or branch; null for others. */
  readonly maker: string | null;
  /** Active task on its branch: `T-3`. */
  readonly task: string | null;
}

/** Worktrees without a lane, except the main one and those that an ended review or a merge left, by their paths. Runs `git worktree list`. */
export async function readAdoptable(
  { store }: Pick<Context, 'store'>,
  ports: Pick<LanePorts, 'trees'>,
): Promise<AdoptableTree[]> {
  const trees = await ports.trees();
  const [all, main, lanes, tasks] = await Promise.all([
    trees.list(),
    trees.mainDirectory(),
    store.read(transaction => transaction.lanes.list()),
    store.read(transaction => transaction.tasks.live()),
  ]);
  const taken = new Set([
    main,
    ...lanes.filter(({ status }) => openStatuses.includes(status)).map(({ worktree_path }) => worktree_path),
  ]);
  // Its content is merged, or was only read.
  const isLeft = (directory: string, branch: string | undefined): boolean =>
    lanes.some(
      lane =>
        lane.worktree_path === directory &&
        lane.branch === branch &&
        lane.adopted === 0 &&
        (lane.kind === 'review' || lane.status === 'merged'),
    );
  const taskOf = new Map(tasks.map(({ branch, number }) => [branch, formatRef('task', number)]));
  return all
    .filter(({ directory, branch, isThere }) => isThere && !taken.has(directory) && !isLeft(directory, branch))
    .map(({ directory, branch }) => ({
      worktreePath: directory,
      branch: branch ?? null,
      maker: treeMaker(directory, branch) ?? null,
      task: (branch !== undefined && taskOf.get(branch)) || null,
    }))
    .sort((one, other) => (one.worktreePath < other.worktreePath ? -1 : 1));
}
