import {
  type AgentUsageRow,
  agentUsageDefinition,
  type UsageMeaning,
} from '../../domain/agentSession/agentUsageRow.js';
import { tableOf } from './table.js';

export class AgentUsageTable extends tableOf(agentUsageDefinition) {
  /** By meaning. */
  ofSessions(sessionIds: readonly string[]): Promise<AgentUsageRow[]> {
    return this.rows({ session_id: ['in', sessionIds] }, ['session_id', 'meaning']);
  }

  ofMeaning(sessionId: string, meaning: UsageMeaning): Promise<AgentUsageRow | undefined> {
    return this.first({ session_id: sessionId, meaning });
  }
}
