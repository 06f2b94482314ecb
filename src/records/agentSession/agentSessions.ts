import type { AgentPermissionRow } from '../../domain/agentSession/agentPermissionRow.js';
import {
  type AgentSessionRow,
  agentSessionLimits,
  type PermissionPolicy,
} from '../../domain/agentSession/agentSessionRow.js';
import { type AgentWordKind, agentWordLimits } from '../../domain/agentSession/agentWordRow.js';
import type { AttemptEnd } from '../../domain/attempt/attemptRow.js';
import type { OwnEventType } from '../../domain/event/ownEvents.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import { oneLine } from '../../domain/text/oneLine.js';
import { shortened } from '../../domain/text/shortened.js';
import { message } from '../../messages/message.js';
import { redact } from '../../platform/redact.js';
import type { Transaction } from '../../store/store.js';
import type { NewRow } from '../../store/tables/table.js';
import type { Act } from '../act.js';
import { laneCalled, tellOfLane } from '../lane/laneAccess.js';
import { releaseUnbegun } from './releaseUnbegun.js';

type SessionRow = NewRow<AgentSessionRow>;

export interface NewWord {
  /** ULID, made before the transaction. */
  readonly id: string;
  readonly kind: AgentWordKind;
  readonly text: string;
}

export interface SessionRequest {
  /** ULID, made before the transaction. */
  readonly id: string;
  readonly agent: string;
  readonly actor: string;
  /** Empty for the agent's own command line. */
  readonly command: readonly string[];
  readonly policy: PermissionPolicy;
  readonly model?: string | null;
  /** Id of the agent's session that it continues. */
  readonly resume?: string | null;
  /** First text; without it, the brief of its lane. */
  readonly word?: NewWord;
  /** Name of the one who started the agent that goes on; default: the one who acts. */
  readonly requestedBy?: string;
}

/** Refuses while an agent that Stateroom started in a lane has no end. */
export async function refuseRunning({ agentSessions }: Transaction, lane: LaneRow): Promise<void> {
  const running = await agentSessions.unfinishedOf(lane.id);
  if (running === undefined) return;
  throw refusalError('conflict', message('sessions.runs', { agent: running.agent, lane: laneCalled(lane) }), {
    hint: message('sessions.runsHint'),
    details: { session: running.id, agent: running.agent, state: running.state },
  });
}

/** Asks for a session in a lane, which the runner then takes. Refuses while another one there has no end. */
export async function requestSession(act: Act, lane: LaneRow, request: SessionRequest): Promise<SessionRow> {
  const { transaction, actor, now } = act;
  await refuseRunning(transaction, lane);
  const { id, agent, policy, command, model = null, resume = null, word, requestedBy = actor.name } = request;
  const session = await transaction.agentSessions.create({
    ...{ id, lane_id: lane.id, work_item_id: lane.work_item_id, agent, actor: request.actor },
    command: JSON.stringify(command.map(one => redact(one).slice(0, agentSessionLimits.command))),
    ...{ policy, model, resume, state: 'requested', requested_by: requestedBy, requested_at: now },
  });
  if (word !== undefined) await addWord(act, session, lane, word);
  await tellOfSession(act, lane, 'agent_requested', { agent, policy });
  return session;
}

/** Adds a text for the agent of a session, redacted and cut. */
export async function addWord(
  act: Act,
  { id, agent }: Pick<SessionRow, 'id' | 'agent'>,
  lane: LaneRow,
  word: NewWord,
): Promise<void> {
  const { transaction, actor, now } = act;
  const text = redact(word.text).slice(0, agentWordLimits.text);
  const position = (await transaction.agentWords.ofSession(id)).length + 1;
  await transaction.agentWords.create({
    ...{ id: word.id, session_id: id, lane_id: lane.id, position, kind: word.kind, text },
    ...{ by: actor.name, created_at: now },
  });
  await tellOfSession(act, lane, 'agent_told', { agent, kind: word.kind, text: shortened(oneLine(text), 200) });
}

/** Changes a session; undefined after a concurrent change. */
export function changeSession(
  { agentSessions }: Transaction,
  session: SessionRow,
  change: Partial<Omit<SessionRow, 'id' | 'revision'>>,
): Promise<SessionRow | undefined> {
  return agentSessions.change(session as AgentSessionRow, change);
}

/**
 * Ends a session once: an ended one stays as it is. Requests for permission without an answer expire; one that never began gives back the
 * item that was taken for it.
 */
export async function endSession(
  act: Act,
  lane: LaneRow,
  session: SessionRow,
  { reason, why }: { readonly reason: AttemptEnd; readonly why: string | null },
): Promise<void> {
  const { transaction, now } = act;
  const [current] = await transaction.agentSessions.ofIds([session.id]);
  if (current === undefined || current.ended_at !== null) return;
  const line = why === null ? null : oneLine(redact(why)).slice(0, agentSessionLimits.why) || null;
  await changeSession(transaction, current, { state: 'ended', ended_at: now, end_reason: reason, why: line });
  for (const permission of await transaction.agentPermissions.ofSession(session.id)) {
    if (permission.answered_at === null) await answerPermission(act, lane, session, permission, 'expired');
  }
  await tellOfSession(act, lane, 'agent_ended', { agent: session.agent, endReason: reason, why: line });
  if (current.started_at === null) await releaseUnbegun(act, lane, current.requested_by);
}

/** Answers a request for permission; the first answer counts. */
export async function answerPermission(
  act: Act,
  lane: LaneRow,
  { agent }: Pick<SessionRow, 'agent'>,
  permission: AgentPermissionRow,
  answer: NonNullable<AgentPermissionRow['answer']>,
): Promise<void> {
  const { transaction, actor, now } = act;
  if (permission.answered_at !== null) return;
  await transaction.agentPermissions.change(permission, { answer, answered_by: actor.name, answered_at: now });
  await tellOfSession(act, lane, 'agent_permission_answered', { agent, title: permission.title, answer });
}

/** Writes an event of a session, about its lane. */
export async function tellOfSession(
  { transaction, actor, now }: Act,
  lane: LaneRow,
  type: OwnEventType,
  payload: Readonly<Record<string, unknown>>,
): Promise<void> {
  await tellOfLane(transaction, lane, { actor, now, type, payload });
}
