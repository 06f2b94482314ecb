import { type AgentSessionRow, agentSessionDefinition } from '../../domain/agentSession/agentSessionRow.js';
import { tableOf } from './table.js';

export class AgentSessionTable extends tableOf(agentSessionDefinition) {
  /** Without an end, in the order of their requests. */
  unfinished(): Promise<AgentSessionRow[]> {
    return this.rows({ ended_at: null }, ['requested_at', 'id']);
  }

  /** For a work item, in all of its lanes. */
  forItem(itemId: string): Promise<AgentSessionRow[]> {
    return this.rows({ work_item_id: itemId });
  }

  /** Latest first, of at most `limit`. */
  requestedSince(time: number, limit: number): Promise<AgentSessionRow[]> {
    return this.rows({ requested_at: ['>', time - 1] }, ['-requested_at', '-id'], limit);
  }

  /** That ended at this time (ms UTC) or later, latest first. */
  endedSince(time: number): Promise<AgentSessionRow[]> {
    return this.rows({ ended_at: ['>', time - 1] }, ['-ended_at', '-id']);
  }

  unfinishedOf(laneId: string): Promise<AgentSessionRow | undefined> {
    return this.first({ lane_id: laneId, ended_at: null });
  }

  /** Latest first. */
  ofLane(laneId: string, limit?: number): Promise<AgentSessionRow[]> {
    return this.rows({ lane_id: laneId }, ['-requested_at', '-id'], limit);
  }

  /** Latest first. */
  ofLanes(laneIds: readonly string[]): Promise<AgentSessionRow[]> {
    return this.rows({ lane_id: ['in', laneIds] }, ['-requested_at', '-id']);
  }
}
