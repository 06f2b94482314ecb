import * as z from 'zod';
import { refuse } from '../../domain/refusal/refusal.js';
import { message } from '../../messages/message.js';
import { findLane, laneCalled, requireLanes } from '../../records/lane/laneAccess.js';
import { ownLaneField } from '../../records/lane/laneFields.js';
import { ownLane } from '../../records/worker/workerAccess.js';
import { defineOperation } from '../operation.js';

export const laneChanges = defineOperation({
  name: 'lane.changes',
  title: 'List Lane Changes',
  summary: 'Lists the files a lane changes against its base, including uncommitted changes.',
  input: z.strictObject({ lane: ownLaneField }),
  output: z.object({
    lane: z.string(),
    base: z.string(),
    worktreePath: z.string(),
    /** Full id of the commit that they differ from: the last one that lane and base share. */
    from: z.string(),
    files: z.array(
      z.object({
        /** Relative to the worktree's top, with `/`. */
        path: z.string(),
        kind: z.enum(['add', 'edit', 'delete', 'rename']),
        oldPath: z.string().optional(),
      }),
    ),
  }),
  effect: 'read',
  mcp: { tool: 'manage_worktree_lane', action: 'changes', brief: 'changed files' },
  cli: { positionals: ['lane'], examples: ['lane changes login', 'lane changes'] },
  palette: false,
  async run(context, { lane: named }) {
    const ports = requireLanes(context);
    const name = await ownLane(context, named);
    const row = await context.store.read(transaction => findLane(transaction, name));
    const { worktree_path: worktreePath, base_branch: base } = row;
    const trees = await ports.trees();
    if ((await trees.kindOf(worktreePath)) !== 'folder') {
      return refuse('not_found', message('lanes.workTreeGone', { lane: laneCalled(row), path: worktreePath }), {
        next: [{ operation: 'lane.repair', input: {} }],
        details: { lane: row.name },
      });
    }
    const start = await trees.startOf(base);
    const changed = start === undefined ? undefined : await trees.changedFiles(worktreePath, start);
    if (changed === undefined) {
      return refuse('not_found', message('lanes.noCommonCommit', { lane: laneCalled(row), base }), {
        hint: message('lanes.noCommonCommitHint', { base }),
        details: { lane: row.name, base },
      });
    }
    return { lane: row.name, base, worktreePath, from: changed.from, files: changed.files.map(file => ({ ...file })) };
  },
});
