import { sql } from 'kysely';
import { type ReviewRunRow, reviewRunDefinition } from '../../domain/review/reviewRunRow.js';
import { type RowQuery, tableOf } from './table.js';

/** Review runs. */
export class ReviewRunTable extends tableOf(reviewRunDefinition) {
  /** The review runs of a task, the latest verdict first, those in progress last. */
  ofTask(taskId: string): Promise<ReviewRunRow[]> {
    return this.rows({ task_id: taskId }, [], undefined, latestFirst);
  }

  /** Recorded reviews of branches that request changes, of any of these tasks, in no order. */
  async requestsIn(taskIds: readonly string[]): Promise<ReviewRunRow[]> {
    if (taskIds.length === 0) return [];
    return this.rows({ status: 'recorded', mode: 'branch', request_changes: 1 }, [], undefined, query =>
      query.where('task_id', 'in', taskIds),
    );
  }

  /** The review runs of a subject, the latest verdict first, those in progress last. */
  ofSubject(subjectPath: string): Promise<ReviewRunRow[]> {
    return this.rows({ subject_path: subjectPath }, [], undefined, latestFirst);
  }

  /** The latest recorded reviews of what was staged, the latest verdict first. */
  ofStaged(limit: number): Promise<ReviewRunRow[]> {
    return this.rows({ status: 'recorded' }, [], limit, query =>
      latestFirst(query.where('subject_path', 'like', 'staged:%')),
    );
  }

  /** One page, the newest number first, below the number `before`. */
  list(filter: ReviewRunFilter, limit: number, before?: number | undefined): Promise<ReviewRunRow[]> {
    const { taskId, subject, mode, status, verdict } = filter;
    return this.rows(
      { task_id: taskId, subject_path: subject, mode, status, verdict, number: ['<', before] },
      ['-number'],
      limit,
    );
  }
}

/** What a list of review runs is narrowed to. */
export interface ReviewRunFilter {
  /** ULID. */
  readonly taskId?: string | undefined;
  readonly subject?: string | undefined;
  readonly mode?: ReviewRunRow['mode'] | undefined;
  readonly status?: ReviewRunRow['status'] | undefined;
  readonly verdict?: ReviewRunRow['verdict'] | undefined;
}

/** A run that was started first may be recorded last: its last word counts, not its number. */
function latestFirst(query: RowQuery<ReviewRunRow>): RowQuery<ReviewRunRow> {
  return query
    .orderBy(sql`case status when 'recorded' then 0 else 1 end`)
    .orderBy('reviewed_at', 'desc')
    .orderBy('number', 'desc');
}
