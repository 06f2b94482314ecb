import type { z } from 'zod';
import { editDistance } from '../identifier/suggest.js';

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
 * Settings without the fields that `issues` name as not known. Undefined where one of those may be a rule: in a group of rules, or
 * spelled almost like one.
 */
export function withoutUnknown(value: unknown, issues: readonly z.core.$ZodIssue[]): PlainConfig | undefined {
  const ignored: string[][] = [];
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') continue;
    const path = issue.path.map(String);
    ignored.push(...issue.keys.map(key => [...path, key]));
  }
  if (ignored.length === 0 || ignored.some(([group = '']) => strictGroups.some(strict => isLike(group, strict)))) {
    return undefined;
  }
  return { value: without(value, ignored), ignored: ignored.map(path => path.join('.')) };
}

function isLike(written: string, name: string): boolean {
  return editDistance(written.toLowerCase(), name) <= 1;
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
