import { type RunRow, runDefinition } from '../../domain/run/runRow.js';
import { tableOf } from './table.js';

export class RunTable extends tableOf(runDefinition) {
  /** Runs, the latest first; `before` a number. */
  list(status: RunRow['status'] | undefined, limit: number, before: number | undefined): Promise<RunRow[]> {
    return this.rows({ status, number: ['<', before] }, ['-number'], limit);
  }

  /** The active run of a worktree, or of none. */
  activeAt(worktreePath: string | null): Promise<RunRow | undefined> {
    return this.first({ status: 'active', worktree_path: worktreePath }, ['-number']);
  }

  /** The run of a worktree, or of none, that is last by its name, and so by its time. */
  lastAt(worktreePath: string | null): Promise<RunRow | undefined> {
    return this.first({ worktree_path: worktreePath }, ['-name']);
  }
}
