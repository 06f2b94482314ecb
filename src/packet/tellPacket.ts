import type { Lane } from '../domain/lane/lane.js';
import type { LaneRow } from '../domain/lane/laneRow.js';
import { refusalError } from '../domain/refusal/refusal.js';
import { type ContextPolicy, contextBudgets } from '../domain/task/contextBudget.js';
import { message } from '../messages/message.js';
import { say } from '../messages/say.js';
import { sha256 } from '../platform/sha256.js';
import { baseConfigOrDefaults } from '../records/baseConfig.js';
import type { Context } from '../records/context.js';
import { holderOf } from '../records/holding/holder.js';
import { laneCalled, workerOf } from '../records/lane/laneAccess.js';
import { endedLaneAt, laneAt } from '../records/lane/laneAt.js';
import { placeOf, resolveTaskOrNone, taskToTell } from '../records/task/taskAccess.js';
import type { Transaction } from '../store/store.js';
import { queueAdvice, sayAdvice } from './advice.js';
import { collectFacts, readOpen, type Work } from './collectFacts.js';
import { fitPacket, fullPacket, packetBytes } from './fitPacket.js';
import type { PacketFacts, PacketSizes } from './packetFacts.js';
import type { ContextProfile, ContextStore, Packet, PacketAnswer, UnsignedPacket } from './packetSchema.js';
import { short } from './sections.js';
import { startupDocuments } from './startupDocuments.js';

export interface PacketAsked {
  readonly task?: string | undefined;
  readonly profile?: ContextProfile | undefined;
  readonly budget?: number | undefined;
  readonly touchedFiles?: number | undefined;
  readonly gates?: boolean | undefined;
  readonly digest?: string | undefined;
}

/** Tells an agent of its work where it is: its task, its lane, or the queue. Calls git. */
export async function tellPacket(context: Context, input: PacketAsked): Promise<PacketAnswer> {
  const profile = input.profile ?? 'hot_summary';
  const isWhole = profile === 'hot_summary' || profile === 'full_debug';
  const work = await readWork(context, input.task);
  const { context: settings } = await baseConfigOrDefaults(context);
  const budget = input.budget ?? settings.budget;
  const open = isWhole ? await readOpen(context) : undefined;
  const found = await collectFacts(context, work, { gates: input.gates === true, isWhole });
  const isIdle = work.task === undefined && work.lane === undefined;
  const facts: PacketFacts = {
    ...found,
    store: await conditionOf(context),
    documents: await startupDocuments(context),
    queue: isIdle ? open?.queue : undefined,
    hint: await hintOf(context, work, open?.queue),
  };
  const sizes = input.touchedFiles === undefined ? {} : { touchedFiles: input.touchedFiles };
  // An explicit budget is taken literally; the policy applies only without one.
  const policy = input.budget === undefined ? settings.policy : 'summary';
  const bytesOf = (packet: UnsignedPacket): number =>
    (context.answerBytes ?? packetBytes)({ ...packet, work: open?.work, digest: '0'.repeat(digestLength) });
  return withDigest(answerWithin({ facts, profile, sizes }, budget, policy, bytesOf), input.digest, open?.work);
}

/** Tells what the agent of a lane is told there; undefined without its worktree. */
export async function tellAgentOf(context: Context, lane: Lane): Promise<Packet | undefined> {
  const workTree = context.workTree?.at(lane.worktreePath);
  if (workTree === undefined) return undefined;
  const name = lane.worker?.agent ?? lane.owner ?? lane.lane;
  const actor = { role: 'agent', name, lane: lane.lane } as const;
  const packet = await tellPacket({ ...context, actor, sharesName: false, workTree }, {});
  return 'unchanged' in packet ? undefined : packet;
}

/** The task and the lane of a call. */
async function readWork(context: Context, named: string | undefined): Promise<Work & { readonly ended?: string }> {
  const place = await placeOf(context);
  return context.store.read(async transaction => {
    const lane = await laneAt(transaction, place.directory);
    if (named !== undefined) return { task: await resolveTaskOrNone(transaction, place, named), lane };
    const task = await taskToTell(transaction, place);
    // Elsewhere it is not the work of an agent that is left in an ended lane.
    const isHere = task?.branch === place.branch || task?.worktree_path === place.directory;
    const last = lane === undefined && !isHere ? await endedLaneAt(transaction, place) : undefined;
    if (last === undefined) return { task, lane };
    const isOwn =
      task !== undefined && (await holderOf(transaction, task, context.clock.now()))?.name === context.actor.name;
    return { task: isOwn ? task : undefined, lane, ended: await sayEnd(transaction, last) };
  });
}

/** The end of a lane: `L-2 (login-review): The lane that it reviews has ended. V-3: pass.` */
async function sayEnd(transaction: Transaction, lane: LaneRow): Promise<string> {
  const reason = lane.kind === 'review' ? (await workerOf(transaction, lane.id))?.reason : undefined;
  if (reason != null) return `${laneCalled(lane)}: ${reason}`;
  return `${laneCalled(lane)} ${lane.status === 'merged' ? 'is merged' : 'has ended'}.`;
}

/** State of the place without a task; undefined with one. */
async function hintOf(
  context: Context,
  { task, lane, ended }: Work & { readonly ended?: string },
  queue: PacketFacts['queue'],
): Promise<string | undefined> {
  if (task !== undefined) return undefined;
  if (lane === undefined) return sayAdvice(context, queueAdvice(queue, ended));
  return lane.kind === 'review' ? reviewLane : laneWithoutTask;
}

const maxConditionLength = 160;

/** Condition of the store; undefined if healthy. */
async function conditionOf({ store }: Context): Promise<ContextStore | undefined> {
  const { state, reason, hint } = await store.health();
  if (reason === undefined) return undefined;
  return {
    state,
    reason: short(say(reason), maxConditionLength),
    ...(hint === undefined ? {} : { hint: short(say(hint), maxConditionLength) }),
  };
}

interface Telling {
  readonly facts: PacketFacts;
  readonly profile: ContextProfile;
  readonly sizes: Partial<PacketSizes>;
}

/** Summary within `budget` bytes, as `bytesOf` counts them; refuses if the policy says so. */
function answerWithin(
  { facts, profile, sizes }: Telling,
  budget: number,
  policy: ContextPolicy,
  bytesOf: (answer: UnsignedPacket) => number,
): UnsignedPacket {
  if (policy === 'summary') return fitPacket(facts, profile, budget, bytesOf, sizes);
  const full = fullPacket(facts, profile, sizes);
  const bytes = bytesOf(full);
  if (bytes <= budget) return full;
  if (policy === 'warn') {
    return { ...full, warning: `This answer has about ${bytes} bytes, over its budget of ${budget}.` };
  }
  const retryWith = { profile, budget: Math.min(bytes, contextBudgets.most) };
  throw refusalError('invalid_input', message('tasks.contextTooLarge', { bytes, budget }), {
    hint: message('tasks.contextTooLargeHint', { budget: retryWith.budget }),
    details: { bytes, budget, retryWith },
  });
}

const digestLength = 16;
const reviewLane = 'This worktree is a lane for a review: findings and the verdict go to the lane that is reviewed.';
const laneWithoutTask =
  'This worktree is a lane: do its work here. Its task begins with its first slice, decision or next action.';

function withDigest(packet: UnsignedPacket, seen: string | undefined, work: Packet['work']): PacketAnswer {
  const digest = sha256(JSON.stringify(packet)).slice(0, digestLength);
  if (digest === seen) return { unchanged: true, digest };
  return { ...packet, ...(work === undefined ? {} : { work }), digest };
}
