import { identity, provenance } from './commonColumns.js';
import { compatibleMigrationOf } from './migration.js';

/** Investigations with hypotheses, evidence, commands and learnings. */
export const addRuns = compatibleMigrationOf(
  7,
  'add runs',
  `
create table "runs" (
  ${identity},
  "number" integer not null,
  "name" text not null,
  "request" text not null,
  "intent" text not null,
  "target_properties" text not null,
  "dirty_worktree" text not null,
  "worktree_path" text,
  "task_id" text,
  "finding_id" text,
  "work_item_id" text,
  "status" text not null,
  "summary" text,
  "verification" text not null,
  "residual_risks" text not null,
  "open_reason" text,
  ${provenance},
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "closed_at" bigint,
  "revision" integer not null,
  "effort" text,
  constraint "runs_number" unique ("repository_id", "number"),
  constraint "runs_name" unique ("repository_id", "name"),
  constraint "runs_closed_at" check ((status = 'closed') = (closed_at is not null))
);
create index "runs_status" on "runs" ("repository_id", "status", "number");

create table "run_entries" (
  ${identity},
  "run_id" text not null references "runs" ("id"),
  "position" integer not null,
  "kind" text not null,
  "number" integer not null,
  "status" text,
  "text" text not null,
  "hypothesis" integer,
  "learning_kind" text,
  "repo_action" text,
  "path" text,
  "path_commit" text,
  "reason" text,
  ${provenance},
  "created_at" bigint not null,
  "effort" text
);
create unique index "run_entries_run" on "run_entries" ("run_id", "position");
`,
);
