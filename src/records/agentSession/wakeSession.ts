import type { AgentSessionRow } from '../../domain/agentSession/agentSessionRow.js';
import type { AgentWordKind } from '../../domain/agentSession/agentWordRow.js';
import { goesOn } from '../../domain/agentSession/outcome.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import type { Transaction } from '../../store/store.js';
import type { NewRow } from '../../store/tables/table.js';
import type { Act } from '../act.js';
import { requestSession } from './agentSessions.js';

export interface Waking {
  /** ULID of the new session. */
  readonly sessionId: string;
  /** Its first prompt; default: the words that wait for the lane's agent. */
  readonly word?: { readonly id: string; readonly kind: AgentWordKind; readonly text: string };
}

/** The session of a lane with which its agent goes on: the latest that began. Undefined if it was stopped, or the work went on elsewhere. */
export async function sessionToWake(
  { agentSessions }: Transaction,
  laneId: string,
): Promise<AgentSessionRow | undefined> {
  const all = await agentSessions.ofLane(laneId);
  const [last] = all;
  const begun = all.find(({ started_at }) => started_at !== null);
  return begun !== undefined && goesOn(begun.end_reason) && last?.end_reason !== 'stopped' ? begun : undefined;
}

/** Asks for a session that goes on from an ended one, or from what that was to go on from: the same agent, model and policy. */
export function wakeSession(
  act: Act,
  lane: LaneRow,
  ended: AgentSessionRow,
  { sessionId, word }: Waking,
): Promise<NewRow<AgentSessionRow>> {
  const { agent, actor, command, policy, model, session, resume, requested_by: requestedBy } = ended;
  return requestSession(act, lane, {
    ...{ id: sessionId, agent, actor, policy, model, resume: session ?? resume, requestedBy },
    command: JSON.parse(command) as string[],
    ...(word === undefined ? {} : { word }),
  });
}
