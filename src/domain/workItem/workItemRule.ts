import type { Actor } from '../actor/actor.js';
import { type Refusal, refuse } from '../refusal/refusal.js';
import { nameOf } from './nameOf.js';
import { workItemLimits } from './workItem.js';
import type { WorkItemRow } from './workItemRow.js';
import { allowsTransition, isTerminal, type WorkItemAct, type WorkItemStatus } from './workItemStatus.js';

/** Statuses as words in a sentence. */
const statusWords: Readonly<Record<WorkItemStatus, string>> = {
  pending: 'pending',
  in_flight: 'in flight',
  waiting_human: 'waiting for a person',
  done: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
};

const participles: Readonly<Record<WorkItemAct, string>> = {
  claim: 'claimed',
  release: 'released',
  ask: 'put to a person',
  advance: 'answered',
  resolve: 'resolved',
  reopen: 'reopened',
};

/** Refuses an act that the status does not allow. */
export function checkTransition(row: WorkItemRow, act: WorkItemAct, to: WorkItemStatus): Refusal | undefined {
  if (allowsTransition(row.status, act, to)) return undefined;
  const hint = hintFor(row.status, act);
  return refuse(
    'transition_not_allowed',
    `${nameOf(row)} is ${statusWords[row.status]} and cannot be ${participles[act]}.`,
    { ...(hint === undefined ? {} : { hint }), details: { status: row.status, act } },
  );
}

function hintFor(status: WorkItemStatus, act: WorkItemAct): string | undefined {
  if (act === 'reopen') return 'It is open already.';
  if (isTerminal(status)) return 'Reopen it with a reason first.';
  if (act === 'advance') return 'Only an item that waits for a person takes an answer.';
  if (status === 'waiting_human') return 'A person answers its question first.';
  if (status === 'pending') return 'Claim it first.';
  return undefined;
}

/** Refuses an act on an item that has changed since its caller saw it. */
export function checkItemRevision(row: WorkItemRow, expected: number | undefined): Refusal | undefined {
  if (expected === undefined || expected === row.revision) return undefined;
  return refuse(
    'stale',
    `${nameOf(row)} is at revision ${row.revision}, not ${expected}: it is ${statusWords[row.status]} now.`,
    {
      hint: 'Look at it again and repeat what still applies.',
      details: { expectedRevision: expected, currentRevision: row.revision, status: row.status },
    },
  );
}

/** Refuses a write that carries the token of a claim that has been replaced. */
export function checkToken(row: WorkItemRow, token: number | undefined): Refusal | undefined {
  if (token === undefined || token === row.token) return undefined;
  const holder = row.status === 'in_flight' && row.owner !== null ? ` by ${row.owner}` : '';
  const why =
    token < row.token
      ? `it has been claimed again since${holder} (token ${row.token})`
      : `its current token is ${row.token}`;
  return refuse('stale', `Token ${token} is not valid for ${nameOf(row)}: ${why}.`, {
    hint: 'Stop working on it, look at what it has become, and claim the next item.',
    details: { token, currentToken: row.token, owner: row.owner },
  });
}

/** Refuses someone who is neither the holder of a claimed item nor a person. */
export function checkHolder(row: WorkItemRow, actor: Actor, act: WorkItemAct): Refusal | undefined {
  if (actor.role === 'human' || row.owner === null || row.owner === actor.name || isTerminal(row.status))
    return undefined;
  if (row.status === 'pending') return undefined;
  return refuse(
    'conflict',
    `${nameOf(row)} is held by ${row.owner} and cannot be ${participles[act]} by ${actor.name}.`,
    {
      hint: 'Its holder or a person may do it.',
      details: { owner: row.owner, token: row.token },
    },
  );
}

/** Refuses a change of an item that has ended. */
export function checkOpen(row: WorkItemRow, participle: string): Refusal | undefined {
  if (!isTerminal(row.status)) return undefined;
  return refuse('transition_not_allowed', `${nameOf(row)} is ${statusWords[row.status]} and cannot be ${participle}.`, {
    hint: 'Reopen it with a reason first.',
    details: { status: row.status },
  });
}

/** Refuses notes that have grown too large. */
export function checkNotesSize(row: WorkItemRow, notes: string | null): Refusal | undefined {
  if (notes === null || new TextEncoder().encode(notes).length <= workItemLimits.notesBytes) return undefined;
  return refuse(
    'invalid_input',
    `The notes of ${nameOf(row)} would be larger than ${workItemLimits.notesBytes / 1024} kB.`,
    {
      hint: 'Keep long texts in a file and note where it is.',
    },
  );
}
