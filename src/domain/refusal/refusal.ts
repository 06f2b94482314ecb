import { type Message, message, type PlainKey } from '../../messages/message.js';
import { say } from '../../messages/say.js';

/**
 * A refusal is the expected "no" of an operation: a value, not an exception, which surfaces turn into an exit code, an MCP error
 * result or a notification.
 */

/** All refusal codes, with the exit code of the CLI. */
export const refusalExitCodes = {
  not_found: 1,
  /** `next` found no work item that can be claimed now. */
  nothing_ready: 1,
  /** Someone else holds it, or it exists with other content. */
  conflict: 1,
  /** Several tasks, slices or rescues match; `details.candidates` lists them. */
  ambiguous: 2,
  not_allowed: 1,
  /** An input is malformed, out of range, or excludes another. */
  invalid_input: 2,
  /** The current state does not allow this transition. */
  transition_not_allowed: 3,
  /** The caller's claim or revision has been replaced. */
  stale: 3,
  /** No git repository and no explicit store location. */
  no_repository: 2,
  /** Git is required but not installed in the usual places. */
  git_missing: 4,
  /** The request needs a store and there is none (a fresh clone). */
  store_absent: 4,
  /** The lock was not released in time; the message names its holder. */
  store_locked: 4,
  /** The store is damaged; reads continue at the last good commit. */
  store_corrupt: 4,
  store_too_new: 4,
  /** This process has no write permission for the store or its folder. */
  store_read_only: 4,
  /** A write failed (disk full, I/O error) and was rolled back. */
  store_write_failed: 4,
  /** The last write may or may not be on disk; check before repeating it. */
  store_uncertain: 4,
  /** A time limit of the caller or the configuration was exceeded. */
  timed_out: 124,
} as const;

export type RefusalCode = keyof typeof refusalExitCodes;

export interface Refusal {
  readonly refused: true;
  readonly code: RefusalCode;
  /** One sentence: what was refused, and why. */
  readonly message: Message;
  /** The next step, if no operation does it. */
  readonly hint?: Message;
  /** Operations to continue with, best first; never a destructive one. Surfaces phrase them in their own terms. */
  readonly next?: readonly NextStep[];
  /** Machine-readable facts, for example both revisions of a conflict. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** An act of an agent that is a person's decision, to be recorded; hidden from surfaces. */
  readonly act?: RefusedAct;
}

export interface NextStep {
  readonly operation: string;
  /** The known part of the input; the caller adds the rest. */
  readonly input: Readonly<Record<string, unknown>>;
}

export interface RefusedAct {
  /** `L-3`, `F-7`, or an event type. Never free text: acts on unknown records are not recorded. */
  readonly about: string;
  /** Its state at that time, so that a later one in another state counts separately. */
  readonly state?: string;
  /** ULIDs of the related task and work item. */
  readonly taskId?: string | null;
  readonly workItemId?: string | null;
}

/** Parts of a refusal besides its cause. A message without placeholders may be given by its key. */
export interface Remedy {
  readonly hint?: Message | PlainKey;
  readonly next?: readonly NextStep[];
  readonly details?: Readonly<Record<string, unknown>>;
}

export function refuse(code: RefusalCode, cause: Message | PlainKey, { hint, ...more }: Remedy = {}): Refusal {
  return {
    refused: true,
    code,
    message: toMessage(cause),
    ...(hint === undefined ? {} : { hint: toMessage(hint) }),
    ...more,
  };
}

function toMessage(words: Message | PlainKey): Message {
  return typeof words === 'string' ? message(words) : words;
}

export function onRecord(refusal: Refusal, act: RefusedAct): Refusal {
  return { ...refusal, act };
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && (value as { refused?: unknown }).refused === true;
}

/** Thrown inside a transaction to roll it back; caught by `invoke`, never by surfaces. */
export class RefusalError extends Error {
  constructor(readonly refusal: Refusal) {
    super(say(refusal.message));
    this.name = 'RefusalError';
  }
}

export function unlessRefused<Answer>(answer: Answer | Refusal): Answer {
  if (isRefusal(answer)) throw new RefusalError(answer);
  return answer;
}

/** Throws the refusal, if there is one, to roll the transaction back. */
export function throwIfRefused(refusal: Refusal | undefined): void {
  if (refusal !== undefined) throw new RefusalError(refusal);
}

export function refusalError(...refused: Parameters<typeof refuse>): RefusalError {
  return new RefusalError(refuse(...refused));
}
