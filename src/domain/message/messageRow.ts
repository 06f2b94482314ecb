import { roles } from '../actor/actor.js';
import { link, numbered, oneOf, repositoryId, revision, text, time, ulid } from '../record/column.js';
import { RecordDefinition, type RowOf } from '../record/record.js';

export const messageKinds = ['note', 'brief', 'question', 'answer', 'report', 'handoff'] as const;
export type MessageKind = (typeof messageKinds)[number];

/** Recipient of messages to every reader. */
export const everybody = 'all';
/** Recipient of messages that any person may answer. */
export const anyPerson = 'person';

export const messageDefinition = new RecordDefinition(
  'messages',
  {
    id: ulid,
    repository_id: repositoryId,
    /** Position in the single order of all messages. */
    number: numbered('message'),
    sender: text().as('from'),
    sender_role: oneOf(roles).as('fromRole'),
    /** Name of a lane or actor; `person` for any person, `all` for everyone. */
    recipient: text().as('to'),
    lane_id: link('lane').orNull,
    kind: oneOf(messageKinds),
    subject: text(),
    /** JSON of at most 16 kB; null if it is in a file. */
    payload: text().orNull.hidden,
    /** File name among the attachments, and its SHA-256. */
    blob: text().orNull.hidden,
    blob_sha256: text().orNull.hidden,
    /** The sender's idempotency key: sending it again returns the first message. */
    dispatch_id: text().orNull.as('dispatchId'),
    reply_to: link('message').orNull,
    /** A message to one reader becomes `acknowledged` by that reader; a question becomes `closed` by its answer. */
    status: oneOf(['open', 'acknowledged', 'closed']),
    created_at: time.as('at'),
    revision: revision.hidden,
  },
  { owner: 'lane', word: 'message' },
);
export type MessageRow = RowOf<typeof messageDefinition>;

/** Progress of a reader: everything up to this number is acknowledged. */
export interface MessageCursorRow {
  readonly repository_id: string;
  readonly reader: string;
  readonly acknowledged: number;
  readonly updated_at: number;
}
