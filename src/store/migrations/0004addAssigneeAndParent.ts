import { compatibleMigrationOf } from './migration.js';

export const addAssigneeAndParent = compatibleMigrationOf(
  1,
  'add assignee and parent',
  `
alter table "work_items" add column "assignee" text;
alter table "work_items" add column "parent_id" text references "work_items" ("id");
create index "work_items_parent" on "work_items" ("parent_id", "number") where "parent_id" is not null;
-- What next and lists filter by stands at the end, as before.
drop index "work_items_ready";
create index "work_items_ready" on "work_items"
  ("repository_id", "priority", "rank", "due_sort", "number", "not_before", "kind", "assignee")
  where "status" = 'pending' and "open_dependencies" = 0;
drop index "work_items_updated";
create index "work_items_updated" on "work_items"
  ("repository_id", "updated_at", "number", "status", "kind", "owner", "assignee");
`,
);
