import { type Kysely, sql } from 'kysely';

/** Runs in its own transaction. Statements are deterministic: no clock, randomness, PRAGMA or engine-specific syntax. */
export interface Migration {
  /** 1, 2, 3, … raise the schema version: older programs refuse the store. -1, -2, … are compatible steps. No gaps in either. */
  readonly version: number;
  readonly name: string;
  up(db: Kysely<unknown>): Promise<void>;
}

/** Each statement ends with `;` at the end of a line. Comment lines begin with `--`. */
export function migrationOf(version: number, name: string, statements: string): Migration {
  return {
    version,
    name,
    async up(db) {
      for (const statement of statements.replace(/^--.*\n/gm, '').split(/;\n/)) {
        const text = onOneLine(statement);
        if (text !== '') await sql.raw(text).execute(db);
      }
    },
  };
}

/**
 * A step after which older programs keep reading and writing their tables: it may only add nullable columns and tables, change
 * indexes, drop constraints, and write data that they could have written. `number` is 1, 2, 3, …
 */
export function compatibleMigrationOf(number: number, name: string, statements: string): Migration {
  return migrationOf(-number, name, statements);
}

export function latestVersion(steps: readonly Migration[]): number {
  return Math.max(0, ...steps.map(({ version }) => version));
}

/** Joins a statement's lines, as schemas have stored it since the first version. */
function onOneLine(statement: string): string {
  return statement
    .trim()
    .replace(/\(\n\s*/g, '(')
    .replace(/\n\s*\)/g, ')')
    .replace(/\s*\n\s*/g, ' ');
}
