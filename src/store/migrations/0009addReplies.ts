import { compatibleMigrationOf } from './migration.js';

export const addReplies = compatibleMigrationOf(
  6,
  'add replies',
  'alter table "findings" add column "replies" text;\n',
);
