import { everybody, type MessageKind, type MessageRow, messageDefinition } from '../../domain/message/messageRow.js';
import { type RowQuery, tableOf, type Where } from './table.js';

export interface Mailbox {
  readonly reader: string;
  /** Names that address the reader, including that of everyone. */
  readonly recipients: readonly string[];
}

export interface MessagePage {
  readonly after: number;
  readonly limit: number;
  readonly kind?: MessageKind | undefined;
}

/** One order for all readers. */
export class MessageTable extends tableOf(messageDefinition) {
  /** Excludes the reader's own broadcasts. */
  in({ reader, recipients }: Mailbox, page: MessagePage): Promise<MessageRow[]> {
    return this.#page(page, { recipient: ['in', recipients] }, notOwn(reader));
  }

  countIn({ reader, recipients }: Mailbox, after: number): Promise<number> {
    return this.countOf({ number: ['>', after], recipient: ['in', recipients] }, notOwn(reader));
  }

  /** From, to and about a lane. */
  ofLane({ id, name }: { readonly id: string; readonly name: string }, page: MessagePage): Promise<MessageRow[]> {
    return this.#page(page, {}, query =>
      query.where(either =>
        either.or([either('lane_id', '=', id), either('sender', '=', name), either('recipient', '=', name)]),
      ),
    );
  }

  all(page: MessagePage): Promise<MessageRow[]> {
    return this.#page(page, {});
  }

  openQuestions(): Promise<MessageRow[]> {
    return this.rows({ kind: 'question', status: ['<>', 'closed'] }, ['number']);
  }

  dispatched(dispatchId: string): Promise<MessageRow | undefined> {
    return this.first({ dispatch_id: dispatchId });
  }

  async last(): Promise<number> {
    return (await this.first({}, ['-number']))?.number ?? 0;
  }

  /** Marks open messages up to a number. */
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
