import type { LaneRow } from '../../domain/lane/laneRow.js';
import type { LanePorts } from '../../git/lane/openLanes.js';
import type { Context } from '../context.js';
import { ensureRunner, isEnded } from './ensureRunner.js';
import { stopSession } from './stopSession.js';

/** Max wait for the end of an agent that is stopped, ms: it may take its time to end a turn, and its processes theirs. */
export const stopPatienceMs = 30_000;

/** Ends the agent that Stateroom runs in a lane of which someone else takes the worktree away, and waits until it has ended. */
export async function endAgent(context: Context, ports: LanePorts, lane: LaneRow): Promise<void> {
  const { store, actor, clock } = context;
  const running = await store.read(({ agentSessions }) => agentSessions.unfinishedOf(lane.id));
  if (running === undefined || running.actor === actor.name) return;
  await store.transaction(async transaction => {
    const [session] = await transaction.agentSessions.ofIds([running.id]);
    if (session !== undefined) await stopSession({ transaction, actor, now: clock.now() }, lane, session);
  });
  await ensureRunner(context, ports, running.id, isEnded, stopPatienceMs);
}
