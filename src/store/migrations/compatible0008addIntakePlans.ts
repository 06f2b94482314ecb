import { compatibleMigrationOf } from './migration.js';

/** What to read and verify for an investigation, as it was ranked when it started. */
export const addIntakePlans = compatibleMigrationOf(
  8,
  'add intake plans',
  'alter table "runs" add column "intake_plan" text;\n',
);
