import {
  type AgentUsageRow,
  agentUsageDefinition,
  type UsageMeaning,
  usageMeanings,
} from '../../domain/agentSession/agentUsageRow.js';
import { tableOf } from './table.js';

export class AgentUsageTable extends tableOf(agentUsageDefinition) {
  /** By meaning. */
  async ofSessions(sessionIds: readonly string[]): Promise<AgentUsageRow[]> {
    const rows = await this.having('session_id', sessionIds);
    return rows.sort((one, other) => usageMeanings.indexOf(one.meaning) - usageMeanings.indexOf(other.meaning));
  }

  ofMeaning(sessionId: string, meaning: UsageMeaning): Promise<AgentUsageRow | undefined> {
    return this.first({ session_id: sessionId, meaning });
  }
}
