import { agents } from '../domain/agent/agents.js';
import type { HookClient, HookInput } from './hookClient.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Agent and conversation come from the hook, whatever started the agent. */
export function callerEnvironment(environment: Environment, client: HookClient, input: HookInput): Environment {
  const others = agents.flatMap(({ harness, marks = [], sessions = [] }) =>
    harness === client.harness ? [] : [...marks, ...sessions],
  );
  const { marks = [], sessions = [] } = agents.find(({ harness }) => harness === client.harness) ?? {};
  const session = client.session(input);
  const model = client.model?.(input);
  return {
    ...Object.fromEntries(Object.entries(environment).filter(([name]) => !others.includes(name))),
    ...(marks[0] === undefined ? {} : { [marks[0]]: '1' }),
    ...(sessions[0] === undefined || session === undefined ? {} : { [sessions[0]]: session }),
    ...(model === undefined || environment.STATEROOM_MODEL ? {} : { STATEROOM_MODEL: model }),
  };
}
