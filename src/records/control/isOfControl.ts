import type { AgentSessionRow } from '../../domain/agentSession/agentSessionRow.js';
import { taker } from '../thread/answerQuestion.js';

/** True for a session that control started, also one that goes on after an answer of a person. */
export function isOfControl({ requested_by }: Pick<AgentSessionRow, 'requested_by'>): boolean {
  return requested_by === taker.name;
}
