import * as z from 'zod';
import { openStatuses } from '../../domain/lane/laneStatus.js';
import { refuse } from '../../domain/refusal/refusal.js';
import { listLanes } from '../../domain/refusal/steps.js';
import { message } from '../../messages/message.js';
import { requireCommit } from '../../records/evidence/evidenceAccess.js';
import { findLane, laneCalled, requireLanes } from '../../records/lane/laneAccess.js';
import { laneField, reviewedCommitField } from '../../records/lane/laneFields.js';
import { defineOperation } from '../operation.js';
import { branchGone } from './worker/submission.js';

export const laneMarkReviewed = defineOperation({
  name: 'lane.markReviewed',
  order: 60,
  title: 'Mark Lane as Reviewed',
  menuTitle: 'Mark as Reviewed',
  summary: 'Marks a commit of a lane as reviewed by you; later changes are in `lane changes --since-review`.',
  input: z.strictObject({
    lane: laneField,
    commit: reviewedCommitField.optional().describe('The commit you reviewed; default: the lane’s last one'),
  }),
  output: z.object({
    lane: z.string(),
    commit: z.string(),
  }),
  effect: 'external',
  mcp: { tool: 'manage_worktree_lane', action: 'mark_reviewed', listed: 'never', brief: '', rare: ['commit'] },
  cli: {
    path: ['lane', 'mark-reviewed'],
    positionals: ['lane'],
    examples: ['lane mark-reviewed login', 'lane mark-reviewed login --commit 1a2b3c4'],
  },
  palette: 'lanes',
  async run(context, { lane: named, commit }) {
    const ports = requireLanes(context);
    const lane = await context.store.read(transaction => findLane(transaction, named));
    if (!openStatuses.includes(lane.status)) {
      return refuse('not_found', message('lanes.noOpenLane', { lane: laneCalled(lane) }), { next: [listLanes] });
    }
    const trees = await ports.trees();
    const id = commit === undefined ? await trees.branchCommit(lane.branch) : await requireCommit(context, commit);
    if (id === undefined) throw await branchGone(trees, lane);
    await trees.keepReviewed(lane.name, context.actor.name, id);
    return { lane: lane.name, commit: id };
  },
});
