import { type Kysely, sql } from 'kysely';
import { identity } from './commonColumns.js';
import type { Migration } from './migration.js';

/** Lanes with their workers, what waits for what, messages and reports. */
export const createLanes: Migration = {
  version: 3,
  name: 'create lanes',
  async up(db) {
    await createLaneTable(db);
    await createLaneDependencies(db);
    await createWorkers(db);
    await createWorkerReports(db);
    await createMessages(db);
    await createMessageCursors(db);
  },
};

async function createLaneTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('lanes')
    .$call(identity)
    .addColumn('number', 'integer', column => column.notNull())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('description', 'text')
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('status', 'text', column => column.notNull())
    .addColumn('close_reason', 'text')
    .addColumn('task_id', 'text', column => column.references('tasks.id'))
    .addColumn('work_item_id', 'text', column => column.references('work_items.id'))
    .addColumn('branch', 'text', column => column.notNull())
    .addColumn('base_branch', 'text', column => column.notNull())
    .addColumn('base_sha', 'text', column => column.notNull())
    .addColumn('worktree_path', 'text', column => column.notNull())
    .addColumn('owned_paths', 'text', column => column.notNull())
    .addColumn('git_writes', 'text', column => column.notNull())
    .addColumn('adopted', 'integer', column => column.notNull())
    .addColumn('port_first', 'integer')
    .addColumn('port_count', 'integer', column => column.notNull())
    .addColumn('owner', 'text')
    .addColumn('backend', 'text')
    .addColumn('model', 'text')
    .addColumn('effort', 'text')
    .addColumn('merged_sha', 'text')
    .addColumn('created_by', 'text', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .addColumn('revision', 'integer', column => column.notNull())
    .addUniqueConstraint('lanes_number', ['repository_id', 'number'])
    .addUniqueConstraint('lanes_name', ['repository_id', 'name'])
    .addCheckConstraint('lanes_kind', sql`kind in ('implement', 'review')`)
    .addCheckConstraint('lanes_status', sql`status in ('planned', 'active', 'blocked', 'review', 'merged', 'closed')`)
    .addCheckConstraint('lanes_closed', sql`(status = 'closed') = (close_reason is not null)`)
    .addCheckConstraint('lanes_merged', sql`(status = 'merged') = (merged_sha is not null)`)
    .addCheckConstraint('lanes_git_writes', sql`git_writes in ('agent', 'host')`)
    .addCheckConstraint('lanes_adopted', sql`adopted in (0, 1)`)
    .execute();
  await db.schema.createIndex('lanes_status').on('lanes').columns(['repository_id', 'status']).execute();
}

async function createLaneDependencies(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('lane_dependencies')
    .addColumn('repository_id', 'text', column => column.notNull().references('repositories.id'))
    .addColumn('lane_id', 'text', column => column.notNull().references('lanes.id'))
    .addColumn('after_id', 'text', column => column.notNull().references('lanes.id'))
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('lane_dependencies_pair', ['lane_id', 'after_id'])
    .addCheckConstraint('lane_dependencies_other', sql`lane_id <> after_id`)
    .execute();
  await db.schema.createIndex('lane_dependencies_after').on('lane_dependencies').columns(['after_id']).execute();
}

async function createWorkers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('workers')
    .$call(identity)
    .addColumn('lane_id', 'text', column => column.notNull().references('lanes.id'))
    .addColumn('state', 'text', column => column.notNull())
    .addColumn('state_changed_at', 'bigint', column => column.notNull())
    .addColumn('changed_by', 'text', column => column.notNull())
    .addColumn('attempt', 'integer', column => column.notNull())
    .addColumn('agent', 'text')
    .addColumn('harness', 'text')
    .addColumn('session', 'text')
    .addColumn('reason', 'text')
    .addColumn('cancelled', 'integer', column => column.notNull())
    .addColumn('submitted_sha', 'text')
    .addColumn('approved_by', 'text')
    .addColumn('rescue_ref', 'text')
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('revision', 'integer', column => column.notNull())
    .addUniqueConstraint('workers_lane', ['lane_id'])
    .addCheckConstraint(
      'workers_state',
      sql`state in ('ASSIGNED', 'WORKING', 'CONFLICTED', 'IN_REVIEW', 'APPROVED', 'COMPLETED', 'FAILED')`,
    )
    .addCheckConstraint('workers_cancelled', sql`cancelled = 0 or state = 'FAILED'`)
    .execute();
}

async function createWorkerReports(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('worker_reports')
    .$call(identity)
    .addColumn('number', 'integer', column => column.notNull())
    .addColumn('lane_id', 'text', column => column.notNull().references('lanes.id'))
    .addColumn('outcome', 'text', column => column.notNull())
    .addColumn('summary', 'text', column => column.notNull())
    .addColumn('files', 'text', column => column.notNull())
    .addColumn('tests', 'text', column => column.notNull())
    .addColumn('blockers', 'text', column => column.notNull())
    .addColumn('merge_ready', 'integer', column => column.notNull())
    .addColumn('commit_sha', 'text')
    .addColumn('actor', 'text', column => column.notNull())
    .addColumn('acknowledged_by', 'text')
    .addColumn('acknowledged_at', 'bigint')
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('revision', 'integer', column => column.notNull())
    .addUniqueConstraint('worker_reports_number', ['repository_id', 'number'])
    .addCheckConstraint(
      'worker_reports_outcome',
      sql`outcome in ('done', 'partial', 'blocked', 'failed', 'nothing_to_do')`,
    )
    .addCheckConstraint('worker_reports_acknowledged', sql`(acknowledged_by is null) = (acknowledged_at is null)`)
    .execute();
  await db.schema.createIndex('worker_reports_lane').on('worker_reports').columns(['lane_id', 'number']).execute();
}

async function createMessages(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('messages')
    .$call(identity)
    .addColumn('number', 'integer', column => column.notNull())
    .addColumn('sender', 'text', column => column.notNull())
    .addColumn('sender_role', 'text', column => column.notNull())
    .addColumn('recipient', 'text', column => column.notNull())
    .addColumn('lane_id', 'text', column => column.references('lanes.id'))
    .addColumn('kind', 'text', column => column.notNull())
    .addColumn('subject', 'text', column => column.notNull())
    .addColumn('payload', 'text')
    .addColumn('blob', 'text')
    .addColumn('blob_sha256', 'text')
    .addColumn('dispatch_id', 'text')
    .addColumn('reply_to', 'text', column => column.references('messages.id'))
    .addColumn('status', 'text', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('revision', 'integer', column => column.notNull())
    .addUniqueConstraint('messages_number', ['repository_id', 'number'])
    .addUniqueConstraint('messages_dispatch', ['repository_id', 'dispatch_id'])
    .addCheckConstraint('messages_kind', sql`kind in ('note', 'brief', 'question', 'answer', 'report', 'handoff')`)
    .addCheckConstraint('messages_status', sql`status in ('open', 'acknowledged', 'closed')`)
    .addCheckConstraint('messages_payload', sql`payload is null or blob is null`)
    .execute();
  await db.schema
    .createIndex('messages_recipient')
    .on('messages')
    .columns(['repository_id', 'recipient', 'number'])
    .execute();
}

async function createMessageCursors(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('message_cursors')
    .addColumn('repository_id', 'text', column => column.notNull().references('repositories.id'))
    .addColumn('reader', 'text', column => column.notNull())
    .addColumn('acknowledged', 'integer', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('message_cursors_reader', ['repository_id', 'reader'])
    .execute();
}
