import { agents } from '../agent/agents.js';
import type { Actor } from './actor.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** The model that an agent runs and its reasoning level; what is not known is left out. */
export type UsedModel = Pick<Actor, 'model' | 'effort'>;

/** The keys by which callers name them, in the metadata of a call or of its turn. */
const modelKeys = ['model', 'modelId', 'model_id'] as const;
const effortKeys = ['reasoning_effort', 'reasoningEffort', 'effort'] as const;

/** Codex describes its turn under this key of a call's metadata. */
const turnKey = 'x-codex-turn-metadata';

/**
 * What the environment says: `STATEROOM_MODEL` and `STATEROOM_EFFORT` first, which whoever starts an agent sets for it, then the
 * variables of the harness itself.
 */
export function modelFromEnvironment(environment: Environment, harness: string | undefined): UsedModel {
  const { models = [], efforts = [] } = agents.find(agent => agent.harness === harness) ?? {};
  return usedModel(
    ['STATEROOM_MODEL', ...models].map(name => environment[name]),
    ['STATEROOM_EFFORT', ...efforts].map(name => environment[name]),
  );
}

/** What the metadata (`_meta`) of one call says. */
export function modelFromMeta(meta: Readonly<Record<string, unknown>> | undefined): UsedModel {
  const places = [meta, meta?.[turnKey]].filter(isRecord);
  const named = (keys: readonly string[]) => places.flatMap(place => keys.map(key => place[key]));
  return usedModel(named(modelKeys), named(effortKeys));
}

/** Of each the first that is usable: a printable id of at most 200 characters, a word of at most 50. */
function usedModel(models: readonly unknown[], efforts: readonly unknown[]): UsedModel {
  const model = textsOf(models).find(text => /^[^\p{C}]{1,200}$/u.test(text));
  const effort = textsOf(efforts)
    .find(text => /^[\w-]{1,50}$/.test(text))
    ?.toLowerCase();
  return { ...(model === undefined ? {} : { model }), ...(effort === undefined ? {} : { effort }) };
}

function textsOf(values: readonly unknown[]): string[] {
  return values.flatMap(value => (typeof value === 'string' ? [value.trim()] : []));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
