import { agents } from '../agent/agents.js';

type Environment = Readonly<Record<string, string | undefined>>;

export interface AgentMarker {
  readonly harness: string;
  readonly session: string | undefined;
}

/** Set by several harnesses, to a name or only `1`. */
const genericMarks = ['AI_AGENT', 'AGENT'] as const;

/** Finds the first agent in the table whose marks are in the environment; undefined for none. */
export function findAgentMarker(environment: Environment): AgentMarker | undefined {
  const agent = agents.find(({ marks = [], sessions = [] }) =>
    [...marks, ...sessions].some(name => isSet(environment[name])),
  );
  const generic = genericMarks.map(name => environment[name]).find(isSet);
  if (agent === undefined && generic === undefined) return undefined;
  const harness = agent?.harness ?? harnessName(generic ?? '') ?? 'agent';
  return {
    harness,
    session: agent?.sessions
      ?.map(name => environment[name])
      .find(isSet)
      ?.slice(0, 200),
  };
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && !/^(0|false|no|off)?$/i.test(value.trim());
}

/** Reduces `claude-code@2.1` and `claude-code_2-1-329_agent` to `claude-code`; a bare `1` or `true` is no name. */
function harnessName(value: string): string | undefined {
  const name = value
    .trim()
    .toLowerCase()
    .replace(/[@/].*$/, '')
    .replace(/_\d.*$/, '')
    .replaceAll('_', '-');
  if (!/^[a-z][a-z0-9.-]{0,99}$/.test(name) || /^(true|yes|on)$/.test(name)) return undefined;
  return agents.find(({ otherNames = [] }) => otherNames.includes(name))?.harness ?? name;
}
