import type { AgentWordKind } from '../../domain/agentSession/agentWordRow.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import { openStatuses } from '../../domain/lane/laneStatus.js';
import { answerText, questionsOf } from '../../domain/workItem/question.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import type { Act } from '../act.js';
import type { Context } from '../context.js';
import { addWord } from './agentSessions.js';
import { sessionToWake, wakeSession } from './wakeSession.js';

/** An answer or a finding for the agent that Stateroom started; `wordId` and `sessionId` are ULIDs made before the transaction. */
export interface Reply {
  readonly wordId: string;
  readonly sessionId: string;
  readonly kind: AgentWordKind;
  readonly text: string;
}

/** Makes the ids of a reply. Call it before the transaction. */
export function replyIds({ ids, clock }: Context): Pick<Reply, 'wordId' | 'sessionId'> {
  return { wordId: ids.ulid(clock.now()), sessionId: ids.ulid(clock.now()) };
}

/**
 * Writes a reply to the agent of a lane. One that has ended goes on with it, if its last session asked, submitted, or left its work
 * unfinished. Returns the session that goes on or is asked for; undefined where Stateroom started no agent, or it was stopped.
 */
export async function replyToAgent(
  act: Act,
  lane: LaneRow,
  { wordId, sessionId, kind, text }: Reply,
): Promise<string | undefined> {
  const [last] = await act.transaction.agentSessions.ofLane(lane.id, 1);
  if (last === undefined || !openStatuses.includes(lane.status)) return undefined;
  const word = { id: wordId, kind, text };
  if (last.ended_at === null) {
    if (last.agent === 'program') return undefined;
    await addWord(act, last, lane, word);
    return last.id;
  }
  const ended = await sessionToWake(act.transaction, lane.id);
  if (ended === undefined || ended.agent === 'program') return undefined;
  return (await wakeSession(act, lane, ended, { sessionId, word })).id;
}

/** Tells the agent that asked, if Stateroom started it, once its last question has an answer; returns its session. */
export async function replyToAsker(
  act: Act,
  before: WorkItemRow,
  answered: WorkItemRow,
  ids: Pick<Reply, 'wordId' | 'sessionId'>,
): Promise<string | undefined> {
  if (before.status !== 'waiting_human' || answered.status !== 'in_flight') return undefined;
  const lane = (await act.transaction.lanes.ofWorkItem(answered.id)).findLast(({ status }) =>
    openStatuses.includes(status),
  );
  if (lane === undefined) return undefined;
  const given = questionsOf(answered)
    .filter(({ answer }) => answer !== null)
    .map(one => `You asked: ${one.question}\nThe answer is: ${answerText(one)}`);
  const text = given.length === 0 ? `The answer is: ${answered.answer ?? ''}` : given.join('\n\n');
  return replyToAgent(act, lane, { ...ids, kind: 'answer', text });
}

/** Lets a session that was asked for begin. Call it after the commit. A failure is logged: the request stays, and any start takes it. */
export async function letGoOn(context: Context, session: string | undefined): Promise<void> {
  const { lanes, commands, log } = context;
  if (session === undefined || lanes === undefined || commands === undefined) return;
  try {
    const { ensureRunner, isTaken } = await import('./ensureRunner.js');
    await ensureRunner(context, lanes, session, isTaken);
  } catch (error) {
    log.warn(`The agent does not go on yet: ${String(error)}`);
  }
}
