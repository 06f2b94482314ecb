import { type AgentWordRow, agentWordDefinition } from '../../domain/agentSession/agentWordRow.js';
import { tableOf } from './table.js';

export class AgentWordTable extends tableOf(agentWordDefinition) {
  /** In order. */
  ofSession(sessionId: string): Promise<AgentWordRow[]> {
    return this.rows({ session_id: sessionId }, ['position']);
  }

  /** Not taken by the runner yet, also of sessions of the lane that ended before, in order. */
  waiting(laneId: string): Promise<AgentWordRow[]> {
    return this.rows({ lane_id: laneId, taken_at: null }, ['created_at', 'session_id', 'position']);
  }
}
