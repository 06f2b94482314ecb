import { type Kysely, sql } from 'kysely';
import { identity, provenance } from './commonColumns.js';
import type { Migration } from './migration.js';

/** Tasks with their handoff state, slices, plans, proofs, findings and reviews. */
export const createHandoff: Migration = {
  version: 2,
  name: 'create handoff',
  async up(db) {
    await createTasks(db);
    await createDecisions(db);
    await createSlices(db);
    await createBlockers(db);
    await createNextActions(db);
    await createTouchedFiles(db);
    await createEvidence(db);
    await createPlans(db);
    await createPlanCursors(db);
    await createFindings(db);
    await createReviewRuns(db);
    await createCompactions(db);
    await createCompactionSettings(db);
    await db.schema.alterTable('events').addColumn('task_id', 'text').execute();
    await db.schema
      .createIndex('events_task')
      .on('events')
      .columns(['repository_id', 'task_id', 'ts', 'id'])
      .where(sql.ref('task_id'), 'is not', null)
      .execute();
  },
};

async function createTasks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('tasks')
    .$call(identity)
    .addColumn('number', 'integer', column => column.notNull())
    .addColumn('ref', 'text', column => column.notNull())
    .addColumn('objective', 'text', column => column.notNull())
    .addColumn('focus', 'text')
    .addColumn('status', 'text', column => column.notNull())
    .addColumn('light', 'integer', column => column.notNull())
    .addColumn('branch', 'text')
    .addColumn('base_branch', 'text')
    .addColumn('worktree_path', 'text')
    .addColumn('plan_id', 'text')
    .addColumn('work_item_id', 'text', column => column.references('work_items.id'))
    .addColumn('observed_sha', 'text')
    .addColumn('created_by', 'text', column => column.notNull())
    .addColumn('updated_by', 'text', column => column.notNull())
    .addColumn('finished_at', 'bigint')
    .addColumn('archived_at', 'bigint')
    .addColumn('archive_note', 'text')
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .addColumn('revision', 'integer', column => column.notNull())
    .addUniqueConstraint('tasks_number', ['repository_id', 'number'])
    .addUniqueConstraint('tasks_ref', ['repository_id', 'ref'])
    .addCheckConstraint('tasks_status', sql`status in ('in_progress', 'blocked', 'review', 'done')`)
    .addCheckConstraint('tasks_light', sql`light in (0, 1)`)
    .execute();
  await db.schema.createIndex('tasks_status').on('tasks').columns(['repository_id', 'status', 'updated_at']).execute();
}

async function createDecisions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('decisions')
    .$call(identity)
    .addColumn('number', 'integer', column => column.notNull())
    .addColumn('task_id', 'text', column => column.notNull().references('tasks.id'))
    .addColumn('slice_id', 'text')
    .addColumn('decision', 'text', column => column.notNull())
    .addColumn('rationale', 'text', column => column.notNull())
    .addColumn('origin', 'text', column => column.notNull())
    .addColumn('changed_files', 'text', column => column.notNull())
    .$call(provenance)
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addUniqueConstraint('decisions_number', ['repository_id', 'number'])
    .addCheckConstraint('decisions_origin', sql`origin in ('agent', 'human', 'system')`)
    .addUniqueConstraint('decisions_once', ['task_id', 'decision', 'session'])
    .execute();
  await db.schema.createIndex('decisions_task').on('decisions').columns(['task_id', 'created_at']).execute();
}

async function createSlices(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('slices')
    .$call(identity)
    .addColumn('number', 'integer', column => column.notNull())
    .addColumn('task_id', 'text', column => column.notNull().references('tasks.id'))
    .addColumn('title', 'text', column => column.notNull())
    .addColumn('status', 'text', column => column.notNull())
    .addColumn('test_command', 'text')
    .addColumn('red_evidence_id', 'text')
    .addColumn('plan_item', 'text')
    .addColumn('base_sha', 'text')
    .addColumn('changed_files', 'text', column => column.notNull())
    .addColumn('decision_id', 'text')
    .$call(provenance)
    .addColumn('started_at', 'bigint', column => column.notNull())
    .addColumn('closed_at', 'bigint')
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .addColumn('revision', 'integer', column => column.notNull())
    .addUniqueConstraint('slices_number', ['repository_id', 'number'])
    .addCheckConstraint('slices_status', sql`status in ('open', 'committed', 'closed')`)
    .addCheckConstraint('slices_closed_at', sql`(status = 'closed') = (closed_at is not null)`)
    .execute();
  await db.schema.createIndex('slices_task').on('slices').columns(['task_id', 'number']).execute();
}

async function createBlockers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('blockers')
    .$call(identity)
    .addColumn('number', 'integer', column => column.notNull())
    .addColumn('task_id', 'text', column => column.notNull().references('tasks.id'))
    .addColumn('description', 'text', column => column.notNull())
    .addColumn('status', 'text', column => column.notNull())
    .addColumn('resolution', 'text')
    .addColumn('resolved_at', 'bigint')
    .$call(provenance)
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('revision', 'integer', column => column.notNull())
    .addUniqueConstraint('blockers_number', ['repository_id', 'number'])
    .addCheckConstraint('blockers_status', sql`status in ('open', 'resolved')`)
    .addCheckConstraint('blockers_resolved_at', sql`(status = 'open') = (resolved_at is null)`)
    .execute();
  await db.schema.createIndex('blockers_task').on('blockers').columns(['task_id', 'status']).execute();
}

async function createNextActions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('next_actions')
    .$call(identity)
    .addColumn('number', 'integer', column => column.notNull())
    .addColumn('task_id', 'text', column => column.notNull().references('tasks.id'))
    .addColumn('action', 'text', column => column.notNull())
    .addColumn('priority', 'integer', column => column.notNull())
    .addColumn('status', 'text', column => column.notNull())
    .addColumn('note', 'text')
    .addColumn('ended_at', 'bigint')
    .$call(provenance)
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('revision', 'integer', column => column.notNull())
    .addUniqueConstraint('next_actions_number', ['repository_id', 'number'])
    .addCheckConstraint('next_actions_status', sql`status in ('pending', 'done', 'skipped')`)
    .addCheckConstraint('next_actions_ended_at', sql`(status = 'pending') = (ended_at is null)`)
    .execute();
  await db.schema
    .createIndex('next_actions_task')
    .on('next_actions')
    .columns(['task_id', 'status', 'priority', 'number'])
    .execute();
}

async function createTouchedFiles(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('touched_files')
    .$call(identity)
    .addColumn('task_id', 'text', column => column.notNull().references('tasks.id'))
    .addColumn('path', 'text', column => column.notNull())
    .addColumn('change_kind', 'text', column => column.notNull())
    .addColumn('old_path', 'text')
    .addColumn('actor', 'text', column => column.notNull())
    .addColumn('session', 'text')
    .addColumn('commit_sha', 'text')
    .addColumn('touched_at', 'bigint', column => column.notNull())
    .addCheckConstraint('touched_files_change_kind', sql`change_kind in ('edit', 'add', 'delete', 'rename')`)
    .addUniqueConstraint('touched_files_path', ['task_id', 'path'])
    .execute();
  await db.schema.createIndex('touched_files_task').on('touched_files').columns(['task_id', 'touched_at']).execute();
}

async function createEvidence(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('evidence')
    .$call(identity)
    .addColumn('number', 'integer', column => column.notNull())
    .addColumn('task_id', 'text', column => column.references('tasks.id'))
    .addColumn('slice_id', 'text')
    .addColumn('command', 'text', column => column.notNull())
    .addColumn('directory', 'text', column => column.notNull())
    .addColumn('exit_code', 'integer')
    .addColumn('passed', 'integer', column => column.notNull())
    .addColumn('result', 'text')
    .addColumn('grade', 'text', column => column.notNull())
    .addColumn('tree_hash', 'text')
    .addColumn('log_hash', 'text')
    .addColumn('log_bytes', 'integer')
    .addColumn('log_file', 'text')
    .addColumn('receipt', 'text')
    .addColumn('duration_ms', 'integer')
    .$call(provenance)
    .addColumn('started_at', 'bigint', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addUniqueConstraint('evidence_number', ['repository_id', 'number'])
    .addCheckConstraint('evidence_passed', sql`passed in (0, 1)`)
    .addCheckConstraint('evidence_grade', sql`grade in ('said', 'reported', 'observed', 'ci')`)
    .execute();
  await db.schema.createIndex('evidence_task').on('evidence').columns(['task_id', 'created_at']).execute();
  await db.schema.createIndex('evidence_tree').on('evidence').columns(['repository_id', 'tree_hash']).execute();
}

async function createPlans(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('plans')
    .$call(identity)
    .addColumn('task_id', 'text', column => column.references('tasks.id'))
    .addColumn('path', 'text', column => column.notNull())
    .addColumn('title', 'text', column => column.notNull())
    .addColumn('status', 'text', column => column.notNull())
    .addColumn('content_hash', 'text', column => column.notNull())
    .addColumn('accepted_hash', 'text')
    .addColumn('accepted_at', 'bigint')
    .addColumn('accepted_by', 'text')
    .addColumn('review_run_id', 'text')
    .addColumn('analysis', 'text')
    .addColumn('attestations', 'text', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .addColumn('revision', 'integer', column => column.notNull())
    .addCheckConstraint('plans_status', sql`status in ('registered', 'analysed', 'accepted', 'done')`)
    .addUniqueConstraint('plans_path', ['repository_id', 'path'])
    .execute();
}

async function createPlanCursors(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('plan_cursors')
    .$call(identity)
    .addColumn('task_id', 'text', column => column.notNull().references('tasks.id'))
    .addColumn('plan_item', 'text', column => column.notNull())
    .addColumn('state', 'text', column => column.notNull())
    .addColumn('lane', 'text')
    .addColumn('heading', 'text')
    .addColumn('summary', 'text')
    .addColumn('dispatch_count', 'integer', column => column.notNull())
    .addColumn('dispatched_at', 'bigint', column => column.notNull())
    .addColumn('completed_at', 'bigint')
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .addColumn('revision', 'integer', column => column.notNull())
    .addCheckConstraint(
      'plan_cursors_state',
      sql`state in ('dispatched', 'completed', 'skipped', 'escalated', 'expired')`,
    )
    .addUniqueConstraint('plan_cursors_item', ['task_id', 'plan_item'])
    .execute();
}

async function createFindings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('findings')
    .$call(identity)
    .addColumn('number', 'integer', column => column.notNull())
    .addColumn('task_id', 'text', column => column.references('tasks.id'))
    .addColumn('key', 'text')
    .addColumn('severity', 'text', column => column.notNull())
    .addColumn('status', 'text', column => column.notNull())
    .addColumn('mode', 'text', column => column.notNull())
    .addColumn('path', 'text', column => column.notNull())
    .addColumn('line_start', 'integer')
    .addColumn('line_end', 'integer')
    .addColumn('text', 'text', column => column.notNull())
    .addColumn('fix', 'text')
    .addColumn('anchor', 'text')
    .addColumn('fingerprint', 'text', column => column.notNull())
    .addColumn('rule', 'text')
    .addColumn('tool', 'text')
    .addColumn('repro', 'text')
    .addColumn('repro_state', 'text')
    .addColumn('review_run_id', 'text')
    .addColumn('work_item_id', 'text')
    .addColumn('note', 'text')
    .addColumn('fixed_sha', 'text')
    .addColumn('fix_evidence_id', 'text')
    .addColumn('resolved_ref', 'text')
    .addColumn('resolved_by', 'text')
    .addColumn('resolved_at', 'bigint')
    .addColumn('superseded_by', 'text')
    .addColumn('reopen_count', 'integer', column => column.notNull())
    .addColumn('reopen_reason', 'text')
    .addColumn('reopened_at', 'bigint')
    .addColumn('merged_from', 'text', column => column.notNull())
    .$call(provenance)
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .addColumn('revision', 'integer', column => column.notNull())
    .addUniqueConstraint('findings_number', ['repository_id', 'number'])
    .addUniqueConstraint('findings_key', ['repository_id', 'key'])
    .addCheckConstraint('findings_severity', sql`severity in ('high', 'medium', 'low')`)
    .addCheckConstraint(
      'findings_status',
      sql`status in ('open', 'fixed', 'wontfix', 'deferred', 'resolved_on_branch', 'integrated', 'superseded')`,
    )
    .addCheckConstraint('findings_mode', sql`mode in ('branch', 'planning', 'release_audit')`)
    .addCheckConstraint('findings_lines', sql`line_start is null or (line_start >= 1 and line_end >= line_start)`)
    .addCheckConstraint('findings_resolved_at', sql`(status = 'open') = (resolved_at is null)`)
    .execute();
  await db.schema.createIndex('findings_task_status').on('findings').columns(['task_id', 'status']).execute();
  await db.schema
    .createIndex('findings_status')
    .on('findings')
    .columns(['repository_id', 'status', 'severity', 'number'])
    .execute();
  await db.schema
    .createIndex('findings_fingerprint')
    .on('findings')
    .columns(['repository_id', 'fingerprint'])
    .execute();
  await db.schema.createIndex('findings_path').on('findings').columns(['repository_id', 'path']).execute();
}

async function createReviewRuns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('review_runs')
    .$call(identity)
    .addColumn('number', 'integer', column => column.notNull())
    .addColumn('task_id', 'text', column => column.references('tasks.id'))
    .addColumn('key', 'text')
    .addColumn('subject_path', 'text', column => column.notNull())
    .addColumn('subject_kind', 'text', column => column.notNull())
    .addColumn('mode', 'text', column => column.notNull())
    .addColumn('status', 'text', column => column.notNull())
    .addColumn('verdict', 'text')
    .addColumn('summary', 'text')
    .addColumn('covered_files', 'text', column => column.notNull())
    .addColumn('subject_hash', 'text')
    .addColumn('decision_id', 'text')
    .addColumn('request_changes', 'integer', column => column.notNull())
    .$call(provenance)
    .addColumn('started_at', 'bigint', column => column.notNull())
    .addColumn('reviewed_at', 'bigint')
    .addColumn('revision', 'integer', column => column.notNull())
    .addUniqueConstraint('review_runs_number', ['repository_id', 'number'])
    .addUniqueConstraint('review_runs_key', ['repository_id', 'key'])
    .addCheckConstraint(
      'review_runs_subject_kind',
      sql`subject_kind in ('task_plan', 'epic', 'branch', 'adr', 'roadmap', 'other')`,
    )
    .addCheckConstraint('review_runs_mode', sql`mode in ('branch', 'planning', 'release_audit')`)
    .addCheckConstraint('review_runs_status', sql`status in ('started', 'recorded')`)
    .addCheckConstraint(
      'review_runs_verdict',
      sql`verdict in ('pass', 'pass_with_findings', 'fail', 'conditional_pass')`,
    )
    .addCheckConstraint('review_runs_request_changes', sql`request_changes in (0, 1)`)
    .addCheckConstraint('review_runs_recorded', sql`(status = 'recorded') = (verdict is not null)`)
    .execute();
  await db.schema.createIndex('review_runs_task').on('review_runs').columns(['task_id', 'reviewed_at']).execute();
  await db.schema
    .createIndex('review_runs_subject')
    .on('review_runs')
    .columns(['repository_id', 'subject_path'])
    .execute();
}

async function createCompactions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('compactions')
    .$call(identity)
    .addColumn('task_id', 'text', column => column.notNull().references('tasks.id'))
    .addColumn('key', 'text', column => column.notNull())
    .addColumn('turn_range', 'text')
    .addColumn('summary', 'text', column => column.notNull())
    .addColumn('residual', 'text')
    .addColumn('tokens_saved', 'integer')
    .$call(provenance)
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addUniqueConstraint('compactions_key', ['repository_id', 'key'])
    .execute();
  await db.schema.createIndex('compactions_task').on('compactions').columns(['task_id', 'created_at']).execute();
}

async function createCompactionSettings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('compaction_settings')
    .$call(identity)
    .addColumn('task_id', 'text', column => column.references('tasks.id'))
    .addColumn('enabled', 'integer', column => column.notNull())
    .addColumn('updated_by', 'text', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .addColumn('revision', 'integer', column => column.notNull())
    .addUniqueConstraint('compaction_settings_task', ['repository_id', 'task_id'])
    .addCheckConstraint('compaction_settings_enabled', sql`enabled in (0, 1)`)
    .execute();
}
