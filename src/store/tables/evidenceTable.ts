import { type EvidenceRow, evidenceDefinition } from '../../domain/evidence/evidenceRow.js';
import { tableOf, type Where } from './table.js';

/** Which evidence; what is left out does not restrict. */
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
  /** Number of the last evidence of the page before. */
  readonly before?: number | undefined;
}

/** Evidence. Evidence is never changed. */
export class EvidenceTable extends tableOf(evidenceDefinition) {
  /** The evidence of a task, newest first. */
  ofTask(taskId: string, limit: number): Promise<EvidenceRow[]> {
    return this.rows({ task_id: taskId }, ['-created_at', '-number'], limit);
  }

  /** One page, newest first. */
  list(filter: EvidenceFilter, limit: number): Promise<EvidenceRow[]> {
    const { otherTree, passed } = filter;
    const where: Where<EvidenceRow> = {
      task_id: filter.taskId,
      slice_id: filter.sliceId,
      tree_hash: filter.treeHash,
      commit_sha: filter.commit,
      branch: filter.branch,
      command: filter.command,
      passed: passed === undefined ? undefined : passed ? 1 : 0,
      grade: filter.grade,
      number: ['<', filter.before],
    };
    return this.rows(where, ['-number'], limit, query =>
      otherTree === undefined
        ? query
        : query.where(({ eb, or }) => or([eb('tree_hash', 'is', null), eb('tree_hash', '<>', otherTree)])),
    );
  }

  /** The evidence of exactly this tree, of any task, newest first. */
  ofTree(treeHash: string): Promise<EvidenceRow[]> {
    return this.rows({ tree_hash: treeHash }, ['-created_at', '-number']);
  }
}
