import type { Actor } from '../../../domain/actor/actor.js';
import { isSameActor, mayBeSameActor, type RecordedActor } from '../../../domain/actor/sameActor.js';
import { eventFacts } from '../../../domain/event/ownEvents.js';
import { formatRef } from '../../../domain/identifier/identifier.js';
import { onRecord, type Refusal, refuse, throwIfRefused } from '../../../domain/refusal/refusal.js';
import { needsReviewer, type WorkerAct } from '../../../domain/worker/workerTransition.js';
import { type Message, message } from '../../../messages/message.js';
import { baseConfig } from '../../../records/baseConfig.js';
import type { Context } from '../../../records/context.js';
import { laneCalled } from '../../../records/lane/laneAccess.js';
import { eventsOfLane, findWorker, isInside, type WorkerAndLane } from '../../../records/worker/workerAccess.js';
import type { LaneEventRow } from '../../../store/tables/eventRepository.js';

/** What is done to a lane, and not to its worker's state, that a reviewer alone does. */
const actsOnLanes = ['close', 'restore', 'update'] as const;
type LaneAct = (typeof actsOnLanes)[number];
export type ReviewerAct = WorkerAct | LaneAct;

function isOfLane(act: ReviewerAct): act is LaneAct {
  return actsOnLanes.some(one => one === act);
}

const verbs: Readonly<Partial<Record<ReviewerAct, Message>>> = {
  approve: message('reviewers.approve'),
  requestChanges: message('reviewers.requestChanges'),
  merge: message('reviewers.merge'),
  cancel: message('reviewers.cancel'),
  retry: message('reviewers.retry'),
  close: message('reviewers.close'),
  restore: message('reviewers.restore'),
  update: message('reviewers.changeWritable'),
};

/** The lane that `text` names, with its worker, for an act that only a reviewer does: see `reviewRefusal`. */
export async function forReviewer(context: Context, text: string, act: ReviewerAct): Promise<WorkerAndLane> {
  const found = await context.store.read(transaction => findWorker(transaction, text));
  await requireReviewer(context, found, act);
  return found;
}

/** Refuses what only a reviewer does: see `reviewRefusal`. */
export async function requireReviewer(context: Context, found: WorkerAndLane, act: ReviewerAct): Promise<void> {
  throwIfRefused(await reviewRefusal(context, found, act));
}

/**
 * What prevents a reviewer's act, for agents: unless the repository lets agents review, and always for one that worked
 * in the lane itself, under any name. Asks git: call it before a transaction.
 */
export async function reviewRefusal(
  context: Context,
  found: WorkerAndLane,
  act: ReviewerAct,
): Promise<Refusal | undefined> {
  if (context.actor.role !== 'agent' || !(isOfLane(act) || needsReviewer(act))) return undefined;
  const { lane, worker } = found;
  const refusal = await agentRefusal(context, found, verbs[act] ?? act);
  const state = [worker.state, ...(worker.submitted_sha === null ? [] : [worker.submitted_sha])].join(' ');
  return refusal && onRecord(refusal, { about: formatRef('lane', lane.number), state, taskId: lane.task_id });
}

async function agentRefusal(
  context: Context,
  found: WorkerAndLane,
  verb: string | Message,
): Promise<Refusal | undefined> {
  const { actor } = context;
  const { lane } = found;
  if (!(await baseConfig(context)).lane.agentsMayReview) {
    return refuse('not_allowed', message('reviewers.noAgent', { verb, lane: laneCalled(lane) }), {
      hint: message('input.personDoes'),
    });
  }
  if (isInside(context, lane)) {
    return refuse('not_allowed', message('reviewers.fromInside', { actor: actor.name, verb, lane: laneCalled(lane) }), {
      hint: message('reviewers.fromInsideHint'),
    });
  }
  if (!(await workedIn(context, found))) return undefined;
  return refuse('not_allowed', message('reviewers.ownWork', { actor: actor.name, verb, lane: laneCalled(lane) }), {
    hint: message('reviewers.ownWorkHint'),
  });
}

/** True unless the caller is known to be none of those who worked in a lane: neither by name nor as `mayBeSameActor` tells. */
async function workedIn({ actor, store }: Context, { lane, worker }: WorkerAndLane): Promise<boolean> {
  if (isSameActor(actor, { name: worker.agent, session: worker.session })) return true;
  const caller = recordedAs(actor);
  const events = await store.read(transaction => eventsOfLane(transaction, lane));
  return events.some(event => {
    const payload = JSON.parse(event.payload) as Readonly<Record<string, unknown>>;
    if (!isOfWorker(event, payload, lane.name)) return false;
    const { actor: name, session } = event;
    if (isSameActor(actor, { name, session })) return true;
    // Of a program that someone had started only a name is known; what it does itself then says more.
    if (event.type === 'worker_started' && payload.agent === actor.name) return true;
    return name !== null && mayBeSameActor(caller, { ...event, actor: name });
  });
}

function recordedAs({ name, role, harness, session, lane }: Actor): RecordedActor {
  return { actor: name, role, harness: harness ?? null, session: session ?? null, lane: lane ?? null };
}

function isOfWorker({ type, lane }: LaneEventRow, payload: Readonly<Record<string, unknown>>, name: string): boolean {
  if (lane === name) return true;
  // Who prepares a merge for the worker has not done its work, and who writes to a lane does not write from it.
  if (type === 'worker_conflicted') return payload.into === undefined;
  if (type === 'worker_submitted' && payload.lapsed === true) return false;
  if (type === 'message_sent') return payload.from === name;
  return eventFacts(type)?.byWorker === true;
}
