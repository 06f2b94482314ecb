import { type Kysely, sql } from 'kysely';

/**
 * One forward step of the schema, run by the engine in a transaction of its own. Statements are deterministic and stand
 * alone: no clock, chance, PRAGMA, and nothing that only one engine understands.
 */
export interface Migration {
  /**
   * 1, 2, 3, … for steps that raise the schema's version: programs that do not know it refuse the store. -1, -2, … for compatible
   * steps, with which older programs go on (`compatibleMigrationOf`). Both without gaps.
   */
  readonly version: number;
  readonly name: string;
  up(db: Kysely<unknown>): Promise<void>;
}

/** The step that runs these statements, each of which ends with `;` at the end of a line. Lines of comments begin with `--`. */
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
 * A step that does not shut out the programs that lack it: they go on reading and writing the tables
 * as they know them. So it may add nullable columns and tables, change indexes, drop constraints, and write what
 * they could have written themselves, and nothing else. `number` is 1, 2, 3, … of these steps.
 */
export function compatibleMigrationOf(number: number, name: string, statements: string): Migration {
  return migrationOf(-number, name, statements);
}

/** The version of the schema that these steps lead to. */
export function latestVersion(steps: readonly Migration[]): number {
  return Math.max(0, ...steps.map(({ version }) => version));
}

/** A statement as schemas have it since the first version. */
function onOneLine(statement: string): string {
  return statement
    .trim()
    .replace(/\(\n\s*/g, '(')
    .replace(/\n\s*\)/g, ')')
    .replace(/\s*\n\s*/g, ' ');
}
