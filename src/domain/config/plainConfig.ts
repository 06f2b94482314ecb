import * as z from 'zod';
import { editDistance } from '../identifier/suggest.js';
import { repositoryConfigSchema } from './repositoryConfig.js';

/** Groups of rules: an unknown field in them may be a rule that must not be ignored. */
const strictGroups = ['gate', 'review', 'protect', 'control'];

export interface PlainConfig {
  readonly value: unknown;
  /** Fields that this version does not know, such as `lane.colour`: from a newer version or another program. */
  readonly ignored: readonly string[];
}

/** Removes nulls, which mean the same as absent fields. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== null);
  return Object.fromEntries(entries.map(([name, one]) => [name, withoutNulls(one)]));
}

/**
 * Removes fields that `issues` report as unknown. Undefined if one may be a rule of this version: in a group of rules, a
 * top-level value that is no group, or a likely misspelling.
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

const knownFields = new Map(
  Object.entries(repositoryConfigSchema.shape).flatMap(([group, schema]) => {
    const inner: unknown = 'unwrap' in schema ? schema.unwrap() : undefined;
    return inner instanceof z.ZodObject ? [[group, Object.keys(inner.shape)] as const] : [];
  }),
);

/** Short names may differ by one letter only: `lane` is not `gate`. */
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
