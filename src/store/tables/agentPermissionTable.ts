import { type AgentPermissionRow, agentPermissionDefinition } from '../../domain/agentSession/agentPermissionRow.js';
import { tableOf } from './table.js';

export class AgentPermissionTable extends tableOf(agentPermissionDefinition) {
  /** In order. */
  ofSession(sessionId: string): Promise<AgentPermissionRow[]> {
    return this.rows({ session_id: sessionId }, ['position']);
  }

  /** Without an answer, oldest first. */
  open(): Promise<AgentPermissionRow[]> {
    return this.rows({ answered_at: null }, ['asked_at', 'id']);
  }

  /** Answers that also count for later requests in a lane: its own and those for the repository. */
  async lasting(laneId: string): Promise<AgentPermissionRow[]> {
    const [ofLane, ofAll] = await Promise.all([
      this.rows({ lane_id: laneId, answer: 'lane' }),
      this.rows({ answer: 'repository' }),
    ]);
    return [...ofLane, ...ofAll];
  }
}
