import type { NewEvent } from '../../../domain/event/eventRow.js';
import { Connection, type SqlRow } from './connection.js';
import { schemaVersionOf } from './schemaVersion.js';
import type { SqlJsModule } from './sqlJsModule.js';

export interface Replacement {
  readonly module: SqlJsModule;
  readonly image: Uint8Array;
  readonly replaced: Connection;
  /** Changes the restored content before numbers and events continue. */
  prepare?(restored: Connection): void;
  /** Creates the event of the restore from both last event ids. */
  event(lastEventId: number, restoredEventId: number): NewEvent;
}

/**
 * Returns an image whose numbers and event ids continue after the replaced state's. Raised fencing tokens invalidate all
 * earlier claims, also those in flight, whose owner may have lost them since. Columns missing in an older schema are left out.
 */
export function continueFrom({ module, image, replaced, prepare, event }: Replacement): Uint8Array {
  const restored = new Connection(module, image);
  try {
    const repository = restored.run('select id from repositories order by id', []).rows[0]?.id;
    if (typeof repository !== 'string') return image;
    restored.begin();
    prepare?.(restored);
    raiseTokens(restored, replaced);
    const lastEventId = lastNumber(replaced, 'event');
    const restoredEventId = lastNumber(restored, 'event');
    const id = Math.max(lastEventId, restoredEventId) + 1;
    setCounter(restored, repository, 'event', id);
    for (const { name } of rowsOf(replaced, "select distinct name from counters where name <> 'event'")) {
      const counter = String(name);
      setCounter(restored, repository, counter, Math.max(lastNumber(replaced, counter), lastNumber(restored, counter)));
    }
    const row: Record<string, string | number | null> = {
      repository_id: repository,
      id,
      ...event(lastEventId, restoredEventId),
    };
    const known = new Set(rowsOf(restored, "select name from pragma_table_info('events')").map(({ name }) => name));
    const columns = Object.keys(row).filter(column => known.has(column));
    restored.run(
      `insert into events (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
      columns.map(column => row[column] ?? null),
    );
    restored.commit();
    restored.releaseFreePages();
    return restored.exportImage();
  } finally {
    restored.close();
  }
}

/** Raises the tokens of every item that was ever claimed in either state. */
function raiseTokens(restored: Connection, replaced: Connection): void {
  const before = new Map(rowsOf(replaced, 'select id, token, revision from work_items').map(row => [row.id, row]));
  for (const { id, token, revision } of rowsOf(restored, 'select id, token, revision from work_items order by id')) {
    const earlier = before.get(id ?? null);
    const highest = Math.max(Number(token), Number(earlier?.token ?? 0));
    if (highest === 0) continue;
    restored.run('update work_items set token = ?, revision = ? where id = ?', [
      highest + 1,
      Math.max(Number(revision), Number(earlier?.revision ?? 0)) + 1,
      String(id),
    ]);
  }
}

/** Counters of a store continue across repositories. */
function lastNumber(connection: Connection, name: string): number {
  const rows = rowsOf(connection, `select value from counters where name = '${name}'`);
  return rows.reduce((last, { value }) => Math.max(last, Number(value)), 0);
}

function setCounter(connection: Connection, repository: string, name: string, value: number): void {
  const changed = connection.run('update counters set value = ? where repository_id = ? and name = ?', [
    value,
    repository,
    name,
  ]);
  if (changed.rowsChanged > 0) return;
  connection.run('insert into counters (repository_id, name, value) values (?, ?, ?)', [repository, name, value]);
}

/** Returns no rows for a store without tables. */
function rowsOf(connection: Connection, sql: string): SqlRow[] {
  return schemaVersionOf(connection) === 0 ? [] : connection.run(sql, []).rows;
}
