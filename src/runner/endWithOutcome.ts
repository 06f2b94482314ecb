import type { SessionExit } from '../domain/agentSession/outcome.js';
import { goesOn, outcomeOf, passedOnEnds, type SessionOutcome } from '../domain/agentSession/outcome.js';
import type { AttemptEnd } from '../domain/attempt/attemptRow.js';
import type { LaneRow } from '../domain/lane/laneRow.js';
import { message } from '../messages/message.js';
import { say } from '../messages/say.js';
import { endSession } from '../records/agentSession/agentSessions.js';
import { wakeSession } from '../records/agentSession/wakeSession.js';
import { endAttempt } from '../records/attempt/attempts.js';
import { workerOf } from '../records/lane/laneAccess.js';
import { inAct, type RunnerPlace, type SessionRow } from './runnerPlace.js';
import type { RecordedFacts } from './sessionFacts.js';
import { type SessionUsage, usageIds } from './sessionUsage.js';

export interface SessionEnding {
  readonly exit: SessionExit;
  readonly facts: RecordedFacts;
  /** Reason that the exit has; the outcome's own comes first. */
  readonly why: string | undefined;
  readonly usage?: SessionUsage;
  /** Rescue ref of what it left. */
  readonly backup?: string | null;
  /** True to ask for the same once more, if it never began. */
  readonly again?: boolean;
}

/** Ends that need no reason. */
const plainEnds: ReadonlySet<AttemptEnd> = new Set<AttemptEnd>(['done', 'blocked', 'nothing-to-do', ...passedOnEnds]);

/** The outcome of a session by its exit and the records; work that a person took away counts as stopped. */
export function outcomeIn({ exit, facts }: Pick<SessionEnding, 'exit' | 'facts'>): SessionOutcome {
  const { call, commits, evidence, isCancelled, passedOn } = facts;
  return outcomeOf({ call, commits, evidence, passedOn, exit: isCancelled ? 'stopped' : exit });
}

/** Records the one end of a session and of its attempt, in one transaction. An ended session stays as it is. */
export async function endWithOutcome(
  place: RunnerPlace,
  session: SessionRow,
  lane: LaneRow,
  ending: SessionEnding,
): Promise<SessionOutcome> {
  const outcome = outcomeIn(ending);
  const { ids, clock } = place.context;
  const newId = () => ids.ulid(clock.now());
  const nextId = newId();
  const newUsage = usageIds(newId);
  await inAct(place, async act => {
    const [current] = await act.transaction.agentSessions.ofIds([session.id]);
    if (current === undefined || current.ended_at !== null) return;
    const stoppedBy =
      current.stop_by === null ? undefined : say(message('sessions.stoppedBy', { who: current.stop_by }));
    const isStopped = outcome.end === 'stopped';
    const isPlain = plainEnds.has(outcome.end);
    const worker = outcome.end === 'failed' ? await workerOf(act.transaction, lane.id) : undefined;
    const said = worker?.state === 'FAILED' ? worker.reason : null;
    const why = isPlain ? null : ((isStopped ? stoppedBy : outcome.missing) ?? said ?? ending.why ?? null);
    await ending.usage?.write(act, current, newUsage);
    await endSession(act, lane, current, { reason: outcome.end, why });
    if (current.started_at === null) {
      const [, before] = await act.transaction.agentSessions.ofLane(lane.id, 2);
      const isSecond = before?.end_reason === outcome.end && before.started_at === null;
      if (ending.again === true && !isSecond) await wakeSession(act, lane, current, { sessionId: nextId });
      return;
    }
    if (current.work_item_id !== null) {
      const where = { itemId: current.work_item_id, laneId: lane.id, actor: current.actor };
      await endAttempt(act, where, { reason: outcome.end, why, backup: ending.backup });
    }
    // Keep words that were written to it in its last moment.
    const isLeft = (await act.transaction.agentWords.waiting(lane.id)).length > 0;
    if (isLeft && goesOn(outcome.end) && outcome.end !== 'budget' && outcome.end !== 'stalled')
      await wakeSession(act, lane, current, { sessionId: nextId });
  });
  return outcome;
}
