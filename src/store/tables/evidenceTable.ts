import { type EvidenceRow, evidenceDefinition } from '../../domain/evidence/evidenceRow.js';
import { chunks } from './chunks.js';
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

/** The last run of a command on a branch. */
export type LastRun = Pick<EvidenceRow, 'branch' | 'command' | 'passed' | 'created_at' | 'number'>;

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

  /** The last run of each command on these branches, the newest first. */
  async lastRunsOn(branches: readonly string[]): Promise<LastRun[]> {
    const found: LastRun[] = [];
    for (const part of chunks([...new Set(branches)])) {
      const runs = await this.db
        .selectFrom('evidence')
        // SQLite takes the other columns from the row that has the greatest number.
        .select(({ fn }) => ['branch', 'command', 'passed', 'created_at', fn.max('number').as('number')])
        .where('repository_id', '=', this.repositoryId)
        .where('branch', 'in', part)
        .groupBy(['branch', 'command'])
        .execute();
      found.push(...runs);
    }
    return found.sort((one, other) => other.number - one.number);
  }

  /** The evidence of exactly this tree, of any task, newest first. */
  ofTree(treeHash: string): Promise<EvidenceRow[]> {
    return this.rows({ tree_hash: treeHash }, ['-created_at', '-number']);
  }
}
