import * as z from 'zod';
import { openStatuses } from '../../domain/lane/laneStatus.js';
import { treeMaker } from '../../domain/lane/treeMaker.js';
import { requireLanes } from '../../records/lane/laneAccess.js';
import { defineOperation } from '../operation.js';

export const laneAdoptable = defineOperation({
  name: 'lane.adoptable',
  order: 110,
  title: 'List Worktrees to Adopt',
  summary: 'Lists the repository’s worktrees without a lane, and which tool created each.',
  input: z.strictObject({}),
  output: z.object({
    trees: z.array(
      z.object({
        worktreePath: z.string(),
        /** Null for a detached HEAD, which cannot be adopted. */
        branch: z.string().nullable(),
        /** Claude Code, Codex, Copilot or Cursor, by its location; null for others. */
        maker: z.string().nullable(),
      }),
    ),
  }),
  effect: 'read',
  // An agent works in the worktree that it was given.
  mcp: null,
  cli: { examples: ['lane adoptable'] },
  palette: false,
  async run(context) {
    const trees = await requireLanes(context).trees();
    const [all, main, laneRows] = await Promise.all([
      trees.list(),
      trees.mainDirectory(),
      context.store.read(transaction => transaction.lanes.list(openStatuses)),
    ]);
    const taken = new Set([main, ...laneRows.map(({ worktree_path }) => worktree_path)]);
    return {
      trees: all
        .filter(({ directory, isThere }) => isThere && !taken.has(directory))
        .map(({ directory, branch }) => ({
          worktreePath: directory,
          branch: branch ?? null,
          maker: treeMaker(directory, branch) ?? null,
        }))
        .sort((one, other) => (one.worktreePath < other.worktreePath ? -1 : 1)),
    };
  },
});
