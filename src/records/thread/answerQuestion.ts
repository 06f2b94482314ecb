import type { Actor } from '../../domain/actor/actor.js';
import { refuse, throwIfRefused } from '../../domain/refusal/refusal.js';
import { isHeldByWork } from '../../domain/thread/thread.js';
import { leaseForClaim } from '../../domain/workItem/lease.js';
import { nameOf } from '../../domain/workItem/nameOf.js';
import {
  type AnswerWay,
  answerText,
  askedOf,
  columnsOf,
  isOpen,
  type StoredQuestion,
} from '../../domain/workItem/question.js';
import type { WorkItemChange, WorkItemRow } from '../../domain/workItem/workItemRow.js';
import type { AdvanceTarget } from '../../domain/workItem/workItemStatus.js';
import { message } from '../../messages/message.js';
import type { Act, EventPayload } from '../act.js';
import { readThread } from '../workItem/threadAccess.js';
import { changeWorkItem } from '../workItem/workItemAccess.js';
import { endWork } from './settleThread.js';

export interface Answer {
  /** Index among the questions of the item. */
  readonly index: number;
  readonly text: string;
  readonly how: AnswerWay;
  readonly by: string;
}

/**
 * Records an answer. The item goes on once no question is open: to its holder (`in_flight`) or to the queue; `to` decides, else
 * whether a lane or task holds it. Where the item already went on, only the answer changes.
 */
export async function answerQuestion(
  act: Act,
  row: WorkItemRow,
  answer: Answer,
  { to, leaseMs }: { readonly to: AdvanceTarget | undefined; readonly leaseMs: number },
): Promise<WorkItemRow> {
  const questions = withAnswer(askedOf(row), answer, act.now);
  const given = questions[answer.index];
  const columns = columnsOf(questions);
  const about = payloadOf(given, answer);
  const type = answer.how === 'noAnswer' ? 'work_item_answer_taken' : 'work_item_advanced';
  if (row.status !== 'waiting_human' || questions.some(isOpen)) {
    return changeWorkItem(act, row, columns, type, { status: row.status, ...about });
  }
  const thread = await readThread(act.transaction, row);
  const isHeld = isHeldByWork(thread);
  const next = to ?? (isHeld ? 'in_flight' : 'pending');
  throwIfRefused(checkHolderLeft(row, next));
  const left = next === 'in_flight' ? row : await endWork(act, thread);
  const ownership = isHeld && next === 'in_flight' ? {} : ownershipAfter(row, next, leaseMs, act.now);
  return changeWorkItem(act, left, { status: next, ...columns, ...ownership }, type, { status: next, ...about });
}

export function checkHolderLeft(row: WorkItemRow, to: AdvanceTarget) {
  if (to !== 'in_flight' || row.owner !== null) return undefined;
  return refuse('transition_not_allowed', message('queue.nobodyToContinue', { item: nameOf(row) }), {
    hint: 'queue.nobodyToContinueHint',
  });
}

/** The holder continues with the same token and a fresh lease, whose length heartbeats derive from the new `claimed_at`. */
export function ownershipAfter(row: WorkItemRow, to: AdvanceTarget, leaseMs: number, now: number): WorkItemChange {
  switch (to) {
    case 'pending':
      return { owner: null, owner_role: null, claimed_at: null };
    case 'in_flight':
      return { lease_until: leaseForClaim(row.owner_role ?? 'agent', undefined, leaseMs, now), claimed_at: now };
    case 'cancelled':
      return { resolved_at: now };
  }
}

/** Actor of the answers that agents take themselves, so that no event names a person or agent who only looked. */
export const taker: Actor = { role: 'system', name: 'stateroom' };

function withAnswer(
  questions: readonly StoredQuestion[],
  { index, text, how, by }: Answer,
  now: number,
): readonly StoredQuestion[] {
  return questions.map((one, at) =>
    at === index
      ? {
          ...one,
          answer: text,
          answeredBy: by,
          answeredAt: now,
          how,
          before: isOpen(one) ? null : answerText(one),
        }
      : one,
  );
}

function payloadOf(given: StoredQuestion | undefined, { how, by, text }: Answer): EventPayload {
  return {
    question: given?.question ?? null,
    answer: text,
    ...(given?.choices.length ? { choices: [...given.choices] } : {}),
    ...(how === 'client' ? { through: by } : {}),
    ...(how === 'noAnswer' ? { after: given?.ifNoAnswer?.after ?? null } : {}),
    ...(given?.before ? { before: given.before } : {}),
  };
}
