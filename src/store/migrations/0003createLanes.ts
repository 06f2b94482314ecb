import { identity } from './commonColumns.js';
import { migrationOf } from './migration.js';

/** Lanes with workers and dependencies, messages and reports. */
export const createLanes = migrationOf(
  3,
  'create lanes',
  `
create table "lanes" (
  ${identity},
  "number" integer not null,
  "name" text not null,
  "description" text,
  "kind" text not null,
  "status" text not null,
  "close_reason" text,
  "task_id" text references "tasks" ("id"),
  "work_item_id" text references "work_items" ("id"),
  "branch" text not null,
  "base_branch" text not null,
  "base_sha" text not null,
  "worktree_path" text not null,
  "owned_paths" text not null,
  "git_writes" text not null,
  "adopted" integer not null,
  "port_first" integer,
  "port_count" integer not null,
  "owner" text,
  "backend" text,
  "model" text,
  "effort" text,
  "merged_sha" text,
  "created_by" text not null,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "revision" integer not null,
  constraint "lanes_number" unique ("repository_id", "number"),
  constraint "lanes_name" unique ("repository_id", "name"),
  constraint "lanes_kind" check (kind in ('implement', 'review')),
  constraint "lanes_status" check (status in ('planned', 'active', 'blocked', 'review', 'merged', 'closed')),
  constraint "lanes_closed" check ((status = 'closed') = (close_reason is not null)),
  constraint "lanes_merged" check ((status = 'merged') = (merged_sha is not null)),
  constraint "lanes_git_writes" check (git_writes in ('agent', 'host')),
  constraint "lanes_adopted" check (adopted in (0, 1))
);
create index "lanes_status" on "lanes" ("repository_id", "status");

create table "lane_dependencies" (
  "repository_id" text not null references "repositories" ("id"),
  "lane_id" text not null references "lanes" ("id"),
  "after_id" text not null references "lanes" ("id"),
  "created_at" bigint not null,
  constraint "lane_dependencies_pair" primary key ("lane_id", "after_id"),
  constraint "lane_dependencies_other" check (lane_id <> after_id)
);
create index "lane_dependencies_after" on "lane_dependencies" ("after_id");

create table "workers" (
  ${identity},
  "lane_id" text not null references "lanes" ("id"),
  "state" text not null,
  "state_changed_at" bigint not null,
  "changed_by" text not null,
  "attempt" integer not null,
  "agent" text,
  "harness" text,
  "session" text,
  "reason" text,
  "cancelled" integer not null,
  "submitted_sha" text,
  "approved_by" text,
  "rescue_ref" text,
  "created_at" bigint not null,
  "revision" integer not null,
  constraint "workers_lane" unique ("lane_id"),
  constraint "workers_state" check (state in ('ASSIGNED', 'WORKING', 'CONFLICTED', 'IN_REVIEW', 'APPROVED', 'COMPLETED', 'FAILED')),
  constraint "workers_cancelled" check (cancelled = 0 or state = 'FAILED')
);

create table "worker_reports" (
  ${identity},
  "number" integer not null,
  "lane_id" text not null references "lanes" ("id"),
  "outcome" text not null,
  "summary" text not null,
  "files" text not null,
  "tests" text not null,
  "blockers" text not null,
  "merge_ready" integer not null,
  "commit_sha" text,
  "actor" text not null,
  "acknowledged_by" text,
  "acknowledged_at" bigint,
  "created_at" bigint not null,
  "revision" integer not null,
  constraint "worker_reports_number" unique ("repository_id", "number"),
  constraint "worker_reports_outcome" check (outcome in ('done', 'partial', 'blocked', 'failed', 'nothing_to_do')),
  constraint "worker_reports_acknowledged" check ((acknowledged_by is null) = (acknowledged_at is null))
);
create index "worker_reports_lane" on "worker_reports" ("lane_id", "number");

create table "messages" (
  ${identity},
  "number" integer not null,
  "sender" text not null,
  "sender_role" text not null,
  "recipient" text not null,
  "lane_id" text references "lanes" ("id"),
  "kind" text not null,
  "subject" text not null,
  "payload" text,
  "blob" text,
  "blob_sha256" text,
  "dispatch_id" text,
  "reply_to" text references "messages" ("id"),
  "status" text not null,
  "created_at" bigint not null,
  "revision" integer not null,
  constraint "messages_number" unique ("repository_id", "number"),
  constraint "messages_dispatch" unique ("repository_id", "dispatch_id"),
  constraint "messages_kind" check (kind in ('note', 'brief', 'question', 'answer', 'report', 'handoff')),
  constraint "messages_status" check (status in ('open', 'acknowledged', 'closed')),
  constraint "messages_payload" check (payload is null or blob is null)
);
create index "messages_recipient" on "messages" ("repository_id", "recipient", "number");

create table "message_cursors" (
  "repository_id" text not null references "repositories" ("id"),
  "reader" text not null,
  "acknowledged" integer not null,
  "updated_at" bigint not null,
  constraint "message_cursors_reader" primary key ("repository_id", "reader")
);
`,
);
