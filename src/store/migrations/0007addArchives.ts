import { compatibleMigrationOf } from './migration.js';

/** Archive files, and the callers' ids of archived work items, which stay reserved. */
export const addArchives = compatibleMigrationOf(
  4,
  'add archives',
  `
create table "archives" (
  "repository_id" text not null references "repositories" ("id"),
  "file" text not null,
  "sha256" text not null,
  "created_at" bigint not null,
  constraint "archives_pk" primary key ("repository_id", "file")
);
create table "archived_keys" (
  "repository_id" text not null references "repositories" ("id"),
  "key" text not null,
  "number" integer not null,
  constraint "archived_keys_pk" primary key ("repository_id", "key")
);
-- The work item first: a deleted one is looked for in the events by its id alone.
drop index "events_work_item";
create index "events_work_item" on "events" ("work_item_id", "ts", "id") where "work_item_id" is not null;
`,
);
