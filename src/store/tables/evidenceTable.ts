import { sql } from 'kysely';
import { type EvidenceRow, evidenceDefinition } from '../../domain/evidence/evidenceRow.js';
import { chunks } from './chunks.js';
import { tableOf, type Where } from './table.js';

export interface EvidenceFilter {
  readonly taskId?: string | undefined;
  readonly sliceId?: string | undefined;
  readonly treeHash?: string | undefined;
  readonly otherTree?: string | undefined;
  /** Full id. */
  readonly commit?: string | undefined;
  readonly branch?: string | undefined;
  readonly command?: string | undefined;
  readonly passed?: boolean | undefined;
  readonly grade?: EvidenceRow['grade'] | undefined;
  /** Last number of the previous page. */
  readonly before?: number | undefined;
}

export type LastRun = Pick<
  EvidenceRow,
  'branch' | 'command' | 'directory' | 'passed' | 'grade' | 'tree_hash' | 'created_at' | 'number'
>;

/** Never changed. */
export class EvidenceTable extends tableOf(evidenceDefinition) {
  ofTask(taskId: string, limit: number): Promise<EvidenceRow[]> {
    return this.rows({ task_id: taskId }, ['-created_at', '-number'], limit);
  }

  /** Newest first. */
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

  /** Last run of each command, newest first; with `byGrade` also its last one that Stateroom or CI made. */
  async lastRunsOn(branches: readonly string[], { byGrade = false } = {}): Promise<LastRun[]> {
    const found: LastRun[] = [];
    for (const part of chunks([...new Set(branches)])) {
      const runs = await this.db
        .selectFrom('evidence')
        // SQLite takes the other columns from the row with the maximum number.
        .select(['branch', 'command', 'directory', 'passed', 'grade', 'tree_hash', 'created_at'])
        .select(({ fn }) => fn.max('number').as('number'))
        .where('repository_id', '=', this.repositoryId)
        .where('branch', 'in', part)
        .groupBy(['branch', 'command'])
        .$if(byGrade, query => query.groupBy(sql`grade in ('observed', 'ci')`))
        .execute();
      found.push(...runs);
    }
    return found.sort((one, other) => other.number - one.number);
  }

  /** From any task, newest first. */
  ofTree(treeHash: string): Promise<EvidenceRow[]> {
    return this.rows({ tree_hash: treeHash }, ['-created_at', '-number']);
  }
}
