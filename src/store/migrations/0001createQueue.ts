import { type Kysely, sql } from 'kysely';
import type { Migration } from './migration.js';

/** The columns in which `next` takes work items. */
const queueOrder = ['repository_id', 'priority', 'rank', 'due_sort', 'number'] as const;

/** Work items, their dependencies, the timeline, and what the engine keeps about itself. */
export const createQueue: Migration = {
  version: 1,
  name: 'create queue',
  async up(db) {
    await createOwnTables(db);
    await createWorkItems(db);
    await createDependencies(db);
    await createEvents(db);
  },
};

async function createOwnTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('schema_migrations')
    .addColumn('version', 'integer', column => column.primaryKey())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('applied_at', 'bigint', column => column.notNull())
    .execute();
  await db.schema
    .createTable('repositories')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .execute();
  await db.schema
    .createTable('counters')
    .addColumn('repository_id', 'text', column => column.notNull().references('repositories.id'))
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('value', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('counters_pk', ['repository_id', 'name'])
    .execute();
}

async function createWorkItems(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('work_items')
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('repository_id', 'text', column => column.notNull().references('repositories.id'))
    .addColumn('number', 'integer', column => column.notNull())
    .addColumn('key', 'text')
    .addColumn('title', 'text', column => column.notNull())
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('status', 'text', column => column.notNull())
    .addColumn('priority', 'integer', column => column.notNull())
    .addColumn('rank', 'double precision', column => column.notNull())
    .addColumn('payload', 'text', column => column.notNull())
    .addColumn('labels', 'text', column => column.notNull())
    .addColumn('owner', 'text')
    .addColumn('owner_role', 'text')
    .addColumn('token', 'integer', column => column.notNull())
    .addColumn('lease_until', 'bigint')
    .addColumn('not_before', 'bigint')
    .addColumn('due_at', 'bigint')
    .addColumn('due_sort', 'bigint', column => column.notNull())
    .addColumn('open_dependencies', 'integer', column => column.notNull())
    .addColumn('question', 'text')
    .addColumn('answer', 'text')
    .addColumn('notes', 'text')
    .addColumn('queued_by', 'text')
    .addColumn('claimed_at', 'bigint')
    .addColumn('resolved_at', 'bigint')
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .addColumn('revision', 'integer', column => column.notNull())
    .addUniqueConstraint('work_items_number', ['repository_id', 'number'])
    .addUniqueConstraint('work_items_key', ['repository_id', 'key'])
    .addCheckConstraint(
      'work_items_status',
      sql`status in ('pending', 'in_flight', 'waiting_human', 'done', 'failed', 'cancelled')`,
    )
    .addCheckConstraint('work_items_priority', sql`priority between 0 and 4`)
    .addCheckConstraint('work_items_open_dependencies', sql`open_dependencies >= 0`)
    .addCheckConstraint('work_items_owner', sql`status <> 'in_flight' or owner is not null`)
    .execute();

  // Open items in queue order, a small index for each place they can stand in. What `next` filters by stands at the end, so
  // that rows are not looked up only to be skipped.
  await db.schema
    .createIndex('work_items_ready')
    .on('work_items')
    .columns([...queueOrder, 'not_before', 'kind'])
    .where(sql.ref('status'), '=', sql.lit('pending'))
    .where(sql.ref('open_dependencies'), '=', sql.lit(0))
    .execute();
  await db.schema
    .createIndex('work_items_blocked')
    .on('work_items')
    .columns([...queueOrder])
    .where(sql.ref('status'), '=', sql.lit('pending'))
    .where(sql.ref('open_dependencies'), '>', sql.lit(0))
    .execute();
  // Claims by the end of their lease: as a rule none has run out, and that is then seen at once.
  await db.schema
    .createIndex('work_items_claimed')
    .on('work_items')
    .columns(['repository_id', 'lease_until', 'priority', 'rank', 'due_sort', 'number'])
    .where(sql.ref('status'), '=', sql.lit('in_flight'))
    .execute();
  await db.schema
    .createIndex('work_items_waiting')
    .on('work_items')
    .columns([...queueOrder])
    .where(sql.ref('status'), '=', sql.lit('waiting_human'))
    .execute();
  // Newest change first. What lists filter by stands at the end: each further index with a status or a time of change would
  // be written twice by every claim, in every process.
  await db.schema
    .createIndex('work_items_updated')
    .on('work_items')
    .columns(['repository_id', 'updated_at', 'number', 'status', 'kind', 'owner'])
    .execute();
}

async function createDependencies(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('work_item_dependencies')
    .addColumn('repository_id', 'text', column => column.notNull().references('repositories.id'))
    .addColumn('work_item_id', 'text', column => column.notNull().references('work_items.id'))
    .addColumn('depends_on_id', 'text', column => column.notNull().references('work_items.id'))
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('work_item_dependencies_pk', ['work_item_id', 'depends_on_id'])
    .addCheckConstraint('work_item_dependencies_other', sql`work_item_id <> depends_on_id`)
    .execute();
  await db.schema
    .createIndex('work_item_dependencies_depends_on')
    .on('work_item_dependencies')
    .columns(['depends_on_id', 'work_item_id'])
    .execute();
}

async function createEvents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('events')
    .addColumn('repository_id', 'text', column => column.notNull().references('repositories.id'))
    .addColumn('id', 'bigint', column => column.notNull())
    .addColumn('ts', 'bigint', column => column.notNull())
    .addColumn('type', 'text', column => column.notNull())
    .addColumn('actor', 'text')
    .addColumn('role', 'text')
    .addColumn('harness', 'text')
    .addColumn('model', 'text')
    .addColumn('session', 'text')
    .addColumn('lane', 'text')
    .addColumn('work_item_id', 'text', column => column.references('work_items.id'))
    .addColumn('payload', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('events_pk', ['repository_id', 'id'])
    .execute();
  await db.schema.createIndex('events_time').on('events').columns(['repository_id', 'ts', 'id']).execute();
  await db.schema
    .createIndex('events_work_item')
    .on('events')
    .columns(['repository_id', 'work_item_id', 'ts', 'id'])
    .where(sql.ref('work_item_id'), 'is not', null)
    .execute();
}
