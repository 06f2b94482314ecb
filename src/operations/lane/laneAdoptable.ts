import * as z from 'zod';
import { requireLanes } from '../../records/lane/laneAccess.js';
import { readAdoptable } from '../../records/lane/readAdoptable.js';
import { readRemoteWork } from '../../records/lane/readRemoteWork.js';
import { defineOperation } from '../operation.js';

export const laneAdoptable = defineOperation({
  name: 'lane.adoptable',
  order: 110,
  title: 'List Worktrees to Adopt',
  summary: 'Lists worktrees without a lane, which tool created each, and branches of agents at the remote.',
  input: z.strictObject({}),
  output: z.object({
    /** Branches of agents at the remote, as last fetched, that neither a branch here nor a lane has. */
    branches: z.array(z.object({ branch: z.string(), maker: z.string() })),
    trees: z.array(
      z.object({
        worktreePath: z.string(),
        /** Null for a detached HEAD, which cannot be adopted. */
        branch: z.string().nullable(),
        /** Claude Code, Codex, Copilot or Cursor, by its location; null for others. */
        maker: z.string().nullable(),
        /** Active task on its branch. */
        task: z.string().nullable(),
      }),
    ),
  }),
  effect: 'read',
  // An agent works in the worktree that it was given.
  mcp: null,
  cli: { examples: ['lane adoptable'] },
  palette: false,
  async run(context) {
    const ports = requireLanes(context);
    return { trees: await readAdoptable(context, ports), branches: await readRemoteWork(context, ports) };
  },
});
