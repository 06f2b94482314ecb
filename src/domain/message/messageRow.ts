import { roles } from '../actor/actor.js';
import { link, numbered, oneOf, repositoryId, revision, text, time, ulid } from '../record/column.js';
import { RecordDefinition, type RowOf } from '../record/record.js';

/** What a message is about. */
export const messageKinds = ['note', 'brief', 'question', 'answer', 'report', 'handoff'] as const;
export type MessageKind = (typeof messageKinds)[number];

/** The recipient of what is for every reader. */
export const everybody = 'all';
/** The recipient of what any person may answer. */
export const anyPerson = 'person';

export const messageDefinition = new RecordDefinition(
  'messages',
  {
    id: ulid,
    repository_id: repositoryId,
    /** Its place in the one order of all messages. */
    number: numbered('message'),
    /** Name of the lane, the actor or the program that sent it. */
    sender: text().as('from'),
    sender_role: oneOf(roles).as('fromRole'),
    /** Name of a lane or an actor; `person` for any person, `all` for everyone. */
    recipient: text().as('to'),
    /** The lane it is about. */
    lane_id: link('lane').orNull,
    kind: oneOf(messageKinds),
    subject: text(),
    /** JSON, 16 kB at most; null when it is in a file. */
    payload: text().orNull.hidden,
    /** Name of the file among the attachments, and its SHA-256. */
    blob: text().orNull.hidden,
    blob_sha256: text().orNull.hidden,
    /** A sender's own name for it: the second one with the same is the first one again. */
    dispatch_id: text().orNull.as('dispatchId'),
    /** The message that it answers. */
    reply_to: link('message').orNull,
    /** Of what is for one reader: `acknowledged` once that has; of a question: `closed` once it is answered. */
    status: oneOf(['open', 'acknowledged', 'closed']),
    created_at: time.as('at'),
    revision: revision.hidden,
  },
  { counter: 'message' },
);
export type MessageRow = RowOf<typeof messageDefinition>;

/** How far a reader has come: everything up to this number was acknowledged. */
export interface MessageCursorRow {
  readonly repository_id: string;
  readonly reader: string;
  readonly acknowledged: number;
  readonly updated_at: number;
}
