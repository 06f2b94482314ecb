import { type RunRow, runDefinition } from '../../domain/run/runRow.js';
import { tableOf } from './table.js';

export class RunTable extends tableOf(runDefinition) {
  /** Returns runs below the number `before`, latest first. */
  list(status: RunRow['status'] | undefined, limit: number, before: number | undefined): Promise<RunRow[]> {
    return this.rows({ status, number: ['<', before] }, ['-number'], limit);
  }

  /** Returns the active run of a worktree; null for runs without one. */
  activeAt(worktreePath: string | null): Promise<RunRow | undefined> {
    return this.first({ status: 'active', worktree_path: worktreePath }, ['-number']);
  }

  /** Returns the run of a worktree (null: of none) with the last name; names begin with the time. */
  lastAt(worktreePath: string | null): Promise<RunRow | undefined> {
    return this.first({ worktree_path: worktreePath }, ['-name']);
  }
}
