import type { Kysely } from 'kysely';
import type { EvidenceRow } from '../../domain/evidence/evidenceRow.js';
import { EntityRepository, type EntityShape } from './entityRepository.js';
import { RowInserter } from './insertRows.js';
import type { Schema } from './schema.js';

/** Which proofs; what is left out does not restrict. */
export interface EvidenceFilter {
  /** ULID. */
  readonly taskId?: string | undefined;
  /** ULID. */
  readonly sliceId?: string | undefined;
  readonly treeHash?: string | undefined;
  /** Not of this tree. */
  readonly otherTree?: string | undefined;
  /** Full id. */
  readonly commit?: string | undefined;
  readonly branch?: string | undefined;
  readonly command?: string | undefined;
  readonly passed?: boolean | undefined;
  readonly grade?: EvidenceRow['grade'] | undefined;
  /** Number of the last proof of the page before. */
  readonly before?: number | undefined;
}

const shape: EntityShape<EvidenceRow> = {
  table: 'evidence',
  counter: 'evidence',
  columns: [
    'id',
    'repository_id',
    'number',
    'task_id',
    'slice_id',
    'command',
    'directory',
    'exit_code',
    'passed',
    'result',
    'grade',
    'tree_hash',
    'log_hash',
    'log_bytes',
    'log_file',
    'receipt',
    'duration_ms',
    'actor',
    'role',
    'harness',
    'model',
    'session',
    'lane',
    'branch',
    'commit_sha',
    'started_at',
    'created_at',
  ],
};

const inserter = new RowInserter<EvidenceRow>(shape.table, shape.columns);

/** Proofs. A proof is never changed. */
export class EvidenceRepository extends EntityRepository<EvidenceRow> {
  constructor(db: Kysely<Schema>, repositoryId: string) {
    super(db, repositoryId, shape, inserter);
  }

  /** The proofs of a task, newest first. */
  ofTask(taskId: string, limit: number): Promise<EvidenceRow[]> {
    return this.select(query =>
      query.where('task_id', '=', taskId).orderBy('created_at', 'desc').orderBy('number', 'desc').limit(limit),
    );
  }

  /** One page, newest first. */
  list(filter: EvidenceFilter, limit: number): Promise<EvidenceRow[]> {
    const equal = Object.entries({
      task_id: filter.taskId,
      slice_id: filter.sliceId,
      tree_hash: filter.treeHash,
      commit_sha: filter.commit,
      branch: filter.branch,
      command: filter.command,
      passed: filter.passed === undefined ? undefined : Number(filter.passed),
      grade: filter.grade,
    }).filter(([, value]) => value !== undefined);
    return this.select(query => {
      let narrowed = query;
      for (const [column, value] of equal) narrowed = narrowed.where(column as never, '=', value as never);
      const { otherTree } = filter;
      if (otherTree !== undefined) {
        narrowed = narrowed.where(({ eb, or }) =>
          or([eb('tree_hash' as never, 'is', null), eb('tree_hash' as never, '<>', otherTree as never)]),
        );
      }
      if (filter.before !== undefined) narrowed = narrowed.where('number', '<', filter.before);
      return narrowed.orderBy('number', 'desc').limit(limit);
    });
  }

  /** The proofs of exactly this tree, whatever the task, newest first. */
  ofTree(treeHash: string): Promise<EvidenceRow[]> {
    return this.select(query =>
      query.where('tree_hash', '=', treeHash).orderBy('created_at', 'desc').orderBy('number', 'desc'),
    );
  }
}
