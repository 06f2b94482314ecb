import { identity } from './commonColumns.js';
import { compatibleMigrationOf } from './migration.js';

/** The times in which Stateroom starts agents while nobody watches. */
export const addControlShifts = compatibleMigrationOf(
  13,
  'add control shifts',
  `
create table "control_shifts" (
  ${identity},
  "started_by" text not null,
  "started_at" bigint not null,
  "until_at" bigint,
  "settings" text not null,
  "repository_settings" text not null,
  "policy" text not null,
  "stop" text,
  "stop_by" text,
  "stop_at" bigint,
  "ended_at" bigint,
  "read_at" bigint,
  "revision" integer not null
);
create unique index "control_shifts_open" on "control_shifts" ("repository_id") where "ended_at" is null;
create index "agent_sessions_ended" on "agent_sessions" ("repository_id", "ended_at");
`,
);
