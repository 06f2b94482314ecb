import * as z from 'zod';
import { newEvent } from '../../../domain/event/newEvent.js';
import { formatRef } from '../../../domain/identifier/identifier.js';
import { everybody, type MessageRow } from '../../../domain/message/messageRow.js';
import { type RefusalError, refusalError } from '../../../domain/refusal/refusal.js';
import { message } from '../../../messages/message.js';
import { mailboxOf } from '../../../records/message/mailboxOf.js';
import { findMessage, refOrNull } from '../../../records/message/messageAccess.js';
import { asField, messageField } from '../../../records/message/messageFields.js';
import type { Mailbox } from '../../../store/tables/messageTable.js';
import { defineOperation } from '../../operation.js';
import { correspondentOf, readerNamed } from './correspondent.js';

export const messageAcknowledge = defineOperation({
  name: 'message.acknowledge',
  order: 30,
  title: 'Acknowledge Messages',
  summary: 'Acknowledges a message and all earlier ones, so that they are not shown again.',
  input: z.strictObject({
    message: messageField.describe('The last message to acknowledge: M-7, 7 or its ULID'),
    as: asField,
    close: z.boolean().optional().describe('Mark it as needing no answer'),
  }),
  output: z.object({
    reader: z.string(),
    acknowledged: z.string().nullable(),
    unread: z.int(),
    status: z.enum(['open', 'acknowledged', 'closed']),
  }),
  effect: 'write',
  idempotency: 'message',
  mcp: { tool: 'lane_communication', action: 'acknowledge', brief: 'with all earlier ones', rare: ['as', 'close'] },
  cli: {
    positionals: ['message'],
    examples: ['message acknowledge M-7', 'message acknowledge M-7 --as login', 'message acknowledge M-7 --close'],
  },
  palette: false,
  async run(context, { message, as, close }) {
    const { actor, clock } = context;
    const self = await correspondentOf(context);
    return context.store.transaction(async transaction => {
      const named = await findMessage(transaction, message);
      const reader = as === undefined ? self.name : await readerNamed(transaction, as);
      if (actor.role === 'agent' && reader !== self.name) throw notItsOwn(reader);
      const mailbox = mailboxOf(context, reader);
      requireRecipient(named, mailbox);
      const before = await transaction.messageCursors.acknowledged(reader);
      const moves = named.number > before;
      if (moves) {
        const now = clock.now();
        await transaction.messageCursors.acknowledge(reader, named.number, now);
        await transaction.messages.acknowledge(direct(mailbox), named.number);
      }
      const [current = named] = await transaction.messages.ofIds([named.id]);
      const closes = close === true && current.status !== 'closed';
      if (closes) await transaction.messages.change(current, { status: 'closed' });
      if (moves || closes) {
        const payload = { reader, message: formatRef('message', named.number), ...(closes ? { closed: true } : {}) };
        await transaction.events.append([newEvent(actor, clock.now(), 'messages_acknowledged', null, payload)]);
      }
      const acknowledged = Math.max(before, named.number);
      return {
        reader,
        acknowledged: refOrNull(acknowledged),
        unread: await transaction.messages.countIn(mailbox, acknowledged),
        status: closes ? 'closed' : current.status,
      };
    });
  },
});

/** Without messages to everyone, which one reader cannot close for all. */
function direct({ recipients }: Mailbox): string[] {
  return recipients.filter(name => name !== everybody);
}

function requireRecipient({ number, recipient }: MessageRow, { reader, recipients }: Mailbox): void {
  if (recipients.includes(recipient)) return;
  throw refusalError(
    'not_allowed',
    message('messages.notForReader', { message: formatRef('message', number), recipient, reader }),
    { hint: message('messages.notForReaderHint') },
  );
}

function notItsOwn(reader: string): RefusalError {
  return refusalError('not_allowed', message('messages.notYours', { reader }), {
    hint: message('messages.notYoursHint'),
  });
}
