import type { NewEvent } from '../../../domain/event/eventRow.js';
import { Connection, type SqlRow } from './connection.js';
import { schemaVersionOf } from './schemaVersion.js';
import type { SqlJsModule } from './sqlJsModule.js';

export interface Replacement {
  readonly module: SqlJsModule;
  readonly image: Uint8Array;
  /** The state to replace; only read. */
  readonly replaced: Connection;
  /** Changes the content to restore before numbers and events continue. */
  prepare?(restored: Connection): void;
  /** Creates the event of the restore from the last event ids of both. */
  event(lastEventId: number, restoredEventId: number): NewEvent;
}

/**
 * Makes content continue where the replaced state ended, and returns it as an image: numbers and event ids are never reused, and all
 * earlier claims become invalid because their fencing tokens are below the items'. Tokens are also raised for items in flight, because the
 * owner in the restored state may have lost the claim since. The content has the schema of the version that copied it; missing columns are
 * left out.
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

/** Raises tokens above both states' for every item that was ever claimed in either. */
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

/** Returns the last number of a counter; a store continues its numbers across repositories. */
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

/** Returns no rows for a store without tables yet. */
function rowsOf(connection: Connection, sql: string): SqlRow[] {
  return schemaVersionOf(connection) === 0 ? [] : connection.run(sql, []).rows;
}
