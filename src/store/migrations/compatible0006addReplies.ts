import { compatibleMigrationOf } from './migration.js';

/** What people and agents said to a finding. */
export const addReplies = compatibleMigrationOf(
  6,
  'add replies',
  'alter table "findings" add column "replies" text;\n',
);
