import { agentNamed } from '../../../domain/agent/agents.js';
import { formatRef } from '../../../domain/identifier/identifier.js';
import type { LaneRow } from '../../../domain/lane/laneRow.js';
import { refusalError } from '../../../domain/refusal/refusal.js';
import { isBegun } from '../../../domain/worker/liveness.js';
import { message } from '../../../messages/message.js';
import type { Context } from '../../../records/context.js';
import { laneCalled } from '../../../records/lane/laneAccess.js';
import { isPresent, readPresence } from '../../../records/presence/presence.js';
import { findWorker } from '../../../records/worker/workerAccess.js';

/**
 * Refuses to start an agent in a lane in which another person works, or an agent that Stateroom did not start and that is present.
 * `agent` is the one to start, undefined for another program; the work can be handed to one of the table by its name. Reads files: call it before a transaction.
 */
export async function requireNobody(context: Context, { id }: LaneRow, agent: string | undefined): Promise<void> {
  const { actor, clock, store } = context;
  const presenceOf = await readPresence(context);
  const atWork = await store.read(async transaction => {
    const { lane, worker } = await findWorker(transaction, id);
    const name = worker.agent;
    if (name === null || name === actor.name || !isBegun(worker.state)) return undefined;
    const sessions = await transaction.agentSessions.ofLane(id);
    if (sessions.some(session => session.actor === name)) return undefined;
    const item = lane.work_item_id;
    const [{ owner = null, owner_role: role = null } = {}] =
      item === null ? [] : await transaction.workItems.ofIds([item]);
    const presence = presenceOf(name, lane.worktree_path);
    const isHere = presence === undefined ? owner === name && role === 'human' : isPresent(presence, clock.now());
    if (!isHere) return undefined;
    const attempts = item === null ? [] : await transaction.attempts.ofItem(item);
    const own = attempts.findLast(one => one.actor === name && one.lane_id === id && one.ended_at === null);
    return { name, lane, since: new Date(own?.begun_at ?? worker.state_changed_at).toISOString() };
  });
  if (atWork === undefined) return;
  const { name, lane, since } = atWork;
  const ref = formatRef('lane', lane.number);
  throw refusalError('conflict', message('sessions.atWork', { agent: name, lane: laneCalled(lane), since }), {
    hint: message('sessions.atWorkHint', {
      work: agent === undefined || agentNamed(agent) === undefined ? ref : `${ref} ${agent}`,
    }),
    details: { lane: ref, agent: name, since },
  });
}
