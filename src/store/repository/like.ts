import { type Expression, type SqlBool, sql } from 'kysely';

/** LIKE pattern for any text that contains `text`; for use with `escape '\'`. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, character => `\\${character}`)}%`;
}

/** LIKE pattern for a JSON array of strings that holds `label`. */
export function labelPattern(label: string): string {
  return containsPattern(JSON.stringify(label));
}

/** `column like pattern`, with the backslash as escape on every engine. */
export function like(column: Expression<unknown>, pattern: string): Expression<SqlBool> {
  return sql<SqlBool>`${column} like ${pattern} escape '\\'`;
}
