import { formatRef } from '../../domain/identifier/identifier.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import { openStatuses } from '../../domain/lane/laneStatus.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import { showWorker } from '../../domain/refusal/steps.js';
import type { TaskRow } from '../../domain/task/taskRow.js';
import { taskName } from '../../domain/task/taskRule.js';
import { isBegun } from '../../domain/worker/liveness.js';
import { message } from '../../messages/message.js';
import type { Context } from '../../records/context.js';
import { laneCalled, presentLanes, requireLanes } from '../../records/lane/laneAccess.js';
import { readLiveness } from '../../records/presence/workerLiveness.js';
import type { WorkerAndLane } from '../../records/worker/workerAccess.js';
import { closeLane } from './closeLane.js';
import { endReviews } from './endReviews.js';
import { clearMerged } from './worker/clearMerged.js';
import { requireReviewer } from './worker/reviewer.js';

export interface FinishedLane {
  readonly lane: string;
  readonly worktree: 'removed' | 'left' | 'missing';
  readonly rescue: string | null;
}

/** Lanes that end with their task: open ones, and merged ones with a worktree. Refuses active workers and missing rights. */
export async function lanesToFinish(context: Context, task: TaskRow): Promise<readonly LaneRow[]> {
  const found = await context.store.read(async transaction => {
    const lanes = (await transaction.lanes.list()).filter(({ task_id }) => task_id === task.id);
    const workers = await transaction.workers.ofLanes(lanes.map(({ id }) => id));
    return lanes.map(lane => ({ lane, worker: workers.find(({ lane_id }) => lane_id === lane.id) }));
  });
  const open = found.filter(({ lane }) => openStatuses.includes(lane.status));
  // The others never had a worker.
  const withWorker = open.flatMap(({ lane, worker }) => (worker === undefined ? [] : [{ lane, worker }]));
  await refuseAtWork(context, task, withWorker);
  for (const one of withWorker) await requireReviewer(context, one, 'close');
  const merged = found.filter(({ lane }) => lane.status === 'merged' && lane.port_first !== null);
  return [...open, ...merged].map(({ lane }) => lane);
}

async function refuseAtWork(context: Context, task: TaskRow, open: readonly WorkerAndLane[]): Promise<void> {
  const liveness = await readLiveness(context);
  const shown = await context.store.read(transaction =>
    presentLanes(
      transaction,
      open.map(({ lane }) => lane),
      context.clock.now(),
      liveness,
    ),
  );
  const atWork = open.filter(({ worker }, index) => isBegun(worker.state) && shown[index]?.worker?.liveness !== 'DEAD');
  const [first] = atWork;
  if (first === undefined) return;
  const { lane, worker } = first;
  const agent = worker.agent ?? message('queue.someone');
  throw refusalError(
    'conflict',
    message('tasks.workerAtWork', { task: taskName(task), agent, lane: laneCalled(lane) }),
    {
      hint: 'tasks.workerAtWorkHint',
      next: [showWorker(lane.name)],
      details: {
        task: formatRef('task', task.number),
        lanes: atWork.map(one => ({ lane: one.lane.name, agent: one.worker.agent, state: one.worker.state })),
      },
    },
  );
}

/** Closes lanes, with backups of content only in their worktrees. Branches stay, and the caller's own worktree. */
export async function finishLanes(context: Context, lanes: readonly LaneRow[]): Promise<readonly FinishedLane[]> {
  if (lanes.length === 0) return [];
  const ports = requireLanes(context);
  const finished: FinishedLane[] = [];
  for (const lane of lanes) {
    if (lane.status === 'merged') {
      const { closed } = await clearMerged(context, ports, lane.id);
      finished.push({ lane: lane.name, worktree: closed?.worktree ?? 'left', rescue: closed?.rescue?.ref ?? null });
      continue;
    }
    const leaveTree = ports.workTree.root === lane.worktree_path;
    // The end of the task settles the work item, once.
    const closing = { lane, reason: 'finished', note: null, leaveTree, reopens: true } as const;
    const closed = await closeLane(context, ports, closing);
    finished.push({ lane: lane.name, worktree: closed.worktree, rescue: closed.rescue?.ref ?? null });
  }
  await endReviews(context, ports);
  return finished;
}
