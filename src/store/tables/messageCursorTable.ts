import type { MessageCursorRow } from '../../domain/message/messageRow.js';
import { Queries } from './queries.js';
import { storedCells } from './storedCell.js';

export class MessageCursorTable extends Queries {
  /** Last acknowledged number; 0 for none. */
  async acknowledged(reader: string): Promise<number> {
    const row = await this.db
      .selectFrom('message_cursors')
      .select('acknowledged')
      .where('repository_id', '=', this.repositoryId)
      .where('reader', '=', reader)
      .executeTakeFirst();
    return row?.acknowledged ?? 0;
  }

  /** Never moves the cursor back. */
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
