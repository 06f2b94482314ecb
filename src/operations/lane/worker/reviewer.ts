import type { Actor } from '../../../domain/actor/actor.js';
import { authorOf } from '../../../domain/actor/author.js';
import { isSameActor, mayBeSameActor, type RecordedActor } from '../../../domain/actor/sameActor.js';
import { eventFacts } from '../../../domain/event/ownEvents.js';
import { formatRef } from '../../../domain/identifier/identifier.js';
import { onRecord, type Refusal, refuse, throwIfRefused } from '../../../domain/refusal/refusal.js';
import { dependence, waysOf } from '../../../domain/review/independence.js';
import { needsReviewer, type WorkerAct } from '../../../domain/worker/workerTransition.js';
import { type Message, message } from '../../../messages/message.js';
import { baseConfig } from '../../../records/baseConfig.js';
import type { Context } from '../../../records/context.js';
import { laneCalled } from '../../../records/lane/laneAccess.js';
import { eventsOfLane, findWorker, isInside, type WorkerAndLane } from '../../../records/worker/workerAccess.js';
import type { LaneEventRow } from '../../../store/tables/eventTable.js';

/** Acts that do not change the worker's state. */
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

/** The lane of `text` with its worker, for an act of reviewers: see `reviewRefusal`. */
export async function forReviewer(context: Context, text: string, act: ReviewerAct): Promise<WorkerAndLane> {
  const found = await context.store.read(transaction => findWorker(transaction, text));
  await requireReviewer(context, found, act);
  return found;
}

export async function requireReviewer(context: Context, found: WorkerAndLane, act: ReviewerAct): Promise<void> {
  throwIfRefused(await reviewRefusal(context, found, act));
}

/**
 * Refuses a reviewer's act to agents, unless the repository lets them review, and to one that worked in the lane, under any name.
 * Calls git: not for use in a transaction.
 */
export async function reviewRefusal(
  context: Context,
  found: WorkerAndLane,
  act: ReviewerAct,
): Promise<Refusal | undefined> {
  if (context.actor.role !== 'agent' || !(isOfLane(act) || needsReviewer(act))) return undefined;
  const { lane, worker } = found;
  const refusal = await agentRefusal(context, found, act);
  const state = [worker.state, ...(worker.submitted_sha === null ? [] : [worker.submitted_sha])].join(' ');
  return refusal && onRecord(refusal, { about: formatRef('lane', lane.number), state, taskId: lane.task_id });
}

async function agentRefusal(context: Context, found: WorkerAndLane, act: ReviewerAct): Promise<Refusal | undefined> {
  const { actor } = context;
  const { lane } = found;
  const verb = verbs[act] ?? act;
  const config = await baseConfig(context);
  if (!config.lane.agentsMayReview) {
    // Any other agent may record what it finds, once there is something to read.
    const isVerdict = act === 'approve' || act === 'requestChanges';
    const isBegun = found.worker.state !== 'ASSIGNED';
    const mayReview =
      isVerdict && isBegun && !isInside(context, lane) && !workedIn(actor, found, await workersOf(context, found));
    const subject = formatRef('lane', lane.number);
    return refuse('not_allowed', message('reviewers.noAgent', { verb, lane: laneCalled(lane) }), {
      hint: mayReview ? message('reviewers.noVerdictHint') : message('input.personDoes'),
      ...(mayReview ? { next: [{ operation: 'review.start', input: { subject } }] } : {}),
    });
  }
  if (isInside(context, lane)) {
    return refuse('not_allowed', message('reviewers.fromInside', { actor: actor.name, verb, lane: laneCalled(lane) }), {
      hint: message('reviewers.fromInsideHint'),
    });
  }
  const workers = await workersOf(context, found);
  if (workedIn(actor, found, workers)) {
    return refuse('not_allowed', message('reviewers.ownWork', { actor: actor.name, verb, lane: laneCalled(lane) }), {
      hint: message('reviewers.ownWorkHint'),
    });
  }
  if (act !== 'approve') return undefined;
  const authors = workers.flatMap(one => (one.actor === null ? [] : [{ ...one, actor: one.actor }]));
  const way = dependence(recordedAs(actor), authors, waysOf({ ...config.review, independent: true }));
  if (way === undefined) return undefined;
  const text = { actor: actor.name, verb, lane: laneCalled(lane) };
  return refuse(
    'not_allowed',
    way === 'family' ? message('reviewers.sameFamily', text) : message('reviewers.noAgent', text),
    { hint: way === 'family' ? message('reviewers.sameFamilyHint') : message('input.personDoes') },
  );
}

/** True if the caller may have worked in the lane, by name, session or `mayBeSameActor`. */
function workedIn(actor: Actor, { worker }: WorkerAndLane, workers: readonly LaneWorker[]): boolean {
  if (isSameActor(actor, { name: worker.agent, session: worker.session })) return true;
  const caller = recordedAs(actor);
  return workers.some(
    ({ started, ...one }) =>
      isSameActor(actor, { name: one.actor, session: one.session }) ||
      started === actor.name ||
      (one.actor !== null && mayBeSameActor(caller, { ...one, actor: one.actor })),
  );
}

type LaneWorker = Omit<RecordedActor, 'actor'> & {
  readonly actor: string | null;
  /** Name of a started program; its own events identify it further. */
  readonly started: unknown;
};

async function workersOf({ store }: Context, { lane }: WorkerAndLane): Promise<LaneWorker[]> {
  const events = await store.read(transaction => eventsOfLane(transaction, lane));
  return events.flatMap(event => {
    const { type, actor, role, harness, model, session } = event;
    const payload = JSON.parse(event.payload) as Readonly<Record<string, unknown>>;
    if (!isOfWorker(event, payload, lane.name)) return [];
    const started = type === 'worker_started' ? payload.agent : undefined;
    return [{ actor, role, harness, model, session, lane: event.lane, started }];
  });
}

function recordedAs(actor: Actor): RecordedActor {
  return authorOf(actor);
}

function isOfWorker({ type, lane }: LaneEventRow, payload: Readonly<Record<string, unknown>>, name: string): boolean {
  if (lane === name) return true;
  // Preparing a merge for the worker, or writing to a lane, is not work in it.
  if (type === 'worker_conflicted') return payload.into === undefined;
  if (type === 'worker_submitted' && payload.lapsed === true) return false;
  if (type === 'message_sent') return payload.from === name;
  return eventFacts(type)?.byWorker === true;
}
