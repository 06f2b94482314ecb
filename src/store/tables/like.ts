import { type Expression, type SqlBool, sql } from 'kysely';
import { type EntityKind, entityPrefixes } from '../../domain/identifier/identifier.js';

/** Pattern for LIKE with `escape '\'`. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, character => `\\${character}`)}%`;
}

/** GLOB pattern for `hasLabel` with both cases of each letter: LIKE ignores case only for ASCII. */
export function labelPattern(label: string): string {
  const either = JSON.stringify(label).replace(/[*?[]|\p{L}/gu, character => `[${casesOf(character)}]`);
  return `*,${either}[],]*`;
}

function casesOf(character: string): string {
  const cases = [character, character.toLowerCase(), character.toUpperCase()];
  return [...new Set(cases.filter(({ length }) => length === character.length))].join('');
}

/** Tests a JSON array by a `labelPattern`. Labels have no commas, so each follows one. */
export function hasLabel(labels: Expression<unknown>, pattern: string): Expression<SqlBool> {
  return sql<SqlBool>`',' || substr(${labels}, 2) glob ${pattern}`;
}

/** Uses the backslash as escape on every engine. */
export function like(column: Expression<unknown>, pattern: string): Expression<SqlBool> {
  return sql<SqlBool>`${column} like ${pattern} escape '\\'`;
}

/** `W-9` and `w9` match W-9 and W-90. Empty for a text that is no ref of the kind. */
export function refBegins(kind: EntityKind, number: Expression<unknown>, text: string): Expression<SqlBool>[] {
  const ref = new RegExp(`^${entityPrefixes[kind]}(?:-(\\d{0,15})|(\\d{1,15}))$`, 'i').exec(text.trim());
  return ref === null ? [] : [sql<SqlBool>`cast(${number} as text) like ${`${ref[1] ?? ref[2]}%`}`];
}
