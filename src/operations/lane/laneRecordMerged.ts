import * as z from 'zod';
import { refusalError } from '../../domain/refusal/refusal.js';
import { message } from '../../messages/message.js';
import { laneCalled, requireLanes } from '../../records/lane/laneAccess.js';
import { laneField } from '../../records/lane/laneFields.js';
import { defineOperation } from '../operation.js';
import { foundMergedSchema, recordMerged, recordMergedElsewhere } from './worker/mergedElsewhere.js';
import { mergeRules } from './worker/mergeRules.js';
import { forReviewer } from './worker/reviewer.js';

export const laneRecordMerged = defineOperation({
  name: 'lane.recordMerged',
  order: 170,
  title: 'Record Merged Lanes',
  menuTitle: 'Record as Merged',
  summary: 'Records lanes in review whose work was merged with git or at the host; removes their worktrees.',
  input: z.strictObject({
    lane: laneField.optional().describe('The lane merged as the commit; default: checks all lanes in review'),
    commit: z
      .string()
      .trim()
      .min(4)
      .max(100)
      .optional()
      .describe('The commit of the target branch that contains its change'),
  }),
  output: z.object({
    lanes: z.array(foundMergedSchema),
  }),
  effect: 'external',
  mcp: {
    tool: 'manage_worktree_lane',
    action: 'record_merged',
    listed: 'never',
    brief: 'merged with git or by pull request',
  },
  cli: {
    path: ['lane', 'record-merged'],
    positionals: ['lane'],
    examples: ['lane record-merged', 'lane record-merged login --commit 1a2b3c4'],
  },
  icon: 'git-merge',
  palette: 'lanes',
  async run(context, { lane: named, commit: given }) {
    const ports = requireLanes(context);
    if (named === undefined) return { lanes: await recordMergedElsewhere(context, ports) };
    const found = await forReviewer(context, named, 'merge');
    const { lane, worker } = found;
    if (lane.status === 'merged') return { lanes: [] };
    if (lane.status !== 'review') {
      throw refusalError('transition_not_allowed', message('workers.notInReview', { lane: laneCalled(lane) }), {
        next: [{ operation: 'worker.show', input: { lane: lane.name } }],
      });
    }
    const { into } = await mergeRules(context, lane);
    const trees = await ports.trees();
    const meant = given === undefined ? undefined : await ports.workTree.resolveCommit(given);
    const merged = await trees.findMerged({ tip: worker.submitted_sha ?? '', start: lane.base_sha, into });
    const commit = meant !== undefined && (await trees.isIn(meant, into)) ? meant : merged?.commit;
    if (commit === undefined || (given !== undefined && commit !== meant)) {
      throw refusalError('not_found', message('workers.notInBase', { lane: laneCalled(lane), into }), {
        hint: message('workers.notInBaseHint', { into }),
      });
    }
    await recordMerged(context, ports, found, { commit, into });
    return { lanes: [{ lane: lane.name, commit, outcome: 'recorded' as const }] };
  },
});
