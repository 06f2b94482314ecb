import { identity, provenance } from './commonColumns.js';
import { compatibleMigrationOf } from './migration.js';

/** Rebuilds the table in column and row order, to change a constraint. `added` lists later columns, in order. */
export function moveFindings(severities: readonly string[], added: readonly string[] = []): string {
  return `
create table "findings_moved" (
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
  ${added.map(column => `${column},\n  `).join('')}constraint "findings_number" unique ("repository_id", "number"),
  constraint "findings_severity" check (severity in (${severities.map(severity => `'${severity}'`).join(', ')})),
  constraint "findings_status" check (status in ('open', 'fixed', 'wontfix', 'deferred', 'resolved_on_branch', 'integrated', 'superseded')),
  constraint "findings_mode" check (mode in ('branch', 'planning', 'release_audit')),
  constraint "findings_lines" check (line_start is null or (line_start >= 1 and line_end >= line_start)),
  constraint "findings_resolved_at" check ((status = 'open') = (resolved_at is null))
);
insert into "findings_moved" select * from "findings" order by "number";
drop table "findings";
alter table "findings_moved" rename to "findings";
create index "findings_task_status" on "findings" ("task_id", "status");
create index "findings_status" on "findings" ("repository_id", "status", "severity", "number");
create index "findings_fingerprint" on "findings" ("repository_id", "fingerprint");
create index "findings_path" on "findings" ("repository_id", "path");
create unique index "findings_key" on "findings" ("repository_id", coalesce("task_id", ''), "key") where "key" is not null;
`;
}

/** Callers' ids of findings are unique per task instead of per repository. */
export const relaxFindingKeys = compatibleMigrationOf(2, 'relax finding keys', moveFindings(['high', 'medium', 'low']));
