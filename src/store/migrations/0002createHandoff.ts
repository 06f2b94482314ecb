import { identity, provenance } from './commonColumns.js';
import { migrationOf } from './migration.js';

/** Tasks with handoff state, slices, plans, evidence, findings and reviews. */
export const createHandoff = migrationOf(
  2,
  'create handoff',
  `
create table "tasks" (
  ${identity},
  "number" integer not null,
  "ref" text not null,
  "objective" text not null,
  "focus" text,
  "status" text not null,
  "light" integer not null,
  "branch" text,
  "base_branch" text,
  "worktree_path" text,
  "plan_id" text,
  "work_item_id" text references "work_items" ("id"),
  "observed_sha" text,
  "created_by" text not null,
  "updated_by" text not null,
  "finished_at" bigint,
  "archived_at" bigint,
  "archive_note" text,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "revision" integer not null,
  constraint "tasks_number" unique ("repository_id", "number"),
  constraint "tasks_ref" unique ("repository_id", "ref"),
  constraint "tasks_status" check (status in ('in_progress', 'blocked', 'review', 'done')),
  constraint "tasks_light" check (light in (0, 1))
);
create index "tasks_status" on "tasks" ("repository_id", "status", "updated_at");

create table "decisions" (
  ${identity},
  "number" integer not null,
  "task_id" text not null references "tasks" ("id"),
  "slice_id" text,
  "decision" text not null,
  "rationale" text not null,
  "origin" text not null,
  "changed_files" text not null,
  ${provenance},
  "created_at" bigint not null,
  constraint "decisions_number" unique ("repository_id", "number"),
  constraint "decisions_origin" check (origin in ('agent', 'human', 'system')),
  constraint "decisions_once" unique ("task_id", "decision", "session")
);
create index "decisions_task" on "decisions" ("task_id", "created_at");

create table "slices" (
  ${identity},
  "number" integer not null,
  "task_id" text not null references "tasks" ("id"),
  "title" text not null,
  "status" text not null,
  "test_command" text,
  "red_evidence_id" text,
  "plan_item" text,
  "base_sha" text,
  "changed_files" text not null,
  "decision_id" text,
  ${provenance},
  "started_at" bigint not null,
  "closed_at" bigint,
  "updated_at" bigint not null,
  "revision" integer not null,
  constraint "slices_number" unique ("repository_id", "number"),
  constraint "slices_status" check (status in ('open', 'committed', 'closed')),
  constraint "slices_closed_at" check ((status = 'closed') = (closed_at is not null))
);
create index "slices_task" on "slices" ("task_id", "number");

create table "blockers" (
  ${identity},
  "number" integer not null,
  "task_id" text not null references "tasks" ("id"),
  "description" text not null,
  "status" text not null,
  "resolution" text,
  "resolved_at" bigint,
  ${provenance},
  "created_at" bigint not null,
  "revision" integer not null,
  constraint "blockers_number" unique ("repository_id", "number"),
  constraint "blockers_status" check (status in ('open', 'resolved')),
  constraint "blockers_resolved_at" check ((status = 'open') = (resolved_at is null))
);
create index "blockers_task" on "blockers" ("task_id", "status");

create table "next_actions" (
  ${identity},
  "number" integer not null,
  "task_id" text not null references "tasks" ("id"),
  "action" text not null,
  "priority" integer not null,
  "status" text not null,
  "note" text,
  "ended_at" bigint,
  ${provenance},
  "created_at" bigint not null,
  "revision" integer not null,
  constraint "next_actions_number" unique ("repository_id", "number"),
  constraint "next_actions_status" check (status in ('pending', 'done', 'skipped')),
  constraint "next_actions_ended_at" check ((status = 'pending') = (ended_at is null))
);
create index "next_actions_task" on "next_actions" ("task_id", "status", "priority", "number");

create table "touched_files" (
  ${identity},
  "task_id" text not null references "tasks" ("id"),
  "path" text not null,
  "change_kind" text not null,
  "old_path" text,
  "actor" text not null,
  "session" text,
  "commit_sha" text,
  "touched_at" bigint not null,
  constraint "touched_files_change_kind" check (change_kind in ('edit', 'add', 'delete', 'rename')),
  constraint "touched_files_path" unique ("task_id", "path")
);
create index "touched_files_task" on "touched_files" ("task_id", "touched_at");

create table "evidence" (
  ${identity},
  "number" integer not null,
  "task_id" text references "tasks" ("id"),
  "slice_id" text,
  "command" text not null,
  "directory" text not null,
  "exit_code" integer,
  "passed" integer not null,
  "result" text,
  "grade" text not null,
  "tree_hash" text,
  "log_hash" text,
  "log_bytes" integer,
  "log_file" text,
  "receipt" text,
  "duration_ms" integer,
  ${provenance},
  "started_at" bigint not null,
  "created_at" bigint not null,
  constraint "evidence_number" unique ("repository_id", "number"),
  constraint "evidence_passed" check (passed in (0, 1)),
  constraint "evidence_grade" check (grade in ('said', 'reported', 'observed', 'ci'))
);
create index "evidence_task" on "evidence" ("task_id", "created_at");
create index "evidence_tree" on "evidence" ("repository_id", "tree_hash");

create table "plans" (
  ${identity},
  "task_id" text references "tasks" ("id"),
  "path" text not null,
  "title" text not null,
  "status" text not null,
  "content_hash" text not null,
  "accepted_hash" text,
  "accepted_at" bigint,
  "accepted_by" text,
  "review_run_id" text,
  "analysis" text,
  "attestations" text not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "revision" integer not null,
  constraint "plans_status" check (status in ('registered', 'analysed', 'accepted', 'done')),
  constraint "plans_path" unique ("repository_id", "path")
);

create table "plan_cursors" (
  ${identity},
  "task_id" text not null references "tasks" ("id"),
  "plan_item" text not null,
  "state" text not null,
  "lane" text,
  "heading" text,
  "summary" text,
  "dispatch_count" integer not null,
  "dispatched_at" bigint not null,
  "completed_at" bigint,
  "updated_at" bigint not null,
  "revision" integer not null,
  constraint "plan_cursors_state" check (state in ('dispatched', 'completed', 'skipped', 'escalated', 'expired')),
  constraint "plan_cursors_item" unique ("task_id", "plan_item")
);

create table "findings" (
  ${identity},
  "number" integer not null,
  "task_id" text references "tasks" ("id"),
  "key" text,
  "severity" text not null,
  "status" text not null,
  "mode" text not null,
  "path" text not null,
  "line_start" integer,
  "line_end" integer,
  "text" text not null,
  "fix" text,
  "anchor" text,
  "fingerprint" text not null,
  "rule" text,
  "tool" text,
  "repro" text,
  "repro_state" text,
  "review_run_id" text,
  "work_item_id" text,
  "note" text,
  "fixed_sha" text,
  "fix_evidence_id" text,
  "resolved_ref" text,
  "resolved_by" text,
  "resolved_at" bigint,
  "superseded_by" text,
  "reopen_count" integer not null,
  "reopen_reason" text,
  "reopened_at" bigint,
  "merged_from" text not null,
  ${provenance},
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "revision" integer not null,
  constraint "findings_number" unique ("repository_id", "number"),
  constraint "findings_key" unique ("repository_id", "key"),
  constraint "findings_severity" check (severity in ('high', 'medium', 'low')),
  constraint "findings_status" check (status in ('open', 'fixed', 'wontfix', 'deferred', 'resolved_on_branch', 'integrated', 'superseded')),
  constraint "findings_mode" check (mode in ('branch', 'planning', 'release_audit')),
  constraint "findings_lines" check (line_start is null or (line_start >= 1 and line_end >= line_start)),
  constraint "findings_resolved_at" check ((status = 'open') = (resolved_at is null))
);
create index "findings_task_status" on "findings" ("task_id", "status");
create index "findings_status" on "findings" ("repository_id", "status", "severity", "number");
create index "findings_fingerprint" on "findings" ("repository_id", "fingerprint");
create index "findings_path" on "findings" ("repository_id", "path");

create table "review_runs" (
  ${identity},
  "number" integer not null,
  "task_id" text references "tasks" ("id"),
  "key" text,
  "subject_path" text not null,
  "subject_kind" text not null,
  "mode" text not null,
  "status" text not null,
  "verdict" text,
  "summary" text,
  "covered_files" text not null,
  "subject_hash" text,
  "decision_id" text,
  "request_changes" integer not null,
  ${provenance},
  "started_at" bigint not null,
  "reviewed_at" bigint,
  "revision" integer not null,
  constraint "review_runs_number" unique ("repository_id", "number"),
  constraint "review_runs_key" unique ("repository_id", "key"),
  constraint "review_runs_subject_kind" check (subject_kind in ('task_plan', 'epic', 'branch', 'adr', 'roadmap', 'other')),
  constraint "review_runs_mode" check (mode in ('branch', 'planning', 'release_audit')),
  constraint "review_runs_status" check (status in ('started', 'recorded')),
  constraint "review_runs_verdict" check (verdict in ('pass', 'pass_with_findings', 'fail', 'conditional_pass')),
  constraint "review_runs_request_changes" check (request_changes in (0, 1)),
  constraint "review_runs_recorded" check ((status = 'recorded') = (verdict is not null))
);
create index "review_runs_task" on "review_runs" ("task_id", "reviewed_at");
create index "review_runs_subject" on "review_runs" ("repository_id", "subject_path");

create table "compactions" (
  ${identity},
  "task_id" text not null references "tasks" ("id"),
  "key" text not null,
  "turn_range" text,
  "summary" text not null,
  "residual" text,
  "tokens_saved" integer,
  ${provenance},
  "created_at" bigint not null,
  constraint "compactions_key" unique ("repository_id", "key")
);
create index "compactions_task" on "compactions" ("task_id", "created_at");

create table "compaction_settings" (
  ${identity},
  "task_id" text references "tasks" ("id"),
  "enabled" integer not null,
  "updated_by" text not null,
  "updated_at" bigint not null,
  "revision" integer not null,
  constraint "compaction_settings_task" unique ("repository_id", "task_id"),
  constraint "compaction_settings_enabled" check (enabled in (0, 1))
);
alter table "events" add column "task_id" text;
create index "events_task" on "events" ("repository_id", "task_id", "ts", "id") where "task_id" is not null;
`,
);
