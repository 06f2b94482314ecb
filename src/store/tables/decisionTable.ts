import { type DecisionRow, decisionDefinition } from '../../domain/decision/decisionRow.js';
import { tableOf } from './table.js';

export class DecisionTable extends tableOf(decisionDefinition) {
  /** The decisions of a task, newest first. */
  ofTask(taskId: string, limit: number): Promise<DecisionRow[]> {
    return this.rows({ task_id: taskId }, ['-created_at', '-number'], limit);
  }

  /** The decision of this name that a session recorded in a task; `session` null for a caller without one. */
  named(taskId: string, decision: string, session: string | null): Promise<DecisionRow | undefined> {
    return this.first({ task_id: taskId, decision, session }, ['number']);
  }

  /** How many decisions a task has. */
  count(taskId: string): Promise<number> {
    return this.countOf({ task_id: taskId });
  }
}
