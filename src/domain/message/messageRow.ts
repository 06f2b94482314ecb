import type { Role } from '../actor/actor.js';

/** What a message is about. */
export const messageKinds = ['note', 'brief', 'question', 'answer', 'report', 'handoff'] as const;
export type MessageKind = (typeof messageKinds)[number];

/** The recipient of what is for every reader. */
export const everybody = 'all';
/** The recipient of what any person may answer. */
export const anyPerson = 'person';

/** A message as the store holds it; the names are the columns'. Times are integer ms UTC. */
export interface MessageRow {
  /** ULID. */
  readonly id: string;
  readonly repository_id: string;
  /** Its place in the one order of all messages; `M-7`. */
  readonly number: number;
  /** Name of the lane, the actor or the program that sent it. */
  readonly sender: string;
  readonly sender_role: Role;
  /** Name of a lane or an actor; `all` for everybody. */
  readonly recipient: string;
  /** The lane it is about. */
  readonly lane_id: string | null;
  readonly kind: MessageKind;
  readonly subject: string;
  /** JSON, 16 kB at most; null when it lies in a file. */
  readonly payload: string | null;
  /** Name of the file among the attachments, and its SHA-256. */
  readonly blob: string | null;
  readonly blob_sha256: string | null;
  /** A sender's own name for it: the second one with the same is the first one again. */
  readonly dispatch_id: string | null;
  /** `M-3`’s ULID when it answers that. */
  readonly reply_to: string | null;
  readonly status: 'open' | 'acknowledged' | 'closed';
  readonly created_at: number;
  readonly revision: number;
}

/** How far a reader has come: everything up to this number was acknowledged. */
export interface MessageCursorRow {
  readonly repository_id: string;
  readonly reader: string;
  readonly acknowledged: number;
  readonly updated_at: number;
}
