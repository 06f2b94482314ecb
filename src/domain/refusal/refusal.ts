import { type Message, message, type PlainKey } from '../../messages/message.js';
import { say } from '../../messages/say.js';

/**
 * A refusal is the expected "no" of an operation: a value, not an exception. It names its cause in one sentence and,
 * where there is one, the next step. Surfaces turn it into an exit code, an MCP error result or a notification.
 */

/** Every reason an operation may give, with the exit code that the CLI answers. */
export const refusalExitCodes = {
  /** The thing named does not exist. */
  not_found: 1,
  /** `next` found no work item that may be claimed now. */
  nothing_ready: 1,
  /** Someone else holds it, or it exists already with other content. */
  conflict: 1,
  /** Several tasks, slices or rescues could be meant; `details.candidates` lists them. */
  ambiguous: 2,
  /** The actor's role may not do this. */
  not_allowed: 1,
  /** An input is malformed, out of range, or excludes another. */
  invalid_input: 2,
  /** The entity's state does not allow this transition. */
  transition_not_allowed: 3,
  /** The caller acts on a claim or revision that has been replaced since. */
  stale: 3,
  /** No git repository and no explicit store location. */
  no_repository: 2,
  /** Git is asked, and is not installed where programs are looked for. */
  git_missing: 4,
  /** A question that only a store can answer, where there is none (a fresh clone). */
  store_absent: 4,
  /** The lock could not be had in time; the message names who holds it. */
  store_locked: 4,
  /** The store is damaged; reads continue at the last good commit. */
  store_corrupt: 4,
  /** The store was written by a newer Stateroom. */
  store_too_new: 4,
  /** The store or its folder can only be read by this process. */
  store_read_only: 4,
  /** A write failed (disk full, I/O error) and was undone. */
  store_write_failed: 4,
  /** It is not known whether the last write reached the disk; the caller must look before repeating it. */
  store_uncertain: 4,
  /** A time limit given by the caller or the configuration ran out. */
  timed_out: 124,
} as const;

export type RefusalCode = keyof typeof refusalExitCodes;

export interface Refusal {
  readonly refused: true;
  readonly code: RefusalCode;
  /** One sentence: what was refused and why. */
  readonly message: Message;
  /** What to do next where no operation does it. */
  readonly hint?: Message;
  /** Operations that go on from here, the best one first; never a destructive one. Surfaces say them in their own terms. */
  readonly next?: readonly NextStep[];
  /** Machine-readable facts, for example both revisions of a conflict. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** What an agent is refused that is for people to decide, to be put on record; surfaces never see it. */
  readonly attempt?: Attempt;
}

/** An operation as a remedy. */
export interface NextStep {
  /** `queue.claim` */
  readonly operation: string;
  /** The known part of the input; the caller of the step adds the rest. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** What someone tried. */
export interface Attempt {
  /** `L-3`, `F-7`; an event type. Never free text: attempts on what does not exist are not recorded. */
  readonly about: string;
  /** Its state at the time, so that a later attempt in a different state counts separately. */
  readonly state?: string;
  /** ULIDs of the task and the work item that it belongs to. */
  readonly taskId?: string | null;
  readonly workItemId?: string | null;
}

/** What a refusal says beside its cause. A message without places may be named by its key alone. */
export interface Remedy {
  readonly hint?: Message | PlainKey;
  readonly next?: readonly NextStep[];
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Makes a refusal; `cause` is one sentence that names the cause. */
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

/** Has a refusal of an agent put on record. */
export function onRecord(refusal: Refusal, attempt: Attempt): Refusal {
  return { ...refusal, attempt };
}

/** Distinguishes a refusal from any other result of an operation. */
export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && (value as { refused?: unknown }).refused === true;
}

/** Thrown inside a transaction so that everything it wrote is rolled back; caught by `invoke`, never by surfaces. */
export class RefusalError extends Error {
  constructor(readonly refusal: Refusal) {
    super(say(refusal.message));
    this.name = 'RefusalError';
  }
}

/** What was answered; throws a refusal. */
export function unlessRefused<Answer>(answer: Answer | Refusal): Answer {
  if (isRefusal(answer)) throw new RefusalError(answer);
  return answer;
}

/** Rolls the transaction back with this refusal, if there is one. */
export function throwIfRefused(refusal: Refusal | undefined): void {
  if (refusal !== undefined) throw new RefusalError(refusal);
}

/** The same as `refuse`, to be thrown. */
export function refusalError(...refused: Parameters<typeof refuse>): RefusalError {
  return new RefusalError(refuse(...refused));
}
