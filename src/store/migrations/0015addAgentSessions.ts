import { identity } from './commonColumns.js';
import { compatibleMigrationOf } from './migration.js';

/** Agents that Stateroom starts in lanes. No references: older programs archive lanes without them. */
export const addAgentSessions = compatibleMigrationOf(
  12,
  'add agent sessions',
  `
create table "agent_sessions" (
  ${identity},
  "lane_id" text not null,
  "work_item_id" text,
  "agent" text not null,
  "actor" text not null,
  "command" text not null,
  "policy" text not null,
  "state" text not null,
  "session" text,
  "resume" text,
  "model" text,
  "process" text,
  "process_group" integer,
  "runner" text,
  "requested_by" text not null,
  "requested_at" bigint not null,
  "started_at" bigint,
  "ended_at" bigint,
  "end_reason" text,
  "why" text,
  "stop_by" text,
  "stop_at" bigint,
  "revision" integer not null,
  constraint "agent_sessions_ended_at" check ((state = 'ended') = (ended_at is not null) and (end_reason is null) = (ended_at is null))
);
create unique index "agent_sessions_unfinished" on "agent_sessions" ("lane_id") where "ended_at" is null;
create index "agent_sessions_lane" on "agent_sessions" ("lane_id", "requested_at");

create table "agent_words" (
  ${identity},
  "session_id" text not null,
  "lane_id" text not null,
  "position" integer not null,
  "kind" text not null,
  "text" text not null,
  "by" text not null,
  "created_at" bigint not null,
  "taken_at" bigint,
  "revision" integer not null,
  constraint "agent_words_position" unique ("session_id", "position")
);

create table "agent_permissions" (
  ${identity},
  "session_id" text not null,
  "lane_id" text not null,
  "position" integer not null,
  "title" text not null,
  "tool" text,
  "command" text,
  "paths" text not null,
  "asked_at" bigint not null,
  "expires_at" bigint not null,
  "answer" text,
  "answered_by" text,
  "answered_at" bigint,
  "revision" integer not null,
  constraint "agent_permissions_position" unique ("session_id", "position"),
  constraint "agent_permissions_answered_at" check ((answer is null) = (answered_at is null))
);

create table "agent_usage" (
  ${identity},
  "session_id" text not null,
  "lane_id" text not null,
  "meaning" text not null,
  "source" text not null,
  "input" integer,
  "output" integer,
  "cached" integer,
  "cost_micros" integer,
  "used" integer,
  "size" integer,
  "at" bigint not null,
  "revision" integer not null,
  constraint "agent_usage_meaning" unique ("session_id", "meaning")
);
`,
);
