import * as z from 'zod';
import { formatRef } from '../../../domain/identifier/identifier.js';
import type { LaneTrees } from '../../../git/lane/laneTrees.js';
import type { Context } from '../../../records/context.js';
import { lostLane, requireLanes, tellOfLane } from '../../../records/lane/laneAccess.js';
import { eventsOfLane, findWorker, type WorkerAndLane } from '../../../records/worker/workerAccess.js';
import { mergeBase } from './mergeRules.js';

/** An approval of a lane, and what it is worth now. */
export const approvalSchema = z.object({
  by: z.string(),
  /** Full id of the commit that was reviewed. */
  commit: z.string(),
  /** Where the branch is now; null if it is gone. */
  head: z.string().nullable(),
  /** True while the branch has the change that was reviewed, at that commit or rebased. */
  holds: z.boolean(),
});

/** The approval of a lane; null for one that is not approved, and in Restricted Mode, where git is not asked. */
export async function approvalOf(
  context: Context,
  found: WorkerAndLane | undefined,
): Promise<z.output<typeof approvalSchema> | null> {
  const { approved_by: by, state, submitted_sha: submitted } = found?.worker ?? {};
  if (found === undefined || state !== 'APPROVED' || by == null || submitted == null) return null;
  if (context.workTree === undefined) return null;
  const trees = await requireLanes(context).trees();
  const head = (await trees.branchCommit(found.lane.branch)) ?? null;
  const holds = head !== null && (await approvalHolds(context, trees, found, head));
  const events = await context.store.read(transaction => eventsOfLane(transaction, found.lane));
  const ref = formatRef('lane', found.lane.number);
  const commit = events
    .filter(({ type }) => type === 'worker_approved')
    .map(({ payload }) => JSON.parse(payload) as { readonly lane?: unknown; readonly commit?: unknown })
    .findLast(({ lane }) => lane === ref)?.commit;
  return { by, commit: typeof commit === 'string' ? commit : submitted, head, holds };
}

/**
 * True when a lane is approved, and its branch has at `tip` the change that was approved. The one place that tells, for what shows an
 * approval and for what relies on it.
 */
export async function approvalHolds(
  context: Context,
  trees: LaneTrees,
  { lane, worker }: WorkerAndLane,
  tip: string,
): Promise<boolean> {
  const { state, submitted_sha: from } = worker;
  if (state !== 'APPROVED' || from === null) return false;
  if (from === tip) return true;
  const onto = await mergeBase(context, trees, lane);
  return onto !== undefined && (await trees.isSameChange({ from, to: tip, onto }));
}

/**
 * True when the approval of a lane holds at `tip`, where it is kept for what follows; false when it has lapsed. Refuses when the
 * lane was changed since `seen`.
 */
export async function keepIfHolds(
  context: Context,
  trees: LaneTrees,
  seen: WorkerAndLane,
  tip: string,
): Promise<boolean> {
  if (tip === seen.worker.submitted_sha) return true;
  if (!(await approvalHolds(context, trees, seen, tip))) return false;
  await keepApproval(context, seen, tip);
  return true;
}

/**
 * Keeps an approval that holds at another commit than the one that was submitted: that becomes the submitted one. Refuses when
 * the lane was changed since `seen`.
 */
export async function keepApproval(context: Context, seen: WorkerAndLane, tip: string): Promise<void> {
  const { actor, clock, store } = context;
  await store.transaction(async transaction => {
    const { lane, worker } = await findWorker(transaction, seen.lane.id);
    if (worker.submitted_sha === tip && worker.state === 'APPROVED') return;
    if (worker.revision !== seen.worker.revision) throw lostLane(lane);
    if ((await transaction.workers.change(worker, { submitted_sha: tip })) === undefined) throw lostLane(lane);
    const payload = { commit: tip, approved: worker.submitted_sha };
    await tellOfLane(transaction, lane, { actor, now: clock.now(), type: 'worker_approval_kept', payload });
  });
}
