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
import { placeOf, resolveTask, type TaskPlace, taskOfLane } from '../../records/task/taskAccess.js';
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
    const branch = await reviewedBranch(transaction, place, home);
    const requests: FindingRequest[] = findings.map(finding => ({ ...finding, ...owner }));
    const { actor, ids } = context;
    const recorded = await recordFindings(transaction, requests, {
      actor,
      provenance: branch === undefined ? provenance : { ...provenance, branch },
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

/** The branch that a run, or the review lane of this worktree, is about; undefined for the one that is checked out. */
async function reviewedBranch(
  transaction: Transaction,
  { directory }: TaskPlace,
  { run: named }: FindingHome,
): Promise<string | undefined> {
  const run = named === undefined ? undefined : await findReviewRun(transaction, named);
  if (run?.subject_kind === 'branch') return run.subject_path;
  return (await reviewedLaneAt(transaction, directory))?.branch;
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
  const here = home.task === undefined ? await laneAt(transaction, place.directory) : undefined;
  if (here !== undefined) {
    // Findings about a lane do not need its holder.
    const lane = here.kind === 'review' ? await reviewedLaneAt(transaction, place.directory) : here;
    return { taskId: (lane && (await taskOfLane(transaction, lane)))?.id ?? null, reviewRunId };
  }
  const task = await resolveTask(transaction, place, home.task, [{ operation, input: { repository: true } }]);
  if (task.archived_at !== null) {
    throw refusalError(
      'transition_not_allowed',
      message('findings.taskArchived', { ref: formatRef('task', task.number), task: task.ref }),
      { hint: 'findings.taskArchivedHint', details: { task: task.ref } },
    );
  }
  return { taskId: task.id, reviewRunId };
}
