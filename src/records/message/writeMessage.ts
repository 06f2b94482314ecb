import { newEvent } from '../../domain/event/newEvent.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import type { MessageContent } from '../../domain/message/message.js';
import type { MessageKind, MessageRow } from '../../domain/message/messageRow.js';
import { redact } from '../../platform/redact.js';
import type { Transaction } from '../../store/store.js';
import type { Context } from '../context.js';
import { type ContentColumns, withoutSecrets } from './messageContent.js';

/** All references exist. */
export interface MessageDraft {
  readonly id: string;
  readonly sender: string;
  readonly recipient: string;
  readonly kind: MessageKind;
  readonly subject: string;
  readonly columns: ContentColumns;
  readonly lane: LaneRow | undefined;
  readonly answered?: MessageRow | undefined;
  readonly dispatchId?: string | null;
}

/** Writes a message with the next number, and its event. */
export async function writeMessage(
  { actor, clock }: Context,
  transaction: Transaction,
  { id, sender, recipient, kind, subject, columns, lane, answered, dispatchId = null }: MessageDraft,
): Promise<void> {
  const now = clock.now();
  const { number } = await transaction.messages.create({
    id,
    sender,
    sender_role: actor.role,
    recipient,
    lane_id: lane?.id ?? null,
    kind,
    subject,
    ...columns,
    dispatch_id: dispatchId,
    reply_to: answered?.id ?? null,
    status: 'open',
    created_at: now,
  });
  const payload = {
    message: formatRef('message', number),
    ...(lane === undefined ? {} : { lane: formatRef('lane', lane.number) }),
    from: sender,
    to: recipient,
    kind,
    subject,
    ...(answered === undefined ? {} : { replyTo: formatRef('message', answered.number) }),
  };
  await transaction.events.append([
    newEvent(actor, now, 'message_sent', lane?.work_item_id ?? null, payload, lane?.task_id ?? null),
  ]);
}

export interface WordToLane {
  readonly kind: 'note' | 'brief';
  readonly subject: string;
  readonly content: MessageContent;
}

/** Writes short content to a lane's worker in the caller's name, as a part of another act. */
export async function writeToLane(
  context: Context,
  transaction: Transaction,
  lane: LaneRow,
  { kind, subject, content }: WordToLane,
): Promise<void> {
  const { actor, ids, clock } = context;
  const payload = JSON.stringify(withoutSecrets(content));
  await writeMessage(context, transaction, {
    id: ids.ulid(clock.now()),
    sender: actor.name,
    recipient: lane.name,
    kind,
    subject: redact(subject),
    columns: { payload, blob: null, blob_sha256: null },
    lane,
  });
}
