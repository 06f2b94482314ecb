import { type RunRow, runDefinition } from '../../domain/run/runRow.js';
import { tableOf } from './table.js';

export class RunTable extends tableOf(runDefinition) {
  /** Below the number `before`, latest first. */
  list(status: RunRow['status'] | undefined, limit: number, before: number | undefined): Promise<RunRow[]> {
    return this.rows({ status, number: ['<', before] }, ['-number'], limit);
  }

  /** Null for runs without a worktree. */
  activeAt(worktreePath: string | null): Promise<RunRow | undefined> {
    return this.first({ status: 'active', worktree_path: worktreePath }, ['-number']);
  }

  /** Last by name, which begins with the time; null for runs without a worktree. */
  lastAt(worktreePath: string | null): Promise<RunRow | undefined> {
    return this.first({ worktree_path: worktreePath }, ['-name']);
  }
}
