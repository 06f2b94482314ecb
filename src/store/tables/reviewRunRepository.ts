import { type Kysely, sql } from 'kysely';
import type { ReviewRunRow } from '../../domain/review/reviewRunRow.js';
import { EntityRepository, type EntityShape, type RowQuery } from './entityRepository.js';
import { RowInserter } from './insertRows.js';
import type { Schema } from './schema.js';

const shape: EntityShape<ReviewRunRow> = {
  table: 'review_runs',
  counter: 'review_run',
  keyColumn: 'key',
  columns: [
    'id',
    'repository_id',
    'number',
    'task_id',
    'key',
    'subject_path',
    'subject_kind',
    'mode',
    'status',
    'verdict',
    'summary',
    'covered_files',
    'subject_hash',
    'decision_id',
    'request_changes',
    'actor',
    'role',
    'harness',
    'model',
    'session',
    'lane',
    'branch',
    'commit_sha',
    'started_at',
    'reviewed_at',
    'revision',
  ],
};

const inserter = new RowInserter<ReviewRunRow>(shape.table, shape.columns);

/** Review runs. */
export class ReviewRunRepository extends EntityRepository<ReviewRunRow> {
  constructor(db: Kysely<Schema>, repositoryId: string) {
    super(db, repositoryId, shape, inserter);
  }

  /** The review runs of a task, the latest verdict first, those under way last. */
  ofTask(taskId: string): Promise<ReviewRunRow[]> {
    return this.select(query => latestFirst(query.where('task_id', '=', taskId)));
  }

  /** The review runs of a subject, the latest verdict first, those under way last. */
  ofSubject(subjectPath: string): Promise<ReviewRunRow[]> {
    return this.select(query => latestFirst(query.where('subject_path', '=', subjectPath)));
  }

  /** One page, the newest number first, below the number `before`. */
  list(filter: ReviewRunFilter, limit: number, before?: number | undefined): Promise<ReviewRunRow[]> {
    return this.select(query => {
      let narrowed = before === undefined ? query : query.where('number', '<', before);
      if (filter.taskId !== undefined) narrowed = narrowed.where('task_id', '=', filter.taskId);
      if (filter.subject !== undefined) narrowed = narrowed.where('subject_path', '=', filter.subject);
      if (filter.mode !== undefined) narrowed = narrowed.where('mode', '=', filter.mode);
      if (filter.status !== undefined) narrowed = narrowed.where('status', '=', filter.status);
      if (filter.verdict !== undefined) narrowed = narrowed.where('verdict', '=', filter.verdict);
      return narrowed.orderBy('number', 'desc').limit(limit);
    });
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
