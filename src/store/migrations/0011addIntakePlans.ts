import { compatibleMigrationOf } from './migration.js';

/** The ranked reading and verification list of an investigation, as of its start. */
export const addIntakePlans = compatibleMigrationOf(
  8,
  'add intake plans',
  'alter table "runs" add column "intake_plan" text;\n',
);
