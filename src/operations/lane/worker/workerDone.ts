import * as z from 'zod';
import { laneSchema } from '../../../domain/lane/lane.js';
import type { LaneRow } from '../../../domain/lane/laneRow.js';
import { RefusalError, refusalError, throwIfRefused } from '../../../domain/refusal/refusal.js';
import type { WorkerRow } from '../../../domain/worker/workerRow.js';
import { checkWorkerAct, isDone } from '../../../domain/worker/workerTransition.js';
import type { GateReason } from '../../../gates/gate.js';
import { GitFailure } from '../../../git/gitFailure.js';
import type { LaneTrees } from '../../../git/lane/laneTrees.js';
import { message } from '../../../messages/message.js';
import { say } from '../../../messages/say.js';
import type { Context } from '../../../records/context.js';
import { laneCalled, moveLane, requireLanes, showLane } from '../../../records/lane/laneAccess.js';
import { ownLaneField, proofWarningsField } from '../../../records/lane/laneFields.js';
import { type LaneCaller, laneCallerOf } from '../../../records/worker/laneCaller.js';
import { findOwnWorker, moveWorker, ownWorker } from '../../../records/worker/workerAccess.js';
import type { Transaction } from '../../../store/store.js';
import { firstLine, pathList } from '../../gitWords.js';
import { defineOperation } from '../../operation.js';
import { checkOwnedPaths } from '../checkOwnedPaths.js';
import { fetchBase } from '../fetchBase.js';
import { approvalHolds, keepApproval } from './approval.js';
import { beginAsProgram } from './beginWork.js';
import { conflictsWith } from './mergeConflicts.js';
import { noticeMerged } from './mergedElsewhere.js';
import { mergeBase, mergeRules } from './mergeRules.js';
import { proofWarnings } from './requireGate.js';
import { requireProven } from './requireProven.js';
import { refuseFromReview } from './reviewLane.js';
import { branchGone, submit, takeBack } from './submission.js';
import { refuseUnfinished } from './workTreeState.js';

export const workerDone = defineOperation({
  name: 'worker.done',
  order: 110,
  title: 'Submit for Review',
  summary: 'Fetches, rebases a lane onto its base and submits it for review; on a conflict it is CONFLICTED instead.',
  input: z.strictObject({
    lane: ownLaneField,
    skipRebase: z.boolean().optional().describe('Submit without rebasing'),
    noFetch: z.boolean().optional().describe('Rebase onto the local base branch'),
  }),
  output: laneSchema.extend({
    /** Files in conflict, at which the rebase stopped; it stays in progress in the worktree. */
    conflicts: z.array(z.string()),
    /** Branch whose merge stopped at them instead, because the lane's branch contains merges. */
    merging: z.string().optional(),
    /** True if this commit had been submitted before; nothing was changed. */
    repeated: z.boolean(),
    ...proofWarningsField,
  }),
  effect: 'external',
  mcp: {
    tool: 'dispatch_lane_work',
    action: 'done',
    brief: 'rebase, submit for review',
    rare: ['skipRebase', 'noFetch'],
  },
  cli: {
    positionals: ['lane'],
    examples: ['worker done', 'worker done login --skip-rebase', 'worker done --no-fetch'],
  },
  writesShim: true,
  palette: false,
  exitCode: ({ conflicts }) => (conflicts.length === 0 ? 0 : 3),
  async run(context, { lane: named, skipRebase, noFetch }) {
    const ports = requireLanes(context);
    const own = await ownWorker(context, named);
    refuseFromReview(own.lane);
    const seen = await beginAsProgram(context, ports, own);
    const { lane, worker } = seen;
    // Asked again at the end: someone may have taken the lane while commands ran.
    const caller = await laneCallerOf(context);
    const trees = await ports.trees();
    const tip = await trees.branchCommit(lane.branch);
    if (tip === undefined) throw await branchGone(trees, lane);
    const isNew = tip !== worker.submitted_sha;
    if (!isNew && isDone(worker.state, 'submit')) {
      const warnings = [...(await proofWarnings(context, lane, tip))];
      return { ...(await showLane(context, lane.id)), conflicts: [], repeated: true, warnings };
    }
    requireSubmittable(lane, worker, isNew);
    await refuseUnfinished(context, trees, lane, 'done');
    throwIfRefused(await checkOwnedPaths(context, trees, lane));
    if (skipRebase !== true && noFetch !== true) {
      await fetchOnto(context, trees, lane);
      await noticeMerged(context);
    }
    const onto = await mergeBase(context, trees, lane);
    await refuseEmpty(trees, lane, onto);
    const stopped = skipRebase === true ? undefined : await broughtForward(context, trees, lane, onto);
    if (stopped !== undefined) {
      const { paths, merging, abandon } = stopped;
      try {
        await context.store.transaction(transaction => tellOfConflict(context, caller, transaction, lane.id, paths));
      } catch (error) {
        await abandon?.();
        throw error;
      }
      const more = merging === undefined ? {} : { merging };
      return { ...(await showLane(context, lane.id)), conflicts: [...paths], ...more, repeated: false, warnings: [] };
    }
    const submitted = await trees.branchCommit(lane.branch);
    if (submitted === undefined) throw await branchGone(trees, lane);
    let warnings: readonly GateReason[];
    try {
      // A rebase drops commits that the base already has.
      if (submitted !== tip) await refuseEmpty(trees, lane, onto);
      await refuseUnmergeable(context, trees, lane, submitted);
      // Only after the rebase: evidence must be for the submitted tree.
      const not = message('workers.submitted');
      warnings = await requireProven(context, lane, { gate: 'review-ready', tip: submitted, not });
      if (await approvalHolds(context, trees, seen, submitted)) await keepApproval(context, seen, submitted);
      else {
        await context.store.transaction(async transaction =>
          submit(context, transaction, await findOwnWorker(caller, transaction, lane.id), submitted),
        );
      }
    } catch (error) {
      throw submitted === tip ? error : withRebase(error, lane, { from: tip, to: submitted });
    }
    return { ...(await showLane(context, lane.id)), conflicts: [], repeated: false, warnings: [...warnings] };
  },
});

/** The refusal does not undo the rebase: evidence and commits continue from the new commit. */
function withRebase(error: unknown, { branch }: LaneRow, rebased: { from: string; to: string }): unknown {
  if (!(error instanceof RefusalError)) return error;
  const { refusal } = error;
  const [from, to] = [rebased.from.slice(0, 10), rebased.to.slice(0, 10)];
  return new RefusalError({
    ...refusal,
    message: message('workers.rebasedBefore', { message: refusal.message, branch, from, to }),
    details: { ...refusal.details, rebased },
  });
}

/** Submitted work, even approved, may be submitted again if the branch has moved on. */
function requireSubmittable(lane: LaneRow, { state }: WorkerRow, isNew: boolean): void {
  if (isNew && (state === 'IN_REVIEW' || state === 'APPROVED')) return;
  throwIfRefused(checkWorkerAct({ name: lane.name, state }, 'submit'));
}

/** Fetches the merge target, so that the lane is not rebased onto an old commit. */
async function fetchOnto(context: Context, trees: LaneTrees, lane: LaneRow): Promise<void> {
  const { into } = await mergeRules(context, lane);
  try {
    const fetched = await fetchBase(context, trees, into);
    if (fetched === 'noBranch' && into !== lane.base_branch) await fetchBase(context, trees, lane.base_branch);
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    throw refusalError(
      'transition_not_allowed',
      message('workers.notFetched', { lane: laneCalled(lane), base: into, said: firstLine(error.said) }),
      { hint: message('lanes.fetchFailedHint') },
    );
  }
}

/** Refuses a branch whose work the base already has. */
async function refuseEmpty(trees: LaneTrees, lane: LaneRow, onto: string | undefined): Promise<void> {
  if (onto === undefined || (await trees.distance(lane.branch, onto)).ahead > 0) return;
  throw refusalError(
    'transition_not_allowed',
    message('workers.nothingToSubmit', { lane: laneCalled(lane), branch: lane.branch }),
    { hint: message('workers.nothingToSubmitHint', { lane: lane.name }) },
  );
}

/** Max rebases of one call, while the merge target moves. */
const maxRebases = 3;

/** The conflict that stopped bringing a branch onto its merge target, and the undo of a merge. */
interface Stop {
  readonly paths: readonly string[];
  readonly merging?: string;
  readonly abandon?: () => Promise<void>;
}

/** Rebases the branch, or merges the target into one that contains merges and would conflict; undefined if nothing conflicts. */
async function broughtForward(
  context: Context,
  trees: LaneTrees,
  lane: LaneRow,
  first: string | undefined,
): Promise<Stop | undefined> {
  let onto = first;
  for (let round = 0; round < maxRebases; round += 1) {
    const paths = await rebased(trees, lane, onto);
    if (paths.length > 0) return { paths };
    // Others merge meanwhile.
    const now = await mergeBase(context, trees, lane);
    if (now === onto) break;
    onto = now;
  }
  const { into } = await mergeRules(context, lane);
  if (onto === undefined || (await trees.branchCommit(into)) === undefined) return undefined;
  if (!(await trees.hasMerges(lane.branch, onto))) return undefined;
  const merge = await conflictsWith(context, trees, lane, into);
  if (merge.paths.length === 0) return undefined;
  return { paths: merge.paths, merging: into, abandon: () => trees.abandonMerge(lane.worktree_path) };
}

/** Files in conflict; none if the branch is on top of its merge target. */
async function rebased(trees: LaneTrees, lane: LaneRow, onto: string | undefined): Promise<readonly string[]> {
  if (onto === undefined) {
    throw refusalError(
      'transition_not_allowed',
      message('workers.baseGone', { base: lane.base_branch, lane: laneCalled(lane) }),
      { hint: 'workers.baseGoneHint' },
    );
  }
  // A rebase would flatten merges and lose their conflict resolutions.
  if ((await trees.distance(lane.branch, onto)).behind === 0 || (await trees.hasMerges(lane.branch, onto))) return [];
  const answered = await trees.rebase(lane.worktree_path, onto);
  if (answered.outcome === 'conflict') return answered.paths;
  if (answered.outcome === 'rebased') return [];
  throw refusalError(
    'transition_not_allowed',
    message('workers.rebaseRefused', { branch: lane.branch, said: firstLine(answered.said) }),
    { hint: message('git.refusedHint') },
  );
}

/** Unmergeable work is not worth reviewing. */
async function refuseUnmergeable(context: Context, trees: LaneTrees, lane: LaneRow, tip: string): Promise<void> {
  const { into } = await mergeRules(context, lane);
  const base = (await trees.branchCommit(into)) ?? (await mergeBase(context, trees, lane));
  if (base === undefined) return;
  const simulated = await trees.simulate(base, tip);
  if (simulated.outcome !== 'conflict') return;
  throw refusalError(
    'transition_not_allowed',
    message('workers.stillConflicts', { lane: laneCalled(lane), base: into, paths: pathList(simulated.paths) }),
    {
      hint: message('workers.stillConflictsHint', { lane: lane.name }),
      details: { into, paths: simulated.paths.slice(0, 100) },
    },
  );
}

async function tellOfConflict(
  context: Context,
  caller: LaneCaller,
  transaction: Transaction,
  laneId: string,
  paths: readonly string[],
): Promise<void> {
  const found = await takeBack(context, transaction, await findOwnWorker(caller, transaction, laneId));
  await moveWorker(context, transaction, found, {
    act: 'conflict',
    change: { reason: say(message('workers.conflictsIn', { paths: pathList(paths) })) },
    type: 'worker_conflicted',
    payload: { paths: paths.slice(0, 100) },
  });
  await moveLane(context, transaction, found.lane, 'active');
}
