import type { EventRow } from '../domain/event/eventRow.js';
import type { WorkItemRow } from '../domain/workItem/workItemRow.js';

/** The tables, as Kysely sees them. Every table of content carries `repository_id`. */
export interface Schema {
  readonly schema_migrations: SchemaMigrationTable;
  readonly repositories: RepositoryTable;
  readonly counters: CounterTable;
  readonly work_items: WorkItemRow;
  readonly work_item_dependencies: DependencyTable;
  readonly events: EventRow;
}

export interface SchemaMigrationTable {
  readonly version: number;
  readonly name: string;
  /** ms UTC. */
  readonly applied_at: number;
}

/** One row: the repository this store belongs to. */
export interface RepositoryTable {
  /** ULID made with the store. */
  readonly id: string;
  readonly created_at: number;
}

/** Numbers handed out per repository: `work_item` for `W-n`, `event` for event ids. */
export interface CounterTable {
  readonly repository_id: string;
  readonly name: 'work_item' | 'event';
  /** The last number handed out. */
  readonly value: number;
}

/** `work_item_id` waits for `depends_on_id`. */
export interface DependencyTable {
  readonly repository_id: string;
  readonly work_item_id: string;
  readonly depends_on_id: string;
  readonly created_at: number;
}
