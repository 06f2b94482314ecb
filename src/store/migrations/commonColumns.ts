import type { CreateTableBuilder } from 'kysely';

type Table<Name extends string> = CreateTableBuilder<Name, string>;

/** Which row it is, of which repository. */
export function identity<Name extends string>(table: Table<Name>): Table<Name> {
  return table
    .addColumn('id', 'text', column => column.primaryKey())
    .addColumn('repository_id', 'text', column => column.notNull().references('repositories.id'));
}

/** Who wrote a row, with what, and on which branch and commit. */
export function provenance<Name extends string>(table: Table<Name>): Table<Name> {
  return table
    .addColumn('actor', 'text', column => column.notNull())
    .addColumn('role', 'text', column => column.notNull())
    .addColumn('harness', 'text')
    .addColumn('model', 'text')
    .addColumn('session', 'text')
    .addColumn('lane', 'text')
    .addColumn('branch', 'text')
    .addColumn('commit_sha', 'text');
}
