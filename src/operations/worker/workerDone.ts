import { z } from 'zod';
import { roles } from '../../domain/actor/actor.js';
import { type Lane, laneSchema } from '../../domain/lane/lane.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import { demand, RefusalError, refuse } from '../../domain/refusal/refusal.js';
import type { WorkerRow } from '../../domain/worker/workerRow.js';
import { checkWorkerAct, isDone } from '../../domain/worker/workerTransition.js';
import type { LaneTrees } from '../../git/lane/laneTrees.js';
import type { Transaction } from '../../store/store.js';
import type { Context } from '../context.js';
import { checkOwnedPaths } from '../lane/checkOwnedPaths.js';
import { demandLanes, laneCalled, moveLane, presentOneLane } from '../lane/laneAccess.js';
import { ownLaneField } from '../lane/laneFields.js';
import { defineOperation } from '../operation.js';
import { mergeBase, mergeRules } from './mergeRules.js';
import { branchGone, firstLine, handIn, pathList, takeBack } from './submission.js';
import { findOwnWorker, findWorker, moveWorker, ownLane } from './workerAccess.js';
import { refuseUnfinished } from './workTreeState.js';

export const workerDone = defineOperation({
  name: 'worker.done',
  title: 'Hand Work In',
  summary: 'Rebases a lane onto its base and hands it to review; with a conflict it is CONFLICTED instead.',
  input: z.strictObject({
    lane: ownLaneField,
    skipRebase: z.boolean().optional().describe('Hand it in as it stands'),
  }),
  output: laneSchema.extend({
    /** Files with conflicts that the rebase stopped at; it is left in progress in the work tree. */
    conflicts: z.array(z.string()),
  }),
  effect: 'external',
  roles,
  mcp: { tool: 'dispatch_lane_work', action: 'done' },
  cli: { positionals: ['lane'], examples: ['worker done', 'worker done login --skip-rebase'] },
  palette: false,
  exitCode: ({ conflicts }) => (conflicts.length === 0 ? 0 : 3),
  async run(context, { lane: named, skipRebase }) {
    const ports = demandLanes(context);
    const name = await ownLane(context, named);
    const { lane, worker } = await context.store.read(transaction => findOwnWorker(context, transaction, name));
    const trees = await ports.trees();
    const tip = await trees.branchCommit(lane.branch);
    if (tip === undefined) throw branchGone(lane);
    const isNew = tip !== worker.submitted_sha;
    if (!isNew && isDone(worker.state, 'submit')) return answer(context, lane.id, []);
    demandSubmittable(lane, worker, isNew);
    await refuseUnfinished(trees, lane, '`worker done`');
    demand(await checkOwnedPaths(trees, lane));
    const conflicts = skipRebase === true ? [] : await rebased(context, trees, lane);
    if (conflicts.length > 0) {
      await context.store.transaction(transaction => tellOfConflict(context, transaction, lane.id, conflicts));
      return answer(context, lane.id, conflicts);
    }
    const submitted = await trees.branchCommit(lane.branch);
    if (submitted === undefined) throw branchGone(lane);
    await refuseUnmergeable(context, trees, lane, submitted);
    await context.store.transaction(async transaction =>
      handIn(context, transaction, await findWorker(transaction, lane.id), submitted),
    );
    return answer(context, lane.id, []);
  },
});

/** What was handed in may be handed in anew once the branch went on, also when it was approved. */
function demandSubmittable(lane: LaneRow, { state }: WorkerRow, isNew: boolean): void {
  if (isNew && (state === 'IN_REVIEW' || state === 'APPROVED')) return;
  demand(checkWorkerAct({ name: lane.name, state }, 'submit'));
}

/** Files in conflict; none when the branch is on top of where it will be merged. */
async function rebased(context: Context, trees: LaneTrees, lane: LaneRow): Promise<readonly string[]> {
  const onto = await mergeBase(context, trees, lane);
  if (onto === undefined) {
    throw refused(
      `The base branch ${lane.base_branch} of ${laneCalled(lane)} is gone.`,
      'Make it again, or `--skip-rebase`.',
    );
  }
  // A rebase would take merges apart, and with them the conflicts that were solved in them.
  if ((await trees.distance(lane.branch, onto)).behind === 0 || (await trees.hasMerges(lane.branch, onto))) return [];
  const answered = await trees.rebase(lane.worktree_path, onto);
  if (answered.outcome === 'conflict') return answered.paths;
  if (answered.outcome === 'rebased') return [];
  throw refused(
    `Git refused to rebase ${lane.branch}: ${firstLine(answered.said)}`,
    'Put right what git names and try again.',
  );
}

/** Nobody need read what cannot be merged. */
async function refuseUnmergeable(context: Context, trees: LaneTrees, lane: LaneRow, tip: string): Promise<void> {
  const { into } = await mergeRules(context, lane);
  const base = (await trees.branchCommit(into)) ?? (await mergeBase(context, trees, lane));
  if (base === undefined) return;
  const simulated = await trees.simulate(base, tip);
  if (simulated.outcome !== 'conflict') return;
  throw refused(
    `${laneCalled(lane)} still conflicts with ${into} in ${pathList(simulated.paths)}.`,
    `Begin the merge with \`worker repair-merge ${lane.name}\`, solve it in the work tree and commit; then \`worker done\`.`,
    { into, paths: simulated.paths.slice(0, 100) },
  );
}

async function tellOfConflict(
  context: Context,
  transaction: Transaction,
  laneId: string,
  paths: readonly string[],
): Promise<void> {
  const found = await takeBack(context, transaction, await findWorker(transaction, laneId));
  await moveWorker(context, transaction, found, {
    act: 'conflict',
    change: { reason: `Conflicts in ${pathList(paths)}` },
    type: 'worker_conflicted',
    payload: { paths: paths.slice(0, 100) },
  });
  await moveLane(context, transaction, found.lane, 'active');
}

async function answer(
  { store, clock }: Context,
  laneId: string,
  conflicts: readonly string[],
): Promise<Lane & { conflicts: string[] }> {
  return store.read(async transaction => {
    const { lane } = await findWorker(transaction, laneId);
    return { ...(await presentOneLane(transaction, lane, clock.now())), conflicts: [...conflicts] };
  });
}

function refused(message: string, hint: string, details: Readonly<Record<string, unknown>> = {}): RefusalError {
  return new RefusalError(refuse('transition_not_allowed', message, { hint, details }));
}
