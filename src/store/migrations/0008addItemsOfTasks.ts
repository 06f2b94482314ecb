import { compatibleMigrationOf } from './migration.js';

/** The task of a work item besides its own. No constraint: tasks and work items may be archived in either order. */
export const addItemsOfTasks = compatibleMigrationOf(
  5,
  'add items of tasks',
  `
alter table "work_items" add column "task_id" text;
create index "work_items_task" on "work_items" ("task_id", "number") where "task_id" is not null;
`,
);
