import type { Kysely } from 'kysely';
import type { DecisionRow } from '../../domain/decision/decisionRow.js';
import { EntityRepository, type EntityShape } from './entityRepository.js';
import { RowInserter } from './insertRows.js';
import type { Schema } from './schema.js';

const shape: EntityShape<DecisionRow> = {
  table: 'decisions',
  counter: 'decision',
  columns: [
    'id',
    'repository_id',
    'number',
    'task_id',
    'slice_id',
    'decision',
    'rationale',
    'origin',
    'changed_files',
    'actor',
    'role',
    'harness',
    'model',
    'session',
    'lane',
    'branch',
    'commit_sha',
    'created_at',
  ],
};

const inserter = new RowInserter<DecisionRow>(shape.table, shape.columns);

/** Decisions. */
export class DecisionRepository extends EntityRepository<DecisionRow> {
  constructor(db: Kysely<Schema>, repositoryId: string) {
    super(db, repositoryId, shape, inserter);
  }

  /** The decisions of a task, newest first. */
  ofTask(taskId: string, limit: number): Promise<DecisionRow[]> {
    return this.select(query =>
      query.where('task_id', '=', taskId).orderBy('created_at', 'desc').orderBy('number', 'desc').limit(limit),
    );
  }

  /** The decision of this name that a session recorded in a task; `session` null for a caller without one. */
  async named(taskId: string, decision: string, session: string | null): Promise<DecisionRow | undefined> {
    const [row] = await this.select(query =>
      query
        .where('task_id', '=', taskId)
        .where('decision', '=', decision)
        .where('session', session === null ? 'is' : '=', session)
        .orderBy('number')
        .limit(1),
    );
    return row;
  }

  /** How many decisions a task has. */
  async count(taskId: string): Promise<number> {
    const row = await this.db
      .selectFrom('decisions')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('task_id', '=', taskId)
      .executeTakeFirst();
    return Number(row?.count ?? 0);
  }
}
