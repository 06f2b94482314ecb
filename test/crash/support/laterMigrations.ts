import type { Migration } from '../../../src/store/migrations/migration.js';

/** Steps behind the real ones, for tests of migration: they add a column with a value, and a table. */
export const laterMigrations: readonly Migration[] = [
  {
    version: 1001,
    name: 'add a colour',
    async up(db) {
      await db.schema
        .alterTable('work_items')
        .addColumn('colour', 'text', column => column.notNull().defaultTo('grey'))
        .execute();
    },
  },
  {
    version: 1002,
    name: 'add shelves',
    async up(db) {
      await db.schema
        .createTable('shelves')
        .addColumn('id', 'text', column => column.primaryKey())
        .execute();
    },
  },
];
