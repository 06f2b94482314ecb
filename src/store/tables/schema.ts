import type { EventRow } from '../../domain/event/eventRow.js';
import type { LaneDependencyRow } from '../../domain/lane/laneRow.js';
import type { MessageCursorRow } from '../../domain/message/messageRow.js';
import type { CounterName, RowOf } from '../../domain/record/record.js';
import type { RecordName, Records } from '../../domain/records.js';

type RecordTables = { readonly [Name in RecordName as Records[Name]['table']]: RowOf<Records[Name]> };

/** Every content table has `repository_id`. */
export interface Schema extends RecordTables {
  readonly schema_migrations: SchemaMigrationTable;
  readonly repositories: RepositoryTable;
  readonly counters: CounterTable;
  readonly work_item_dependencies: DependencyTable;
  readonly events: EventRow;
  readonly lane_dependencies: LaneDependencyRow;
  readonly message_cursors: MessageCursorRow;
  readonly archives: ArchiveTable;
  readonly archived_keys: ArchivedKeyTable;
}

export type ContentTable = Exclude<keyof Schema, 'schema_migrations' | 'repositories' | 'counters'>;

export interface SchemaMigrationTable {
  readonly version: number;
  readonly name: string;
  /** ms UTC. */
  readonly applied_at: number;
}

export interface RepositoryTable {
  readonly id: string;
  readonly created_at: number;
}

export interface CounterTable {
  readonly repository_id: string;
  readonly name: CounterName;
  readonly value: number;
}

export interface ArchiveTable {
  readonly repository_id: string;
  /** In the archive folder. */
  readonly file: string;
  readonly sha256: string;
  readonly created_at: number;
}

export interface ArchivedKeyTable {
  readonly repository_id: string;
  readonly key: string;
  readonly number: number;
}

/** `work_item_id` waits for `depends_on_id`. */
export interface DependencyTable {
  readonly repository_id: string;
  readonly work_item_id: string;
  readonly depends_on_id: string;
  readonly created_at: number;
}
