import type { AgentSessionRow } from '../../domain/agentSession/agentSessionRow.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import { message } from '../../messages/message.js';
import { say } from '../../messages/say.js';
import type { Act } from '../act.js';
import { changeSession, endSession, tellOfSession } from './agentSessions.js';

/** Asks the runner to end a session, or ends one that has not been taken yet. The first who asks counts. */
export async function stopSession(act: Act, lane: LaneRow, session: AgentSessionRow): Promise<void> {
  const { transaction, actor, now } = act;
  if (session.stop_at !== null || session.ended_at !== null) return;
  await tellOfSession(act, lane, 'agent_stop_asked', { agent: session.agent });
  const asked = { stop_by: actor.name, stop_at: now };
  if (session.state !== 'requested') {
    await changeSession(transaction, session, { ...asked, state: 'stopping' });
    return;
  }
  const changed = await changeSession(transaction, session, asked);
  const why = say(message('sessions.stoppedBy', { who: actor.name }));
  await endSession(act, lane, changed ?? session, { reason: 'stopped', why });
}

/** Stops the agent that Stateroom runs in a lane which someone else takes away from it. One that lets go by itself ends its turn. */
export async function stopForOthers(act: Act, lane: LaneRow): Promise<void> {
  const running = await act.transaction.agentSessions.unfinishedOf(lane.id);
  if (running !== undefined && running.actor !== act.actor.name) await stopSession(act, lane, running);
}
