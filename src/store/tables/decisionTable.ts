import { type DecisionRow, decisionDefinition } from '../../domain/decision/decisionRow.js';
import { tableOf } from './table.js';

export class DecisionTable extends tableOf(decisionDefinition) {
  ofTask(taskId: string, limit: number): Promise<DecisionRow[]> {
    return this.rows({ task_id: taskId }, ['-created_at', '-number'], limit);
  }

  named(taskId: string, decision: string, session: string | null): Promise<DecisionRow | undefined> {
    return this.first({ task_id: taskId, decision, session }, ['number']);
  }

  count(taskId: string): Promise<number> {
    return this.countOf({ task_id: taskId });
  }
}
