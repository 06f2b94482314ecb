import * as z from 'zod';
import { formatRef } from '../../../domain/identifier/identifier.js';
import { messageSchema } from '../../../domain/message/message.js';
import type { MessageRow } from '../../../domain/message/messageRow.js';
import { findLane } from '../../../records/lane/laneAccess.js';
import { laneField } from '../../../records/lane/laneFields.js';
import { mailboxOf } from '../../../records/message/mailboxOf.js';
import { numberOf, readSurroundings, refOrNull, showMessages } from '../../../records/message/messageAccess.js';
import { asField, kindField } from '../../../records/message/messageFields.js';
import type { Transaction } from '../../../store/store.js';
import type { Mailbox } from '../../../store/tables/messageTable.js';
import { defineOperation } from '../../operation.js';
import { correspondentOf, readerNamed } from './correspondent.js';

const defaultPageSize = 50;
const maxPageShare = 200;

const listInput = z.strictObject({
  as: asField,
  lane: laneField.optional().describe('All messages from, to and about this lane'),
  all: z.boolean().optional().describe('Include acknowledged ones'),
  kind: kindField.optional().describe('Only this kind'),
  limit: z.int().min(1).max(maxPageShare).optional().describe(`Maximum number; ${defaultPageSize} by default`),
  cursor: z.string().trim().min(1).max(100).optional().describe('nextCursor of the previous page'),
});

export const messageList = defineOperation({
  name: 'message.list',
  order: 20,
  title: 'List Messages',
  summary: 'Lists the messages a reader has not acknowledged, oldest first.',
  input: listInput,
  output: z.object({
    reader: z.string(),
    /** Last acknowledged message, including all before; null for none. */
    acknowledged: z.string().nullable(),
    unread: z.int(),
    messages: z.array(messageSchema),
    nextCursor: z.string().nullable(),
  }),
  effect: 'read',
  readsAsCaller: true,
  mcp: { tool: 'lane_communication', action: 'list', brief: '', rare: ['as', 'all', 'limit', 'cursor'] },
  cli: {
    exclusive: [
      ['as', 'lane'],
      ['all', 'lane'],
    ],
    examples: [
      'message list',
      'message list --as login --kind brief',
      'message list --lane login',
      'message list --all',
    ],
  },
  palette: false,
  async run(context, input) {
    const limit = input.limit ?? defaultPageSize;
    const self = await correspondentOf(context);
    const read = await context.store.read(async transaction => {
      const reader = input.as === undefined ? self.name : await readerNamed(transaction, input.as);
      const mailbox = mailboxOf(context, reader);
      const acknowledged = await transaction.messageCursors.acknowledged(reader);
      // One more than the limit, to detect a next page.
      const rows = await pageOf(transaction, mailbox, { ...input, acknowledged, limit: limit + 1 });
      return {
        reader,
        acknowledged,
        unread: await transaction.messages.countIn(mailbox, acknowledged),
        found: await readSurroundings(transaction, rows.slice(0, limit)),
        isLast: rows.length <= limit,
      };
    });
    const last = read.found.rows.at(-1);
    return {
      reader: read.reader,
      acknowledged: refOrNull(read.acknowledged),
      unread: read.unread,
      messages: await showMessages(context, read.found),
      nextCursor: read.isLast || last === undefined ? null : formatRef('message', last.number),
    };
  },
});

async function pageOf(
  transaction: Transaction,
  mailbox: Mailbox,
  {
    lane,
    all,
    kind,
    cursor,
    acknowledged,
    limit,
  }: z.output<typeof listInput> & { acknowledged: number; limit: number },
): Promise<MessageRow[]> {
  const seen = numberOf(cursor);
  if (lane !== undefined) {
    return transaction.messages.ofLane(await findLane(transaction, lane), { after: seen, limit, kind });
  }
  return transaction.messages.in(mailbox, { after: all === true ? seen : Math.max(seen, acknowledged), limit, kind });
}
