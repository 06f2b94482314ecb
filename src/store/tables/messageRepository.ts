import type { Kysely } from 'kysely';
import { everybody, type MessageKind, type MessageRow } from '../../domain/message/messageRow.js';
import { EntityRepository, type EntityShape, type RowQuery } from './entityRepository.js';
import { RowInserter } from './insertRows.js';
import type { Schema } from './schema.js';

const shape: EntityShape<MessageRow> = {
  table: 'messages',
  counter: 'message',
  columns: [
    'id',
    'repository_id',
    'number',
    'sender',
    'sender_role',
    'recipient',
    'lane_id',
    'kind',
    'subject',
    'payload',
    'blob',
    'blob_sha256',
    'dispatch_id',
    'reply_to',
    'status',
    'created_at',
    'revision',
  ],
};

const inserter = new RowInserter<MessageRow>(shape.table, shape.columns);

/** Whose messages are meant. */
export interface Mailbox {
  readonly reader: string;
  /** Names under which the reader is written to, with that of everybody. */
  readonly recipients: readonly string[];
}

/** Which messages of a list, in their order. */
export interface MessagePage {
  /** Numbers above this one. */
  readonly after: number;
  readonly limit: number;
  readonly kind?: MessageKind | undefined;
}

/** Messages, in one order for all. */
export class MessageRepository extends EntityRepository<MessageRow> {
  constructor(db: Kysely<Schema>, repositoryId: string) {
    super(db, repositoryId, shape, inserter);
  }

  /** What is for a reader; what it said to everybody itself is not. */
  async in({ reader, recipients }: Mailbox, page: MessagePage): Promise<MessageRow[]> {
    return this.select(query =>
      paged(query, page)
        .where('recipient', 'in', [...recipients])
        .where(either => either.or([either('recipient', '<>', everybody), either('sender', '<>', reader)])),
    );
  }

  /** How many messages are for a reader above the number `after`. */
  async countIn({ reader, recipients }: Mailbox, after: number): Promise<number> {
    const { count } = await this.db
      .selectFrom('messages')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('repository_id', '=', this.repositoryId)
      .where('number', '>', after)
      .where('recipient', 'in', [...recipients])
      .where(either => either.or([either('recipient', '<>', everybody), either('sender', '<>', reader)]))
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** What a lane sent, what was sent to it, and what is about it. */
  ofLane({ id, name }: { readonly id: string; readonly name: string }, page: MessagePage): Promise<MessageRow[]> {
    return this.select(query =>
      paged(query, page).where(either =>
        either.or([either('lane_id', '=', id), either('sender', '=', name), either('recipient', '=', name)]),
      ),
    );
  }

  /** All messages. */
  all(page: MessagePage): Promise<MessageRow[]> {
    return this.select(query => paged(query, page));
  }

  /** Questions that nobody has answered yet. */
  openQuestions(): Promise<MessageRow[]> {
    return this.select(query => query.where('kind', '=', 'question').where('status', '<>', 'closed').orderBy('number'));
  }

  /** The message that was sent under this name before. */
  async dispatched(dispatchId: string): Promise<MessageRow | undefined> {
    return (await this.select(query => query.where('dispatch_id', '=', dispatchId).limit(1)))[0];
  }

  /** The number of the last message; 0 before the first. */
  async last(): Promise<number> {
    const [row] = await this.select(query => query.orderBy('number', 'desc').limit(1));
    return row?.number ?? 0;
  }

  /** Marks open messages to these recipients as acknowledged, up to a number. */
  async acknowledge(recipients: readonly string[], upTo: number): Promise<void> {
    await this.db
      .updateTable('messages')
      .set(({ eb }) => ({ status: 'acknowledged', revision: eb('revision', '+', 1) }))
      .where('repository_id', '=', this.repositoryId)
      .where('recipient', 'in', [...recipients])
      .where('number', '<=', upTo)
      .where('status', '=', 'open')
      .execute();
  }
}

function paged(query: RowQuery<MessageRow>, { after, limit, kind }: MessagePage): RowQuery<MessageRow> {
  const page = query.where('number', '>', after).orderBy('number').limit(limit);
  return kind === undefined ? page : page.where('kind', '=', kind);
}
