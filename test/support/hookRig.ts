import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerHook } from '../../src/agentHooks/answerHook.js';
import { callerEnvironment } from '../../src/agentHooks/callerEnvironment.js';
import type { HookClient, HookInput } from '../../src/agentHooks/hookClient.js';
import { hookClients } from '../../src/agentHooks/hookClients.js';
import type { Actor } from '../../src/domain/actor/actor.js';
import { actorFromEnvironment } from '../../src/domain/actor/actorFromEnvironment.js';
import { isRefusal } from '../../src/domain/refusal/refusal.js';
import type { Context } from '../../src/records/context.js';
import type { LaneTestRepository } from './laneTestRepository.js';

interface Recorded {
  readonly event: string;
  readonly input: Readonly<Record<string, unknown>>;
}

function clientOf(name: string): HookClient {
  const known = hookClients.find(one => one.name === name);
  if (known === undefined) throw new Error(name);
  return known;
}

/** Who the session of an input is. */
export function actorOf(client: string, { input }: Pick<Recorded, 'input'>): Actor {
  const environment = callerEnvironment({}, clientOf(client), input);
  const actor = actorFromEnvironment({ environment, attended: false });
  if (isRefusal(actor) || actor.name === undefined) throw new Error('the caller has no name');
  return { ...actor, name: actor.name };
}

/** Calls of hooks in the repository of a test. */
export function hookCalls(repo: () => LaneTestRepository) {
  /** What a client sent when it was recorded, as if it stood where the test does. */
  function recorded(client: string, name: string): Recorded {
    const file = join(import.meta.dirname, 'agentHookInputs', `${client}.json`);
    const text = readFileSync(file, 'utf8').replaceAll('$REPOSITORY', repo().place.replaceAll('\\', '/'));
    const found = (JSON.parse(text) as Record<string, Recorded>)[name];
    if (found === undefined) throw new Error(`${client} has no recorded ${name}`);
    return found;
  }

  /** The answer to a recorded input, some of whose values are others. */
  async function ask(client: string, name: string, change: (input: HookInput) => HookInput = input => input) {
    const { event, input: before } = recorded(client, name);
    const input = change(before);
    const known = clientOf(client);
    const actor = actorOf(client, { input });
    const context: Context = { ...repo().context(actor), sharesName: actor.session === undefined };
    const answer = await answerHook(context, known, event, input);
    return Object.keys(answer).length === 0 ? undefined : known.reply(event, answer);
  }

  return { recorded, ask };
}

/** Another argument of the recorded tool. */
export const given = (more: HookInput) => (input: HookInput) => ({
  ...input,
  tool_input: { ...(input.tool_input as HookInput), ...more },
});

export const denied = (reason: string) => ({
  hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: reason },
});
export const told = (event: string, context: string) => ({
  hookSpecificOutput: { hookEventName: event, additionalContext: context },
});
export const opening =
  'Stateroom keeps this repository’s queue, tasks and findings. For all of it call the MCP tool load_session, or run `stateroom context`.';
