import { compatibleMigrationOf } from './migration.js';

/** The reasoning level of the model that wrote a row, and the tokens spent on a decision. */
export const addEffortAndTokens = compatibleMigrationOf(
  3,
  'add effort and tokens',
  `
alter table "events" add column "effort" text;
alter table "decisions" add column "effort" text;
alter table "slices" add column "effort" text;
alter table "blockers" add column "effort" text;
alter table "next_actions" add column "effort" text;
alter table "evidence" add column "effort" text;
alter table "findings" add column "effort" text;
alter table "review_runs" add column "effort" text;
alter table "compactions" add column "effort" text;
alter table "decisions" add column "input_tokens" bigint;
alter table "decisions" add column "output_tokens" bigint;
`,
);
