import { compatibleMigrationOf } from './migration.js';

/** Older programs write `question` and `answer` alone, which `questionsOf` notices. */
export const addQuestions = compatibleMigrationOf(
  11,
  'add questions',
  'alter table "work_items" add column "questions" text;\n',
);
