import type { Kysely } from 'kysely';
import type { ReviewRunRow } from '../../domain/review/reviewRunRow.js';
import type { Schema } from '../schema.js';
import { EntityRepository, type EntityShape } from './entityRepository.js';
import { RowInserter } from './insertRows.js';

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

  /** The review runs of a task, newest first. */
  ofTask(taskId: string): Promise<ReviewRunRow[]> {
    return this.select(query => query.where('task_id', '=', taskId).orderBy('number', 'desc'));
  }

  /** The review runs of a subject, newest first. */
  ofSubject(subjectPath: string): Promise<ReviewRunRow[]> {
    return this.select(query => query.where('subject_path', '=', subjectPath).orderBy('number', 'desc'));
  }
}
