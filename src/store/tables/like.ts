import { type Expression, type SqlBool, sql } from 'kysely';
import { type EntityKind, entityPrefixes } from '../../domain/identifier/identifier.js';

/** LIKE pattern for any text that contains `text`; for use with `escape '\'`. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, character => `\\${character}`)}%`;
}

/**
 * GLOB pattern for `hasLabel`. LIKE would compare only ASCII without regard to case, so the pattern names both cases of each
 * letter.
 */
export function labelPattern(label: string): string {
  const either = JSON.stringify(label).replace(/[*?[]|\p{L}/gu, character => `[${casesOf(character)}]`);
  return `*,${either}[],]*`;
}

function casesOf(character: string): string {
  const cases = [character, character.toLowerCase(), character.toUpperCase()];
  return [...new Set(cases.filter(({ length }) => length === character.length))].join('');
}

/** That a JSON array of labels holds one that fits a `labelPattern`. No label has a comma, so one stands before each. */
export function hasLabel(labels: Expression<unknown>, pattern: string): Expression<SqlBool> {
  return sql<SqlBool>`',' || substr(${labels}, 2) glob ${pattern}`;
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
