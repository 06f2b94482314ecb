import { identity } from './commonColumns.js';
import { migrationOf } from './migration.js';

/** Work items, dependencies, timeline and the engine's own tables. */
export const createQueue = migrationOf(
  1,
  'create queue',
  `
create table "schema_migrations" (
  "version" integer primary key,
  "name" text not null,
  "applied_at" bigint not null
);

create table "repositories" (
  "id" text primary key,
  "created_at" bigint not null
);

create table "counters" (
  "repository_id" text not null references "repositories" ("id"),
  "name" text not null,
  "value" bigint not null,
  constraint "counters_pk" primary key ("repository_id", "name")
);

create table "work_items" (
  ${identity},
  "number" integer not null,
  "key" text,
  "title" text not null,
  "kind" text not null,
  "status" text not null,
  "priority" integer not null,
  "rank" double precision not null,
  "payload" text not null,
  "labels" text not null,
  "owner" text,
  "owner_role" text,
  "token" integer not null,
  "lease_until" bigint,
  "not_before" bigint,
  "due_at" bigint,
  "due_sort" bigint not null,
  "open_dependencies" integer not null,
  "question" text,
  "answer" text,
  "notes" text,
  "queued_by" text,
  "claimed_at" bigint,
  "resolved_at" bigint,
  "created_at" bigint not null,
  "updated_at" bigint not null,
  "revision" integer not null,
  constraint "work_items_number" unique ("repository_id", "number"),
  constraint "work_items_key" unique ("repository_id", "key"),
  constraint "work_items_status" check (status in ('pending', 'in_flight', 'waiting_human', 'done', 'failed', 'cancelled')),
  constraint "work_items_priority" check (priority between 0 and 4),
  constraint "work_items_open_dependencies" check (open_dependencies >= 0),
  constraint "work_items_owner" check (status <> 'in_flight' or owner is not null)
);
-- Open items in queue order, a small index for each place they can stand in. What next filters by stands at the end, so
-- that rows are not looked up only to be skipped.
create index "work_items_ready" on "work_items"
  ("repository_id", "priority", "rank", "due_sort", "number", "not_before", "kind")
  where "status" = 'pending' and "open_dependencies" = 0;
create index "work_items_blocked" on "work_items" ("repository_id", "priority", "rank", "due_sort", "number")
  where "status" = 'pending' and "open_dependencies" > 0;
-- Claims by the end of their lease: as a rule none has run out, and that is then seen at once.
create index "work_items_claimed" on "work_items"
  ("repository_id", "lease_until", "priority", "rank", "due_sort", "number")
  where "status" = 'in_flight';
create index "work_items_waiting" on "work_items" ("repository_id", "priority", "rank", "due_sort", "number")
  where "status" = 'waiting_human';
-- Newest change first. What lists filter by stands at the end: each further index with a status or a time of change would
-- be written twice by every claim, in every process.
create index "work_items_updated" on "work_items" ("repository_id", "updated_at", "number", "status", "kind", "owner");

create table "work_item_dependencies" (
  "repository_id" text not null references "repositories" ("id"),
  "work_item_id" text not null references "work_items" ("id"),
  "depends_on_id" text not null references "work_items" ("id"),
  "created_at" bigint not null,
  constraint "work_item_dependencies_pk" primary key ("work_item_id", "depends_on_id"),
  constraint "work_item_dependencies_other" check (work_item_id <> depends_on_id)
);
create index "work_item_dependencies_depends_on" on "work_item_dependencies" ("depends_on_id", "work_item_id");

create table "events" (
  "repository_id" text not null references "repositories" ("id"),
  "id" bigint not null,
  "ts" bigint not null,
  "type" text not null,
  "actor" text,
  "role" text,
  "harness" text,
  "model" text,
  "session" text,
  "lane" text,
  "work_item_id" text references "work_items" ("id"),
  "payload" text not null,
  constraint "events_pk" primary key ("repository_id", "id")
);
create index "events_time" on "events" ("repository_id", "ts", "id");
create index "events_work_item" on "events" ("repository_id", "work_item_id", "ts", "id")
  where "work_item_id" is not null;
`,
);
