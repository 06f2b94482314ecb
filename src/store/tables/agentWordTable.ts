import { type AgentWordRow, agentWordDefinition } from '../../domain/agentSession/agentWordRow.js';
import { tableOf } from './table.js';

export class AgentWordTable extends tableOf(agentWordDefinition) {
  /** In order. */
  ofSession(sessionId: string): Promise<AgentWordRow[]> {
    return this.rows({ session_id: sessionId }, ['position']);
  }

  /** Not taken by the runner yet, in order. */
  waiting(sessionId: string): Promise<AgentWordRow[]> {
    return this.rows({ session_id: sessionId, taken_at: null }, ['position']);
  }
}
