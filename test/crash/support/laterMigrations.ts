import { compatibleMigrationOf, type Migration } from '../../../src/store/migrations/migration.js';

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

/** Compatible steps behind the real ones: they add a column, and drop a constraint with its table. */
export const compatibleMigrations: readonly Migration[] = [
  compatibleMigrationOf(1001, 'add sizes', 'alter table "work_items" add column "size" text;\n'),
  compatibleMigrationOf(
    1002,
    'move counters',
    `
create table "counters_moved" (
  "repository_id" text not null references "repositories" ("id"),
  "name" text not null,
  "value" bigint not null
);
insert into "counters_moved" select * from "counters" order by "name";
drop table "counters";
alter table "counters_moved" rename to "counters";
create unique index "counters_name" on "counters" ("repository_id", "name");
`,
  ),
];
