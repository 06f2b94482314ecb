import { identity } from './commonColumns.js';
import { compatibleMigrationOf } from './migration.js';

/** Starts of lanes and tasks for work items. No references: older programs archive items without them. */
export const addAttempts = compatibleMigrationOf(
  10,
  'add attempts',
  `
create table "attempts" (
  ${identity},
  "work_item_id" text not null,
  "position" integer not null,
  "lane_id" text,
  "task_id" text,
  "actor" text not null,
  "model" text,
  "session" text,
  "begun_at" bigint not null,
  "ended_at" bigint,
  "end_reason" text,
  "why" text,
  "evidence_id" text,
  "backup" text,
  "revision" integer not null,
  constraint "attempts_position" unique ("work_item_id", "position"),
  constraint "attempts_ended_at" check ((end_reason is null) = (ended_at is null))
);
`,
);
