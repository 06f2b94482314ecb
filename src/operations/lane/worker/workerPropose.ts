import * as z from 'zod';
import { comparePage, shownRemote } from '../../../domain/lane/comparePage.js';
import type { LaneRow } from '../../../domain/lane/laneRow.js';
import { laneTitle } from '../../../domain/lane/laneTitle.js';
import { throwIfRefused } from '../../../domain/refusal/refusal.js';
import { checkWorkerAct } from '../../../domain/worker/workerTransition.js';
import type { LaneTrees } from '../../../git/lane/laneTrees.js';
import { message } from '../../../messages/message.js';
import { requireLanes } from '../../../records/lane/laneAccess.js';
import { laneField } from '../../../records/lane/laneFields.js';
import { defineOperation } from '../../operation.js';
import { keepIfHolds } from './approval.js';
import { mergeRules } from './mergeRules.js';
import { notPushed, whyNotPushed } from './notPushed.js';
import { requireGate } from './requireGate.js';
import { forReviewer } from './reviewer.js';
import { refuseFromReview } from './reviewLane.js';
import { branchGone, lapse } from './submission.js';

export const workerPropose = defineOperation({
  name: 'worker.propose',
  order: 70,
  title: 'Push for Pull Request',
  summary: 'Pushes an approved lane’s branch, and returns the page of the git host that opens its pull request.',
  input: z.strictObject({
    lane: laneField,
    dryRun: z.boolean().optional().describe('Push nothing, and check neither state nor gate'),
  }),
  output: z.object({
    lane: z.string(),
    branch: z.string(),
    base: z.string(),
    /** Name and address of the remote, without credentials. */
    remote: z.object({ name: z.string(), url: z.string() }),
    commit: z.string(),
    pushed: z.boolean(),
    /** Null for an unknown host. */
    page: z.string().nullable(),
    /** False if the configuration leaves merging to the host. */
    mergesHere: z.boolean(),
  }),
  effect: 'external',
  onlyReads: ({ dryRun }) => dryRun === true,
  mcp: { tool: 'dispatch_lane_work', action: 'propose', listed: 'reviewing', brief: '', rare: ['dryRun'] },
  cli: { positionals: ['lane'], examples: ['worker propose login', 'worker propose login --dry-run'] },
  writesShim: true,
  palette: false,
  async run(context, { lane: named, dryRun = false }) {
    const ports = requireLanes(context);
    const seen = await forReviewer(context, named, 'merge');
    const { lane, worker } = seen;
    refuseFromReview(lane);
    const { into: base, pullRequest } = await mergeRules(context, lane);
    const trees = await ports.trees();
    const url = await trees.remoteUrl();
    if (url === undefined) throw notPushed(lane, message('workers.noOrigin'));
    const tip = await trees.branchCommit(lane.branch);
    if (tip === undefined) throw await branchGone(trees, lane);
    if (!dryRun) {
      throwIfRefused(checkWorkerAct({ name: lane.name, state: worker.state }, 'merge'));
      if (!(await keepIfHolds(context, trees, seen, tip))) return lapse(context, lane.id, tip);
      await requireGate(context, lane, { gate: 'review-ready', tip, not: message('workers.isPushed') });
      const answer = await trees.push(lane.worktree_path, lane.branch, { signal: context.signal });
      if (answer.outcome !== 'pushed') throw notPushed(lane, whyNotPushed(answer));
    }
    const page = comparePage(url, { base, branch: lane.branch, ...(await wordsOf(trees, lane)) });
    return {
      lane: lane.name,
      branch: lane.branch,
      base,
      remote: { name: 'origin', url: shownRemote(url) },
      commit: tip,
      pushed: !dryRun,
      page: page ?? null,
      mergesHere: !pullRequest,
    };
  },
});

/** Title and text from the lane's description and its commits. */
async function wordsOf(trees: LaneTrees, { name, description, worktree_path, base_branch }: LaneRow) {
  const title = laneTitle({ description, lane: name });
  const about = (description ?? '').trim().split('\n').slice(1).join('\n').trim();
  const start = await trees.startOf(base_branch);
  const listed = start === undefined ? undefined : await trees.listCommits(worktree_path, start);
  const commits = [...(listed?.commits ?? [])].reverse().map(({ subject }) => `- ${subject}`);
  return { title, body: [about, commits.join('\n')].filter(part => part !== '').join('\n\n') };
}
