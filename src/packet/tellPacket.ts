import { refusalError } from '../domain/refusal/refusal.js';
import { type ContextPolicy, contextBudgets } from '../domain/task/contextBudget.js';
import { message } from '../messages/message.js';
import { say } from '../messages/say.js';
import { sha256 } from '../platform/sha256.js';
import { baseConfigOrDefaults } from '../records/baseConfig.js';
import type { Context } from '../records/context.js';
import { placeOf, resolveTaskOrNone } from '../records/task/taskAccess.js';
import { type Advice, queueAdvice, sayAdvice } from './advice.js';
import { ownLane } from './laneFacts.js';
import type { ContextProfile, Packet, SessionContext, Work } from './packetSchema.js';
import {
  type ContextFacts,
  type ContextSizes,
  contextBytes,
  contextSizes,
  contextStore,
  fitContext,
  fitQueue,
  fullContext,
  queueLines,
} from './renderPacket.js';
import { startupDocuments } from './startupDocuments.js';
import { collectFacts, readOpen } from './taskFacts.js';

export interface PacketAsked {
  readonly task?: string | undefined;
  readonly profile?: ContextProfile | undefined;
  readonly budget?: number | undefined;
  readonly touchedFiles?: number | undefined;
  readonly gates?: boolean | undefined;
  readonly digest?: string | undefined;
}

/** Tells an agent of its work where it is: its task, its lane, or the queue. Calls git. */
export async function tellPacket(context: Context, input: PacketAsked): Promise<Packet> {
  const place = await placeOf(context);
  const documents = await startupDocuments(context);
  const { row, hasLanes } = await context.store.read(async transaction => ({
    row: await resolveTaskOrNone(transaction, place, input.task),
    hasLanes: await transaction.lanes.isAny(),
  }));
  const profile = input.profile ?? 'hot_summary';
  const { context: settings } = await baseConfigOrDefaults(context);
  const budget = input.budget ?? settings.budget;
  const own =
    hasLanes && profile !== 'identity'
      ? await ownLane(context, row === undefined ? 0.75 * budget : budget / 4)
      : undefined;
  const lane = own === undefined ? {} : { lane: own };
  const isWhole = profile === 'hot_summary' || profile === 'full_debug';
  const open = isWhole ? await readOpen(context) : undefined;
  const { state, reason, hint } = await context.store.health();
  const store = contextStore({
    state,
    ...(reason === undefined ? {} : { reason: say(reason) }),
    ...(hint === undefined ? {} : { hint: say(hint) }),
  });
  const bytesOf = (answer: object): number =>
    (context.answerBytes ?? contextBytes)({ ...answer, work: open?.work, digest: '0'.repeat(digestLength) });
  const tell = (advice: Advice) => sayAdvice(context, advice);
  if (row === undefined) {
    const hint =
      own === undefined ? await tell(queueAdvice(open?.queue)) : own.kind === 'review' ? reviewLane : laneWithoutTask;
    const answerWith = (max: number) => ({
      ...(store === undefined ? {} : { store }),
      task: null,
      hint,
      ...(open === undefined || own !== undefined ? {} : { queue: queueLines(open.queue, max) }),
      documents: documents.slice(0, Math.min(contextSizes.summary.documents, 2 * max)),
      ...lane,
    });
    return withDigest(fitQueue(answerWith, budget, bytesOf), input.digest, open?.work);
  }
  const facts = await collectFacts(context, row, { store, documents, gates: input.gates === true, isWhole, tell });
  const sizes = input.touchedFiles === undefined ? {} : { touchedFiles: input.touchedFiles };
  // An explicit budget is taken literally; the policy applies only without one.
  const policy = input.budget === undefined ? settings.policy : 'summary';
  const withLane = (answer: SessionContext) => ({ ...answer, ...lane });
  const answer = answerWithin({ facts, profile, sizes }, budget, policy, one => bytesOf(withLane(one)));
  // The task comes first: with the smallest budget, only the lane's name is included.
  const isOver = policy === 'summary' && own !== undefined && bytesOf(withLane(answer)) > budget;
  return withDigest(isOver ? { ...answer, lane: { lane: own.lane } } : withLane(answer), input.digest, open?.work);
}

interface Telling {
  readonly facts: ContextFacts;
  readonly profile: ContextProfile;
  readonly sizes: Partial<ContextSizes>;
}

/** Summary within `budget` bytes, as `bytesOf` counts them; refuses if the policy says so. */
function answerWithin(
  { facts, profile, sizes }: Telling,
  budget: number,
  policy: ContextPolicy,
  bytesOf: (answer: SessionContext) => number,
): SessionContext {
  if (policy === 'summary') return fitContext(facts, profile, budget, bytesOf, sizes);
  const full = fullContext(facts, profile, sizes);
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

function withDigest<Answer extends object>(
  answer: Answer,
  seen: string | undefined,
  work: Work,
): (Answer & { work?: Work; digest: string }) | { unchanged: true; digest: string } {
  const digest = sha256(JSON.stringify(answer)).slice(0, digestLength);
  if (digest === seen) return { unchanged: true, digest };
  return { ...answer, ...(work === undefined ? {} : { work }), digest };
}
