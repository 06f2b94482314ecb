import { type Message, message } from '../../messages/message.js';
import type { Actor } from '../actor/actor.js';
import { type Refusal, refuse } from '../refusal/refusal.js';
import { nameOf } from './nameOf.js';
import { hasNotes } from './notes.js';
import { workItemLimits } from './workItem.js';
import type { WorkItemRow } from './workItemRow.js';
import {
  allowsTransition,
  isTerminal,
  type TerminalStatus,
  type WorkItemAct,
  type WorkItemStatus,
} from './workItemStatus.js';

const statusWords: Readonly<Record<WorkItemStatus, Message>> = {
  pending: message('queue.isPending'),
  in_flight: message('queue.isInFlight'),
  waiting_human: message('queue.isWaiting'),
  done: message('queue.isDone'),
  failed: message('queue.isFailed'),
  cancelled: message('queue.isCancelled'),
};

const participles: Readonly<Record<WorkItemAct | 'edit' | 'handOver', Message>> = {
  claim: message('queue.actClaim'),
  release: message('queue.actRelease'),
  ask: message('queue.actAsk'),
  advance: message('queue.actAnswer'),
  resolve: message('queue.actResolve'),
  reopen: message('findings.actReopen'),
  edit: message('queue.actEdit'),
  handOver: message('queue.actHandOver'),
};

export function checkTransition(row: WorkItemRow, act: WorkItemAct, to: WorkItemStatus): Refusal | undefined {
  if (allowsTransition(row.status, act, to)) return undefined;
  const hint = hintFor(row.status, act);
  return refuse(
    'transition_not_allowed',
    message('input.stateForbids', { subject: nameOf(row), status: statusWords[row.status], act: participles[act] }),
    { ...(hint === undefined ? {} : { hint }), details: { status: row.status, act } },
  );
}

function hintFor(status: WorkItemStatus, act: WorkItemAct): Message | undefined {
  if (act === 'reopen') return message('findings.alreadyOpen');
  if (isTerminal(status)) return message('input.reopenFirst');
  if (act === 'advance') return message('queue.onlyWaitingTakeAnswers');
  if (status === 'waiting_human') return message('queue.answerFirst');
  if (status === 'pending') return message('queue.claimFirst');
  return undefined;
}

export function checkItemRevision(row: WorkItemRow, expected: number | undefined): Refusal | undefined {
  if (expected === undefined || expected === row.revision) return undefined;
  return refuse(
    'stale',
    message('input.atOtherRevision', {
      subject: nameOf(row),
      revision: row.revision,
      expected,
      status: statusWords[row.status],
    }),
    {
      hint: 'input.lookAgain',
      details: { expectedRevision: expected, currentRevision: row.revision, status: row.status },
    },
  );
}

export function checkToken(row: WorkItemRow, token: number | undefined): Refusal | undefined {
  if (token === undefined || token === row.token) return undefined;
  const holder = row.status === 'in_flight' && row.owner !== null ? message('queue.byOwner', { owner: row.owner }) : '';
  const why =
    token < row.token
      ? message('queue.claimedSince', { holder, token: row.token })
      : message('queue.currentToken', { token: row.token });
  return refuse('stale', message('queue.staleToken', { token, item: nameOf(row), why }), {
    hint: 'queue.staleTokenHint',
    details: { token, currentToken: row.token, owner: row.owner },
  });
}

export function checkHolder(row: WorkItemRow, actor: Actor, act: keyof typeof participles): Refusal | undefined {
  if (actor.role === 'human' || row.owner === null || row.owner === actor.name || isTerminal(row.status))
    return undefined;
  if (row.status === 'pending') return undefined;
  return refuse(
    'conflict',
    message('queue.notHolder', { item: nameOf(row), owner: row.owner, act: participles[act], actor: actor.name }),
    { hint: 'queue.notHolderHint', details: { owner: row.owner, token: row.token } },
  );
}

/** True if the item's last holder, or a person, repeats the request that ended it, with the same status and notes. */
export function isResolvedSo(
  row: WorkItemRow,
  actor: Actor,
  asked: { readonly status: TerminalStatus; readonly notes?: string | undefined },
): boolean {
  if (row.status !== asked.status || !hasNotes(row.notes, asked.notes)) return false;
  return actor.role === 'human' || row.owner === null || row.owner === actor.name;
}

export function checkOpen(row: WorkItemRow, participle: string | Message): Refusal | undefined {
  if (!isTerminal(row.status)) return undefined;
  return refuse(
    'transition_not_allowed',
    message('input.stateForbids', { subject: nameOf(row), status: statusWords[row.status], act: participle }),
    { hint: 'input.reopenFirst', details: { status: row.status } },
  );
}

export function checkNotesSize(row: WorkItemRow, notes: string | null): Refusal | undefined {
  if (notes === null || new TextEncoder().encode(notes).length <= workItemLimits.notesBytes) return undefined;
  return refuse(
    'invalid_input',
    message('queue.notesTooLong', { item: nameOf(row), limit: workItemLimits.notesBytes / 1024 }),
    { hint: 'queue.notesTooLongHint' },
  );
}
