import type { RecordedActor } from '../../domain/actor/sameActor.js';
import type { PlanRow } from '../../domain/plan/planRow.js';
import type { ReviewGrade } from '../../domain/review/reviewGrade.js';
import { asRecordedBy } from '../../domain/review/reviewOrigin.js';
import type { ReviewRunRow } from '../../domain/review/reviewRunRow.js';
import type { Transaction } from '../../store/store.js';
import { reviewOrigins } from './reviewOrigins.js';

/** Adds the trust grade of review runs. */
export async function gradedRuns<Run extends ReviewRunRow>(
  transaction: Transaction,
  runs: readonly Run[],
): Promise<(Run & { readonly grade: ReviewGrade })[]> {
  const origins = await reviewOrigins(transaction, runs);
  return runs.map(run => {
    const origin = origins.get(run.id);
    return { ...asRecordedBy(run, origin), grade: origin?.grade ?? 'observed' };
  });
}

/** Recorded planning reviews of a document, latest first. */
export async function planningRuns(transaction: Transaction, path: string) {
  const runs = await transaction.reviewRuns.ofSubject(path);
  return gradedRuns(
    transaction,
    runs.filter(run => run.mode === 'planning' && run.status === 'recorded'),
  );
}

/** Actors that registered a plan, and agents that imported its task. */
export async function planAuthors(
  transaction: Transaction,
  { path, created_at, task_id }: Pick<PlanRow, 'path' | 'created_at' | 'task_id'>,
): Promise<RecordedActor[]> {
  const importers = task_id === null ? [] : await transaction.events.actorsOf(task_id, ['task_imported']);
  return [
    ...(await transaction.events.registrarsOf(path, created_at)),
    ...importers.filter(({ role }) => role === 'agent'),
  ];
}
