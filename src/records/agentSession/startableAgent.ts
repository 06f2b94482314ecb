import type { AcpProgram, Agent } from '../../domain/agent/agent.js';
import { agentNamed, agents } from '../../domain/agent/agents.js';
import { personalSettingsSchema } from '../../domain/agentSession/ownAgents.js';
import { silenceOf } from '../../domain/agentSession/silenceLimits.js';
import { refusalError } from '../../domain/refusal/refusal.js';
import type { LanePorts } from '../../git/lane/openLanes.js';
import { type Message, message } from '../../messages/message.js';
import { findOnPath, isProgram } from '../../platform/isOnPath.js';
import { readPersonalFile } from './personalFile.js';

/** An agent that Stateroom can start by the Agent Client Protocol. */
export interface StartableAgent {
  /** Harness, or the name in a person's own settings. */
  readonly key: string;
  readonly title: string;
  readonly command: readonly string[];
  /** Added to its environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly acp: Partial<
    Pick<AcpProgram, 'mode' | 'mcpOption' | 'turnUsage' | 'silence' | 'guards' | 'adapter' | 'tried'>
  >;
  /** Names of variables with its credentials; undefined withholds nothing from it. */
  readonly credentials: readonly RegExp[] | undefined;
}

/** Agents of the table and of the person's own settings, which come first. Refuses settings that cannot be read. */
export async function startableAgents(ports: Pick<LanePorts, 'personalSettings'>): Promise<readonly StartableAgent[]> {
  return [...(await ownAgents(ports)), ...agents.flatMap(agent => (agent.acp ? [ofTable(agent, agent.acp)] : []))];
}

function ofTable({ harness, title }: Agent, acp: AcpProgram): StartableAgent {
  const { adapter } = acp;
  const program = adapter && findOnPath(adapter.program);
  return {
    key: harness,
    title,
    command: acp.command,
    environment: {
      ...acp.variables,
      ...(adapter === undefined || program === undefined ? {} : { [adapter.variable]: program }),
    },
    acp,
    credentials: acp.credentials,
  };
}

async function ownAgents(ports: Pick<LanePorts, 'personalSettings'>): Promise<StartableAgent[]> {
  const settings = await readPersonalFile(ports, personalSettingsSchema, { hint: message('sessions.settingsHint') });
  if (settings === undefined) return [];
  return Object.entries(settings.value.agents).map(([key, { command, args, env, mode, limits = {} }]) => ({
    key,
    title: key,
    command: [command, ...args],
    environment: env,
    acp: { silence: silenceOf(limits), ...(mode === undefined ? {} : { mode }) },
    credentials: undefined,
  }));
}

/** Reason why an agent cannot be started here; undefined if it can. */
export function unreachable({ command, title, acp }: StartableAgent): { cause: Message; hint: Message } | undefined {
  const [program = ''] = command;
  const { adapter } = acp;
  const isThere = isProgram(program);
  if (adapter === undefined) {
    if (isThere) return undefined;
    return {
      cause: message('sessions.notInstalled', { agent: title, program }),
      hint: message('sessions.notInstalledHint'),
    };
  }
  if (!isProgram(adapter.program)) {
    const cause = message('sessions.notInstalled', { agent: title, program: adapter.program });
    return { cause, hint: message('sessions.notInstalledHint') };
  }
  if (isThere) return undefined;
  return {
    cause: message('sessions.needsAdapter', { agent: title, size: adapter.size }),
    hint: message('sessions.needsAdapterHint', { agent: title, package: adapter.package }),
  };
}

/**
 * The agent of this name, or the only one that is installed. Refuses an unknown or unreachable one, and a choice between several:
 * another agent is never started instead.
 */
export async function requireAgent(
  ports: Pick<LanePorts, 'personalSettings'>,
  named: string | undefined,
): Promise<StartableAgent> {
  const all = await startableAgents(ports);
  const installed = all.filter(agent => unreachable(agent) === undefined);
  const list = installed.map(({ key }) => key).join(', ');
  const here =
    installed.length === 0 ? message('sessions.noneHere') : message('sessions.installedHere', { agents: list });
  if (named === undefined) {
    const [only, ...others] = installed;
    if (only !== undefined && others.length === 0) return only;
    throw refusalError('invalid_input', message('sessions.which'), {
      hint: here,
      details: { agents: installed.map(({ key }) => key) },
    });
  }
  const key = agentNamed(named)?.harness ?? named.trim();
  const found = all.find(agent => agent.key === named.trim()) ?? all.find(agent => agent.key === key);
  if (found === undefined) {
    throw refusalError('not_found', message('sessions.unknown', { agent: named.trim().slice(0, 80) }), { hint: here });
  }
  const problem = unreachable(found);
  if (problem === undefined) return found;
  throw refusalError('not_found', problem.cause, {
    hint: message('input.both', { one: problem.hint, other: here }),
    details: { agent: found.key, installed: installed.map(one => one.key) },
  });
}
