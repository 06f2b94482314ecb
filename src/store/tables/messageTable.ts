import { everybody, type MessageKind, type MessageRow, messageDefinition } from '../../domain/message/messageRow.js';
import { type RowQuery, tableOf, type Where } from './table.js';

/** Whose messages are meant. */
export interface Mailbox {
  readonly reader: string;
  /** Names under which the reader is written to, with that of everyone. */
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
export class MessageTable extends tableOf(messageDefinition) {
  /** Messages for a reader, without the reader's own broadcasts. */
  in({ reader, recipients }: Mailbox, page: MessagePage): Promise<MessageRow[]> {
    return this.#page(page, { recipient: ['in', recipients] }, notOwn(reader));
  }

  /** How many messages are for a reader above the number `after`. */
  countIn({ reader, recipients }: Mailbox, after: number): Promise<number> {
    return this.countOf({ number: ['>', after], recipient: ['in', recipients] }, notOwn(reader));
  }

  /** What a lane sent, what was sent to it, and what is about it. */
  ofLane({ id, name }: { readonly id: string; readonly name: string }, page: MessagePage): Promise<MessageRow[]> {
    return this.#page(page, {}, query =>
      query.where(either =>
        either.or([either('lane_id', '=', id), either('sender', '=', name), either('recipient', '=', name)]),
      ),
    );
  }

  /** All messages. */
  all(page: MessagePage): Promise<MessageRow[]> {
    return this.#page(page, {});
  }

  /** Questions that no one has answered yet. */
  openQuestions(): Promise<MessageRow[]> {
    return this.rows({ kind: 'question', status: ['<>', 'closed'] }, ['number']);
  }

  /** The message that was sent under this name before. */
  dispatched(dispatchId: string): Promise<MessageRow | undefined> {
    return this.first({ dispatch_id: dispatchId });
  }

  /** The number of the last message; 0 before the first. */
  async last(): Promise<number> {
    return (await this.first({}, ['-number']))?.number ?? 0;
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

  #page({ after, limit, kind }: MessagePage, where: Where<MessageRow>, refine?: Refine): Promise<MessageRow[]> {
    return this.rows({ number: ['>', after], kind, ...where }, ['number'], limit, refine);
  }
}

type Refine = (query: RowQuery<MessageRow>) => RowQuery<MessageRow>;

function notOwn(reader: string): Refine {
  return query =>
    query.where(either => either.or([either('recipient', '<>', everybody), either('sender', '<>', reader)]));
}
