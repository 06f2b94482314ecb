import { formatRef } from '../../domain/identifier/identifier.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import { checkLaneStatus } from '../../domain/lane/laneStatus.js';
import { throwIfRefused } from '../../domain/refusal/refusal.js';
import type { Thread } from '../../domain/thread/thread.js';
import type { Act } from '../../records/act.js';
import type { Context } from '../../records/context.js';
import { changeLane, lostLane, tellOfLane, workerOf } from '../../records/lane/laneAccess.js';
import { archivedWith, readCloseOfItem, reopenEnded, takeBackClose } from '../../records/thread/takeBackClose.js';
import { moveWorker } from '../../records/worker/workerAccess.js';
import { takeForWork, threadOf } from '../../records/workItem/threadAccess.js';
import type { Transaction } from '../../store/store.js';
import { bringBack } from '../task/taskRestore.js';
import type { LaneOpening, Reopening } from './openLane.js';
import { type LanePlaceMade, laneConflict, takenPorts } from './writeLane.js';

type ReopenedPlace = LanePlaceMade & Reopening & { readonly branch: string };

/** Marks a closed lane as active and its worker as ASSIGNED; undefined, with nothing written, if another lane has its ports. */
export async function reopenLane(
  context: Context,
  transaction: Transaction,
  opening: LaneOpening,
  place: ReopenedPlace,
): Promise<LaneRow | undefined> {
  const { ports, directory, branch, base, lane } = place;
  throwIfRefused(await laneConflict(transaction, opening, directory));
  const others = await takenPorts(transaction);
  if (ports !== null && others.some(({ first }) => first === ports.first)) return undefined;
  const [row] = await transaction.lanes.ofIds([lane.id]);
  if (row?.status !== 'closed') throw lostLane(lane);
  throwIfRefused(checkLaneStatus(row, 'active'));
  const { actor, clock } = context;
  const now = clock.now();
  const act = { transaction, actor, now };
  const thread = lane.kind === 'implement' ? await threadOf(transaction, row.work_item_id) : undefined;
  const worker = await workerOf(transaction, lane.id);
  const retried = place.how === 'retry';
  if (thread !== undefined) await takeItem(context, act, thread, { lane: row, opening, retried });
  const rescue = place.how === 'restore' ? (place.rescue?.ref ?? null) : null;
  const change = {
    status: 'active',
    close_reason: null,
    branch,
    worktree_path: directory,
    // Someone else's worktree stays in place from now on.
    adopted: place.adopted && directory !== row.worktree_path ? 1 : row.adopted,
    port_first: ports?.first ?? null,
    port_count: ports?.count ?? 0,
    ...(retried ? { base_sha: base } : {}),
  } as const;
  const opened = await changeLane(transaction, row, change, now);
  const payload = { branch, worktreePath: directory, port: opened.port_first, ...(rescue === null ? {} : { rescue }) };
  await tellOfLane(transaction, opened, { actor, now, type: 'lane_restored', payload });
  await restoreTasks(context, transaction, row, thread);
  if (worker === undefined) return opened;
  const fresh = { cancelled: 0, reason: null, submitted_sha: null, approved_by: null } as const;
  await moveWorker(
    context,
    transaction,
    { lane: opened, worker },
    {
      act: 'retry',
      change: retried ? { ...fresh, attempt: worker.attempt + 1, agent: null, harness: null, session: null } : fresh,
      type: retried ? 'worker_retried' : 'worker_restored',
      payload: retried ? { attempt: worker.attempt + 1, rescue: worker.rescue_ref } : { rescue },
    },
  );
  return opened;
}

/** Restores the item's state from before the close; on a retry, the caller holds it. */
async function takeItem(
  context: Context,
  act: Act,
  thread: Thread,
  { lane, opening, retried }: { readonly lane: LaneRow; readonly opening: LaneOpening; readonly retried: boolean },
): Promise<void> {
  const { before, refusal } = await readCloseOfItem(act, thread, lane);
  throwIfRefused(refusal);
  if (before !== undefined && !retried) return takeBackClose(context, act, thread, { lane, before });
  const item = await reopenEnded(context, act, thread.item, lane);
  const agent = (await workerOf(act.transaction, lane.id))?.agent;
  const place = formatRef('lane', lane.number);
  await takeForWork(act, { ...thread, item }, { place, start: opening.start, before: agent ?? lane.created_by });
}

async function restoreTasks(
  context: Context,
  transaction: Transaction,
  lane: LaneRow,
  thread: Thread | undefined,
): Promise<void> {
  const [own] = lane.task_id === null ? [] : await transaction.tasks.ofIds([lane.task_id]);
  const archived = thread === undefined ? [] : archivedWith(thread, lane);
  for (const task of new Map([own, ...archived].map(one => [one?.id, one])).values()) {
    if (task !== undefined && task.status !== 'done')
      await bringBack(context, transaction, task, { isHeld: thread !== undefined });
  }
}
