import { formatRef } from '../identifier/identifier.js';
import { type Message, type MessageContent, messageContentSchema } from './message.js';
import type { MessageRow } from './messageRow.js';

/** What a message's row alone does not tell. */
export interface MessageSurroundings {
  /** What it holds, or why that cannot be read. */
  readonly content: MessageContent | string;
  /** Names of lanes by ULID. */
  readonly lanes: ReadonlyMap<string, string>;
  /** Numbers of other messages by ULID. */
  readonly numbers: ReadonlyMap<string, number>;
}

/** A stored message as every surface shows it. */
export function presentMessage(
  row: Omit<MessageRow, 'repository_id'>,
  { content, lanes, numbers }: MessageSurroundings,
): Message {
  const answered = row.reply_to === null ? undefined : numbers.get(row.reply_to);
  return {
    ref: formatRef('message', row.number),
    id: row.id,
    from: row.sender,
    fromRole: row.sender_role,
    to: row.recipient,
    kind: row.kind,
    subject: row.subject,
    lane: row.lane_id === null ? null : (lanes.get(row.lane_id) ?? null),
    ...(typeof content === 'string' ? { text: null, data: null, brief: null } : content),
    problem: typeof content === 'string' ? content : null,
    replyTo: answered === undefined ? null : formatRef('message', answered),
    dispatchId: row.dispatch_id,
    status: row.status,
    at: new Date(row.created_at).toISOString(),
  };
}

/** The content in a text; undefined when it is none. */
export function readMessageContent(text: string): MessageContent | undefined {
  try {
    return messageContentSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
