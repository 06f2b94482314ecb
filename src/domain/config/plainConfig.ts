import * as z from 'zod';
import { editDistance } from '../identifier/suggest.js';
import { repositoryConfigSchema } from './repositoryConfig.js';

/** Groups that hold rules: a field in them that is not known may be one that this version would have to keep. */
const strictGroups = ['gate', 'review', 'protect'];

/** Settings as they were written, without what is left out here. */
export interface PlainConfig {
  readonly value: unknown;
  /** Fields that this version does not know, as `lane.colour`: those of a newer one, or of someone else. */
  readonly ignored: readonly string[];
}

/** Settings without nulls, which stand for what is left out. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== null);
  return Object.fromEntries(entries.map(([name, one]) => [name, withoutNulls(one)]));
}

/**
 * Settings without the fields that `issues` name as not known. Undefined where one of those may be a rule of this version: in a group
 * of rules, no group itself, or spelled almost like a group or a field that there is.
 */
export function withoutUnknown(value: unknown, issues: readonly z.core.$ZodIssue[]): PlainConfig | undefined {
  const ignored: string[][] = [];
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') continue;
    const path = issue.path.map(String);
    ignored.push(...issue.keys.map(key => [...path, key]));
  }
  if (ignored.length === 0 || ignored.some(path => mayBeRule(path, value))) return undefined;
  return { value: without(value, ignored), ignored: ignored.map(path => path.join('.')) };
}

function mayBeRule([group = '', field]: readonly string[], value: unknown): boolean {
  if (field !== undefined) {
    return strictGroups.includes(group) || (knownFields.get(group) ?? []).some(known => isLike(field, known));
  }
  if (/^[$_]/.test(group)) return false;
  const content = (value as Record<string, unknown>)[group];
  const isGroup = typeof content === 'object' && content !== null && !Array.isArray(content);
  const names = [...knownFields.keys(), ...[...knownFields.values()].flat()];
  return !isGroup || names.some(known => isLike(group, known));
}

/** The fields of each group that this version knows. */
const knownFields = new Map(
  Object.entries(repositoryConfigSchema.shape).flatMap(([group, schema]) => {
    const inner: unknown = 'unwrap' in schema ? schema.unwrap() : undefined;
    return inner instanceof z.ZodObject ? [[group, Object.keys(inner.shape)] as const] : [];
  }),
);

/** Short names are alike by a letter alone: `lane` is not `gate`. */
function isLike(written: string, name: string): boolean {
  return editDistance(written.toLowerCase(), name.toLowerCase()) <= (name.length > 5 ? 2 : 1);
}

function without(value: unknown, paths: readonly (readonly string[])[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      const inside = paths.filter(([first]) => first === name).map(([, ...rest]) => rest);
      return inside.some(({ length }) => length === 0)
        ? []
        : [[name, inside.length === 0 ? one : without(one, inside)]];
    }),
  );
}
