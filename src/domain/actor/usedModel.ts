import { agents } from '../agent/agents.js';
import type { Actor } from './actor.js';

type Environment = Readonly<Record<string, string | undefined>>;

export type UsedModel = Pick<Actor, 'model' | 'effort'>;

const modelKeys = ['model', 'modelId', 'model_id'] as const;
const effortKeys = ['reasoning_effort', 'reasoningEffort', 'effort'] as const;

/** Codex puts the metadata of its turn under this key. */
const turnKey = 'x-codex-turn-metadata';

/** `STATEROOM_MODEL` and `STATEROOM_EFFORT` take precedence over the harness's own variables. */
export function modelFromEnvironment(environment: Environment, harness: string | undefined): UsedModel {
  const { models = [], efforts = [] } = agents.find(agent => agent.harness === harness) ?? {};
  return usedModel(
    ['STATEROOM_MODEL', ...models].map(name => environment[name]),
    ['STATEROOM_EFFORT', ...efforts].map(name => environment[name]),
  );
}

export function modelFromMeta(meta: Readonly<Record<string, unknown>> | undefined): UsedModel {
  const places = [meta, meta?.[turnKey]].filter(isRecord);
  const named = (keys: readonly string[]) => places.flatMap(place => keys.map(key => place[key]));
  return usedModel(named(modelKeys), named(effortKeys));
}

/** Takes the first usable value of each: a printable id of at most 200 characters, a word of at most 50. */
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
