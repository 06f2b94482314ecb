import * as z from 'zod';
import { changedFileSchema } from '../../domain/lane/changedFile.js';
import { refuse } from '../../domain/refusal/refusal.js';
import { inReadingOrder, readingGroup } from '../../domain/review/readingOrder.js';
import { message } from '../../messages/message.js';
import { findLane, laneCalled, requireLanes } from '../../records/lane/laneAccess.js';
import { ownLaneField } from '../../records/lane/laneFields.js';
import { ownLane } from '../../records/worker/workerAccess.js';
import { defineOperation } from '../operation.js';

export const laneChanges = defineOperation({
  name: 'lane.changes',
  title: 'List Lane Changes',
  summary: 'Lists the files a lane changes against its base, including uncommitted changes.',
  input: z.strictObject({
    lane: ownLaneField,
    committed: z.boolean().optional().describe('Only what is committed'),
  }),
  output: z.object({
    lane: z.string(),
    base: z.string(),
    worktreePath: z.string(),
    /** Full id of the commit that they differ from: the last one that lane and base share. */
    from: z.string(),
    /** Full id of the lane's last commit. */
    head: z.string(),
    /** In the order in which a change is best read. */
    files: z.array(changedFileSchema),
  }),
  effect: 'read',
  mcp: { tool: 'manage_worktree_lane', action: 'changes', brief: 'changed files' },
  cli: { positionals: ['lane'], examples: ['lane changes login', 'lane changes'] },
  palette: false,
  async run(context, { lane: named, committed }) {
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
    const changed = start === undefined ? undefined : await trees.changedFiles(worktreePath, start, committed);
    if (changed === undefined) {
      return refuse('not_found', message('lanes.noCommonCommit', { lane: laneCalled(row), base }), {
        hint: message('lanes.noCommonCommitHint', { base }),
        details: { lane: row.name, base },
      });
    }
    const { from, head } = changed;
    const files = changed.files.map(({ isGenerated, ...file }) => ({
      ...file,
      group: readingGroup(file.path, isGenerated),
    }));
    return { lane: row.name, base, worktreePath, from, head, files: inReadingOrder(files) };
  },
});
