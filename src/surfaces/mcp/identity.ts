import { type Actor, actorSchema } from '../../domain/actor/actor.js';
import { actorFromEnvironment, agentName } from '../../domain/actor/actorFromEnvironment.js';
import { modelFromEnvironment, modelFromMeta } from '../../domain/actor/usedModel.js';
import { agentOf, agents } from '../../domain/agent/agents.js';
import { isRefusal, type Refusal } from '../../domain/refusal/refusal.js';
import type { ClientInfo, ToolCall } from './binding.js';

export interface IdentitySource {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly given: string | undefined;
}

/**
 * The name given to the server or its environment, else the client's program with the end of its session id, else
 * `agent`. Always an agent: people do not use MCP. Evaluated per call, because in the 2026 protocol each request
 * identifies its client.
 */
export function callerOf(source: IdentitySource, call: Pick<ToolCall, 'client' | 'meta'>): Actor | Refusal {
  const derived = actorFromEnvironment({ ...source, attended: false });
  if (isRefusal(derived)) return derived;
  const role = 'agent' as const;
  const { client } = call;
  const used = modelFromMeta(call.meta);
  const harness = derived.harness === undefined && client !== undefined ? harnessOf(client.name) : undefined;
  if (harness === undefined) return { ...derived, ...used, role, name: derived.name ?? 'agent' };
  const session = sessionOf(call.meta);
  const name = derived.name ?? agentName(harness, session);
  const known = { ...modelFromEnvironment(source.environment, harness), ...used };
  return { ...derived, ...known, role, name, harness, ...(session === undefined ? {} : { session }) };
}

/** True for a name given to this server or taken from the session id; sessions of an agent share any other name. */
export function hasOwnName({ given, environment }: IdentitySource, actor: Actor): boolean {
  return given !== undefined || Boolean(environment.STATEROOM_ACTOR?.trim()) || actor.session !== undefined;
}

export function isAgent(client: ClientInfo | undefined): boolean {
  return client !== undefined && agentOf({ harness: harnessOf(client.name) }) !== undefined;
}

function harnessOf(clientName: string): string | undefined {
  const slug = clientName
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 100);
  // Some clients append the name of the component that calls.
  const agent = agents.find(({ clientNames = [] }) =>
    clientNames.some(name => slug === name || slug.startsWith(`${name}-`)),
  );
  return agent?.harness ?? (slug === '' ? undefined : slug);
}

/** Returns the session id; Codex sends its conversation id with every call. */
function sessionOf(meta: Readonly<Record<string, unknown>> | undefined): string | undefined {
  for (const key of ['threadId', 'sessionId']) {
    const parsed = actorSchema.shape.session.safeParse(meta?.[key]);
    if (parsed.success && parsed.data !== undefined && /^[\w.:-]+$/.test(parsed.data)) return parsed.data;
  }
  return undefined;
}
