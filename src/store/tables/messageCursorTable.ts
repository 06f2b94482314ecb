import type { MessageCursorRow } from '../../domain/message/messageRow.js';
import { Queries } from './queries.js';
import { storedCells } from './storedCell.js';

/** How far each reader of messages has come. */
export class MessageCursorTable extends Queries {
  /** The number up to which a reader has acknowledged; 0 for one that never did. */
  async acknowledged(reader: string): Promise<number> {
    const row = await this.db
      .selectFrom('message_cursors')
      .select('acknowledged')
      .where('repository_id', '=', this.repositoryId)
      .where('reader', '=', reader)
      .executeTakeFirst();
    return row?.acknowledged ?? 0;
  }

  /** Moves a reader's cursor on; one that is there already, or further, stays. */
  async acknowledge(reader: string, number: number, now: number): Promise<void> {
    const row: MessageCursorRow = {
      repository_id: this.repositoryId,
      reader,
      acknowledged: number,
      updated_at: now,
    };
    await this.db
      .insertInto('message_cursors')
      .values(storedCells(row))
      .onConflict(conflict =>
        conflict
          .columns(['repository_id', 'reader'])
          .doUpdateSet({ acknowledged: number, updated_at: now })
          .where('message_cursors.acknowledged', '<', number),
      )
      .execute();
  }
}
