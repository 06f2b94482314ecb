import { type NextStep, type Refusal, type RefusalCode, refuse } from '../domain/refusal/refusal.js';
import type { Message } from '../messages/message.js';
import { say } from '../messages/say.js';

/** See the failures in docs/store.md. */
export type StoreErrorCode =
  | 'STORE_CORRUPT'
  | 'STORE_TOO_NEW'
  | 'STORE_READ_ONLY'
  | 'STORE_WRITE_FAILED'
  | 'STORE_UNREADABLE'
  | 'STORE_MOVED'
  | 'STORE_UNCERTAIN'
  | 'STORE_DIVERGED'
  | 'COMMIT_FENCED'
  | 'LOCK_TIMEOUT'
  | 'UPDATE_PENDING'
  | 'STORE_CLOSED'
  | 'TRANSACTION_TOO_LARGE'
  | 'INVALID_STATEMENT'
  | 'QUERY_ENDED';

const refusalCodes: Readonly<Record<StoreErrorCode, RefusalCode>> = {
  STORE_CORRUPT: 'store_corrupt',
  STORE_TOO_NEW: 'store_too_new',
  STORE_READ_ONLY: 'store_read_only',
  STORE_WRITE_FAILED: 'store_write_failed',
  STORE_UNREADABLE: 'store_write_failed',
  STORE_MOVED: 'no_repository',
  STORE_UNCERTAIN: 'store_uncertain',
  STORE_DIVERGED: 'store_corrupt',
  COMMIT_FENCED: 'store_uncertain',
  LOCK_TIMEOUT: 'store_locked',
  UPDATE_PENDING: 'store_read_only',
  STORE_CLOSED: 'store_write_failed',
  TRANSACTION_TOO_LARGE: 'invalid_input',
  INVALID_STATEMENT: 'invalid_input',
  QUERY_ENDED: 'timed_out',
};

/** Matches by shape: another bundle file has its own copy of this class, so `instanceof` fails. */
export function isStoreError(error: unknown): error is StoreError {
  return error instanceof Error && 'toRefusal' in error;
}

export class StoreError extends Error {
  readonly hint: Message | undefined;
  readonly next: readonly NextStep[] | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(
    readonly code: StoreErrorCode,
    readonly said: Message,
    more: {
      hint?: Message;
      next?: readonly NextStep[];
      details?: Readonly<Record<string, unknown>>;
      cause?: unknown;
    } = {},
  ) {
    super(say(said), more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'StoreError';
    this.hint = more.hint;
    this.next = more.next;
    this.details = more.details;
  }

  /** `details.storeCode` has the store's own code. */
  toRefusal(): Refusal {
    return refuse(refusalCodes[this.code], this.said, {
      ...(this.hint === undefined ? {} : { hint: this.hint }),
      ...(this.next === undefined ? {} : { next: this.next }),
      details: { storeCode: this.code, ...this.details },
    });
  }
}
