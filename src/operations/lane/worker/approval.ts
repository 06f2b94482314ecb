import * as z from 'zod';
import { formatRef } from '../../../domain/identifier/identifier.js';
import type { LaneTrees } from '../../../git/lane/laneTrees.js';
import type { Context } from '../../../records/context.js';
import { lostLane, requireLanes, tellOfLane } from '../../../records/lane/laneAccess.js';
import { eventsOfLane, findWorker, type WorkerAndLane } from '../../../records/worker/workerAccess.js';
import { mergeBase } from './mergeRules.js';

export const approvalSchema = z.object({
  by: z.string(),
  commit: z.string(),
  /** Current commit of the branch; null if it is gone. */
  head: z.string().nullable(),
  /** True while the branch has the reviewed change, at that commit or rebased. */
  holds: z.boolean(),
});

/** Null without an approval, and in Restricted Mode, which does not call git. */
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

/** True if the branch has the approved change at `tip`. The only check, for display and decisions. */
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

/** Records `tip` as the commit of an approval that holds there; false if it lapsed. Refuses a lane changed since `seen`. */
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

/** Records the commit for which an approval holds as submitted. Refuses a lane changed since `seen`. */
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
