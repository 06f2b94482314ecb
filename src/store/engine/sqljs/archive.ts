import { once } from '../../../domain/once.js';
import { recordList } from '../../../domain/records.js';
import { chunks } from '../../tables/chunks.js';
import type { ArchiveBatch } from './archiveSelection.js';
import { Connection, type SqlRow } from './connection.js';
import type { SqlJsModule } from './sqlJsModule.js';

interface Owned {
  readonly table: string;
  /** Column with the ULID of the owning record. */
  readonly column: string;
  readonly kind: keyof ArchiveBatch;
  readonly where?: string;
}

const owners = { workItem: 'workItems', task: 'tasks', lane: 'lanes' } as const satisfies Record<
  string,
  keyof ArchiveBatch
>;
const columns = { workItem: 'work_item_id', task: 'task_id', lane: 'lane_id' } as const;

/** Rows owned by archived records. */
const owned = once((): readonly Owned[] => [
  { table: 'events', column: 'work_item_id', kind: 'workItems' },
  {
    table: 'events',
    column: 'task_id',
    kind: 'tasks',
    where: 'work_item_id is null and repository_id = (select id from repositories)',
  },
  { table: 'work_item_dependencies', column: 'work_item_id', kind: 'workItems' },
  { table: 'lane_dependencies', column: 'lane_id', kind: 'lanes' },
  ...recordList.flatMap(([name, { table, facts }]) => {
    if (facts.owner === null) return [];
    const kind = owners[facts.owner];
    return [{ table, column: name === kind ? 'id' : columns[facts.owner], kind }];
  }),
]);

/** Make every archive readable like a store. */
const common = ['schema_migrations', 'repositories', 'counters'];

/** Writes a batch with everything it owns into an SQLite image; counts rows by table. */
export function archiveImage(
  module: SqlJsModule,
  connection: Connection,
  batch: ArchiveBatch,
): { image: Uint8Array; rows: ReadonlyMap<string, number> } {
  const archive = new Connection(module);
  try {
    archive.ignoreForeignKeys();
    archive.begin();
    for (const { sql } of connection.run('select sql from sqlite_master where sql is not null order by rowid', [])
      .rows) {
      archive.run(String(sql), []);
    }
    for (const table of common) insertRows(archive, table, connection.run(`select * from ${table}`, []).rows);
    archive.commit();
    const rows = new Map<string, number>();
    for (const part of owned()) {
      for (const ids of chunks(batch[part.kind])) {
        const found = connection.run(
          `select * from ${part.table} where ${condition(part, ids)} order by rowid`,
          ids,
        ).rows;
        archive.begin();
        insertRows(archive, part.table, found);
        archive.commit();
        rows.set(part.table, (rows.get(part.table) ?? 0) + found.length);
      }
    }
    return { image: archive.exportImage(), rows };
  } finally {
    archive.close();
  }
}

/** Requires a transaction. */
export function deleteArchived(connection: Connection, batch: ArchiveBatch): void {
  // Rows refer to each other: only all of them can be deleted.
  connection.deferForeignKeys();
  for (const part of owned()) {
    for (const ids of chunks(batch[part.kind])) {
      connection.run(`delete from ${part.table} where ${condition(part, ids)}`, ids);
    }
  }
}

/** Opens all archives as one database in memory, each migrated by `update`; undefined without archives. */
export async function openArchives(
  module: SqlJsModule,
  images: Iterable<Uint8Array>,
  update: (archive: Connection) => Promise<void>,
): Promise<Connection | undefined> {
  let all: Connection | undefined;
  for (const image of images) {
    const archive = new Connection(module, image);
    archive.ignoreForeignKeys();
    await update(archive);
    if (all === undefined) {
      all = archive;
      continue;
    }
    for (const table of new Set(owned().map(part => part.table))) {
      all.begin();
      insertRows(all, table, archive.run(`select * from ${table} order by rowid`, []).rows);
      all.commit();
    }
    archive.close();
  }
  return all;
}

function condition({ column, where }: Owned, ids: readonly string[]): string {
  return `${column} in (${places(ids)})${where === undefined ? '' : ` and ${where}`}`;
}

function places(ids: readonly string[]): string {
  return ids.map(() => '?').join(', ');
}

function insertRows(connection: Connection, table: string, rows: readonly SqlRow[]): void {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first);
  const sql = `insert into ${table} (${columns.map(name => `"${name}"`).join(', ')}) values (${columns.map(() => '?').join(', ')})`;
  for (const row of rows) {
    connection.run(
      sql,
      columns.map(name => row[name] ?? null),
    );
  }
}
