import type { CheckReport } from '../../store.js';
import type { Connection } from './connection.js';
import { schemaVersionOf } from './schemaVersion.js';

export const emptyReport: CheckReport = {
  ok: true,
  problems: [],
  brokenArchives: 0,
  generation: 0,
  commits: 0,
  journalBytes: 0,
  snapshotBytes: 0,
  workItems: 0,
  events: 0,
};

/** Returns 0 for a store without tables. */
export function countRows(connection: Connection, table: 'work_items' | 'events'): number {
  if (schemaVersionOf(connection) === 0) return 0;
  return Number(connection.run(`select count(*) as count from ${table}`, []).rows[0]?.count ?? 0);
}
