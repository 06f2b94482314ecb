import { contextPolicies } from '../task/contextBudget.js';
import type { RepositoryConfig } from './repositoryConfig.js';
import { stricterConfig } from './stricterConfig.js';

/** Settings with the values as written, without defaults. */
export interface GivenConfig {
  readonly config: RepositoryConfig;
  readonly given: Readonly<Record<string, unknown>>;
}

/** A value of a clone's own settings that would loosen the repository's: `gate.push`. */
export interface IgnoredSetting {
  readonly key: string;
  readonly value: unknown;
}

/** Limits, of which the lower one counts. */
const limits = ['context.budget', 'compaction.tokens', 'compaction.characters', 'lane.commandMinutes'];
/** Rules outside of the groups of rules. */
const ruleKeys = ['lane.agentsMayReview', 'questions.ifNoAnswer'];
const ruleGroups = ['gate', 'review', 'protect', 'budget', 'control'];
/** Rules that only `true` adds. */
const switches = ['review.holdSession', 'lane.pullRequest'];

/**
 * Adds a clone's own settings to the repository's: stricter rules and lower limits always, all others where the repository has
 * none. Whatever else they have is ignored.
 */
export function withOwnConfig(
  repository: GivenConfig,
  own: GivenConfig,
): { readonly config: RepositoryConfig; readonly ignored: readonly IgnoredSetting[] } {
  let { config } = repository;
  const ignored: IgnoredSetting[] = [];
  for (const [group, fields] of Object.entries(own.given)) {
    if (group === '$schema' || !isFields(fields)) continue;
    for (const field of Object.keys(fields)) {
      const key = `${group}.${field}`;
      const value = fieldIn(own.config, group, field);
      if (value === undefined) continue;
      config = withField(config, repository.given, { group, field, key, value });
      if (!holds(fieldIn(config, group, field), value)) ignored.push({ key, value });
    }
  }
  return { config, ignored };
}

function withField(
  config: RepositoryConfig,
  given: GivenConfig['given'],
  { group, field, key, value }: { group: string; field: string; key: string; value: unknown },
): RepositoryConfig {
  const now = fieldIn(config, group, field);
  const put = (chosen: unknown): RepositoryConfig => {
    const fields = { ...(config as unknown as Readonly<Record<string, object>>)[group], [field]: chosen };
    return { ...config, [group]: fields };
  };
  if (switches.includes(key)) return put(now === true || value === true);
  if (ruleGroups.includes(group) || ruleKeys.includes(key)) return stricterConfig(config, put(value));
  if (limits.includes(key)) return put(Math.min(Number(now), Number(value)));
  if (key === 'context.policy') {
    return put(contextPolicies.findLast(policy => policy === now || policy === value));
  }
  return isFields(given[group]) && Object.hasOwn(given[group], field) ? config : put(value);
}

/** True if the setting has the value, or contains all values of the list. */
function holds(setting: unknown, value: unknown): boolean {
  return Array.isArray(setting) && Array.isArray(value)
    ? value.every(each => setting.includes(each))
    : setting === value;
}

/** Undefined if it is not set. */
export function fieldIn(config: object, group: string, field: string): unknown {
  const fields = (config as Readonly<Record<string, unknown>>)[group];
  return isFields(fields) && Object.hasOwn(fields, field) ? fields[field] : undefined;
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
