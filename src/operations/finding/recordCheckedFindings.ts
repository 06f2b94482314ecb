import type { FindingRequest } from '../../domain/finding/newFinding.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import { message } from '../../messages/message.js';
import type { Context } from '../../records/context.js';
import type { CheckedFinding } from '../../records/finding/checkFinding.js';
import { presentFindings } from '../../records/finding/findingAccess.js';
import { historyOf } from '../../records/finding/findingHistory.js';
import { recordFindings } from '../../records/finding/recordFindings.js';
import { laneAt, reviewedLaneAt } from '../../records/lane/laneAt.js';
import { provenanceOf } from '../../records/provenance.js';
import { findReviewRun } from '../../records/review/reviewAccess.js';
import { placeOf, resolveTask, resolveTaskOrNone, type TaskPlace, taskOfLane } from '../../records/task/taskAccess.js';
import type { Transaction } from '../../store/store.js';

export interface FindingHome {
  readonly task?: string | undefined;
  readonly repository?: boolean | undefined;
  readonly run?: string | undefined;
}

/** Records checked findings, all or none; returns their outcomes in order. */
export async function recordCheckedFindings(
  context: Context,
  findings: readonly CheckedFinding[],
  home: FindingHome,
  operation: string,
) {
  const provenance = await provenanceOf(context);
  const place = await placeOf(context);
  const history = await historyOf(
    context,
    findings.map(({ fingerprint }) => fingerprint),
  );
  return context.store.transaction(async transaction => {
    const owner = await ownerOf(transaction, place, home, operation);
    // A review lane is at the reviewed one's head: its findings are about that branch.
    const reviewed = await reviewedLaneAt(transaction, place.directory);
    const requests: FindingRequest[] = findings.map(finding => ({ ...finding, ...owner }));
    const { actor, ids } = context;
    const recorded = await recordFindings(transaction, requests, {
      actor,
      provenance: reviewed === undefined ? provenance : { ...provenance, branch: reviewed.branch },
      now: context.clock.now(),
      ids,
      history,
    });
    const shown = await presentFindings(
      transaction,
      recorded.map(({ row }) => row),
    );
    return shown.map((finding, index) => ({ finding, outcome: recorded[index]?.outcome ?? ('known' as const) }));
  });
}

/** Task and review run of new findings; without a named task, the run's. */
export async function ownerOf(
  transaction: Transaction,
  place: TaskPlace,
  home: FindingHome,
  operation: string,
): Promise<Pick<FindingRequest, 'taskId' | 'reviewRunId'>> {
  const run = home.run === undefined ? undefined : await findReviewRun(transaction, home.run);
  const reviewRunId = run?.id ?? null;
  if (home.repository === true) return { taskId: null, reviewRunId };
  if (home.task === undefined && run !== undefined) return { taskId: run.task_id, reviewRunId };
  const reviewed = home.task === undefined ? await reviewedLaneAt(transaction, place.directory) : undefined;
  if (reviewed !== undefined) return { taskId: (await taskOfLane(transaction, reviewed))?.id ?? null, reviewRunId };
  const isInLane = (await laneAt(transaction, place.directory)) !== undefined;
  const task = isInLane
    ? await resolveTaskOrNone(transaction, place, home.task)
    : await resolveTask(transaction, place, home.task, [{ operation, input: { repository: true } }]);
  // Findings of a lane without a task belong to the repository and have the lane's branch.
  if (task === undefined) return { taskId: null, reviewRunId };
  if (task.archived_at !== null) {
    throw refusalError(
      'transition_not_allowed',
      message('findings.taskArchived', { ref: formatRef('task', task.number), task: task.ref }),
      { hint: 'findings.taskArchivedHint', details: { task: task.ref } },
    );
  }
  return { taskId: task.id, reviewRunId };
}
