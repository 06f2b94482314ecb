import { createRequire } from 'node:module';
import { loadSqlJs } from '../../src/store/engine/sqljs/sqlJsModule.js';

type Cell = string | number | null;

/** The tables of agent-state 0.3.0, as its migration 0001 makes them. */
const agentStateSchema = `
create table schema_migrations (version text primary key, applied_at integer not null);
insert into schema_migrations values ('0001', 1790000000000);
create table work_items (
  id text primary key, kind text not null, payload text not null,
  status text not null check (status in ('pending','in_flight','waiting_human','done','failed','cancelled')),
  owner_agent text, created_at integer not null, updated_at integer not null, notes text
);
create table events (
  id integer primary key autoincrement, ts integer not null, type text not null, actor text,
  work_item_id text references work_items(id), payload text not null
);`;

/** The tables of workstate's `handoff.db`, schema 32, that an import reads or counts. */
const who =
  'lane_id text, agent text, harness text, model text, model_label text, session text, branch text, commit_sha text';
const workstateSchema = `
pragma user_version = 32;
create table handoff_state (
  task_ref text primary key, id integer unique, objective text not null, focus text,
  status text not null default 'in_progress' check (status in ('in_progress','blocked','review','done')),
  target_branch text, target_worktree_path text, task_plan_path text, last_observed_integration_sha text,
  revision integer not null default 0, updated_at text, updated_by text, updated_branch text, updated_commit_sha text
);
create table decisions (
  id integer primary key, task_ref text not null, ${who}, decision text not null, rationale text,
  changed_files_json text default '[]', slice_number integer, decision_origin text default 'agent', created_at text,
  unique (task_ref, decision, session)
);
create table blockers (
  id integer primary key, task_ref text not null, ${who}, description text not null, status text not null,
  created_at text, resolved_at text, check ((status = 'open') = (resolved_at is null))
);
create table next_actions (
  id integer primary key, task_ref text not null, ${who}, action text not null, priority integer default 100,
  status text not null, created_at text, updated_at text
);
create table verified_tests (
  id integer primary key, task_ref text not null, ${who}, command text not null, passed integer not null,
  exit_code integer, result text, verified_at text
);
create table test_traces (id integer primary key, verified_test_id integer, trace_order integer, trace text);
create table touched_files (
  id integer primary key, task_ref text not null, ${who}, file_path text not null, change_kind text not null, touched_at text
);
create table task_archives (
  task_ref text primary key, archived_at text, archived_by text, archived_branch text, archived_commit text, notes text,
  snapshot_json text
);
create table review_findings (
  id integer primary key, task_ref text not null, ${who}, finding_id text not null, severity text not null,
  file_path text not null, line_start integer, line_end integer, description text not null, fix text, status text not null,
  review_mode text, review_run_id text, resolution_notes text, reopen_count integer default 0, last_reopen_reason text,
  last_reopen_at text, resolved_at text, verification_evidence text, merged_from_json text,
  resolved_on_branch_at_commit text, resolved_on_branch_ref text, resolved_on_branch_at_ts text,
  integrated_at_commit text, integrated_at_ref text, integrated_at_ts text, created_at text, updated_at text,
  unique (task_ref, finding_id)
);
create table review_runs (
  id integer primary key, review_run_id text unique, task_ref text, ${who}, subject_path text not null, subject_kind text,
  review_mode text, verdict_decision text, verdict text, reviewed_at text
);
create table worktree_lanes (id integer primary key, task_ref text, lane_id text, worktree_path text, branch text);`;

const schemas = { 'agent-state': agentStateSchema, workstate: workstateSchema } as const;

/** The bytes of a tracker's database with these rows, and after these statements. */
export async function trackerDatabase(
  tracker: keyof typeof schemas,
  rows: Readonly<Record<string, readonly Readonly<Record<string, Cell>>[]>>,
  ...statements: readonly string[]
): Promise<Uint8Array> {
  const module = await loadSqlJs(createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm.wasm'));
  const database = new module.Database();
  try {
    database.exec(schemas[tracker]);
    database.exec('begin');
    for (const [table, list] of Object.entries(rows)) {
      for (const row of list) {
        const columns = Object.keys(row);
        const insert = database.prepare(
          `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
        );
        insert.bind(Object.values(row));
        insert.step();
        insert.free();
      }
    }
    database.exec('commit');
    for (const statement of statements) database.exec(statement);
    return database.export();
  } finally {
    database.close();
  }
}
