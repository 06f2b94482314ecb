import { sql } from 'kysely';
import { type ReviewRunRow, reviewRunDefinition } from '../../domain/review/reviewRunRow.js';
import { type RowQuery, tableOf } from './table.js';

export class ReviewRunTable extends tableOf(reviewRunDefinition) {
  /** Latest verdict first, those in progress last. */
  ofTask(taskId: string): Promise<ReviewRunRow[]> {
    return this.rows({ task_id: taskId }, [], undefined, latestFirst);
  }

  /** Recorded branch reviews that request changes, unordered. */
  async requestsIn(taskIds: readonly string[]): Promise<ReviewRunRow[]> {
    if (taskIds.length === 0) return [];
    return this.rows({ status: 'recorded', mode: 'branch', request_changes: 1 }, [], undefined, query =>
      query.where('task_id', 'in', taskIds),
    );
  }

  /** Latest verdict first, those in progress last. */
  ofSubject(subjectPath: string): Promise<ReviewRunRow[]> {
    return this.rows({ subject_path: subjectPath }, [], undefined, latestFirst);
  }

  /** Recorded reviews of staged changes, latest verdict first. */
  ofStaged(limit: number): Promise<ReviewRunRow[]> {
    return this.rows({ status: 'recorded' }, [], limit, query =>
      latestFirst(query.where('subject_path', 'like', 'staged:%')),
    );
  }

  /** Below the number `before`, newest number first. */
  list(filter: ReviewRunFilter, limit: number, before?: number | undefined): Promise<ReviewRunRow[]> {
    const { taskId, subject, mode, status, verdict } = filter;
    return this.rows(
      { task_id: taskId, subject_path: subject, mode, status, verdict, number: ['<', before] },
      ['-number'],
      limit,
    );
  }
}

export interface ReviewRunFilter {
  readonly taskId?: string | undefined;
  readonly subject?: string | undefined;
  readonly mode?: ReviewRunRow['mode'] | undefined;
  readonly status?: ReviewRunRow['status'] | undefined;
  readonly verdict?: ReviewRunRow['verdict'] | undefined;
}

/** A run that started first may be recorded last. */
function latestFirst(query: RowQuery<ReviewRunRow>): RowQuery<ReviewRunRow> {
  return query
    .orderBy(sql`case status when 'recorded' then 0 else 1 end`)
    .orderBy('reviewed_at', 'desc')
    .orderBy('number', 'desc');
}
