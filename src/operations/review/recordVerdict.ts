import type { Provenance } from '../../domain/actor/provenance.js';
import { parseDecisionId } from '../../domain/decision/decisionId.js';
import type { DecisionRow } from '../../domain/decision/decisionRow.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import type { ReviewRunRow } from '../../domain/review/reviewRunRow.js';
import type { ReviewVerdict } from '../../domain/review/reviewVerdict.js';
import { message } from '../../messages/message.js';
import type { Context } from '../../records/context.js';
import type { StoredRun } from '../../records/review/reviewAccess.js';
import type { Transaction } from '../../store/store.js';
import { settleRequests } from './settleRequests.js';

export interface VerdictRecord {
  readonly verdict: ReviewVerdict;
  readonly summary: string | undefined;
  readonly coveredFiles: readonly string[];
  readonly requestChanges: boolean;
  readonly provenance: Provenance;
  readonly now: number;
}

/** Writes a verdict into a run, and its decision into a task, and settles what it answers; the caller records the event. `isNew`: not yet written. */
export async function recordVerdict(
  context: Context,
  transaction: Transaction,
  run: StoredRun,
  record: VerdictRecord,
  isNew: boolean,
): Promise<StoredRun> {
  const decision =
    run.task_id === null ? undefined : await writeDecision(context, transaction, run, run.task_id, record);
  const change = {
    status: 'recorded',
    verdict: record.verdict,
    summary: record.summary ?? null,
    covered_files: JSON.stringify([...new Set(record.coveredFiles)].sort()),
    decision_id: decision?.id ?? null,
    request_changes: record.requestChanges ? 1 : 0,
    ...record.provenance,
    // The reviewed commit is the one at which the run began.
    commit_sha: run.commit_sha,
    reviewed_at: record.now,
  } as const;
  if (isNew) {
    const row = { ...run, ...change };
    await transaction.reviewRuns.insert([row]);
    await settleRequests(context, transaction, row);
    return row;
  }
  const changed = await transaction.reviewRuns.change(run as ReviewRunRow, change);
  if (changed !== undefined) {
    await settleRequests(context, transaction, changed);
    return changed;
  }
  throw refusalError('conflict', message('input.changedMeanwhile', { subject: formatRef('reviewRun', run.number) }), {
    hint: 'input.lookAgain',
  });
}

async function writeDecision(
  context: Context,
  transaction: Transaction,
  run: StoredRun,
  taskId: string,
  { verdict, summary, coveredFiles, requestChanges, provenance, now }: VerdictRecord,
): Promise<Omit<DecisionRow, 'repository_id'>> {
  const [task] = await transaction.tasks.ofIds([taskId]);
  const name = `review_verdict_${formatRef('task', task?.number ?? 0)}_v${run.number}_${verdict}`;
  if ('problem' in parseDecisionId(name)) throw new Error(`${name} is not a valid decision name.`);
  const text = `${formatRef('reviewRun', run.number)} on ${run.subject_path}: ${verdict}`;
  return transaction.decisions.create({
    id: context.ids.ulid(now),
    task_id: taskId,
    decision: name,
    rationale: [`${text}${requestChanges ? ', changes requested' : ''}.`, summary].filter(Boolean).join('\n\n'),
    origin: provenance.role,
    changed_files: JSON.stringify(coveredFiles.slice(0, 200)),
    ...provenance,
    created_at: now,
  });
}
