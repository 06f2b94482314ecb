import { type Expression, type SqlBool, sql } from 'kysely';
import { type EntityKind, entityPrefixes } from '../../domain/identifier/identifier.js';

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

/** That the ref of a row begins with a text: `W-9` and `w9` find W-9 and W-90. Nothing for a text that is not a ref of the kind. */
export function refBegins(kind: EntityKind, number: Expression<unknown>, text: string): Expression<SqlBool>[] {
  const ref = new RegExp(`^${entityPrefixes[kind]}(?:-(\\d{0,15})|(\\d{1,15}))$`, 'i').exec(text.trim());
  return ref === null ? [] : [sql<SqlBool>`cast(${number} as text) like ${`${ref[1] ?? ref[2]}%`}`];
}
