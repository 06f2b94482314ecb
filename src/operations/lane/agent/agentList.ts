import * as z from 'zod';
import { environmentFor } from '../../../domain/agent/agentEnvironment.js';
import { type Refusal, RefusalError, refusalError } from '../../../domain/refusal/refusal.js';
import { message } from '../../../messages/message.js';
import { sentenceSchema } from '../../../messages/sentence.js';
import { findOnPath } from '../../../platform/isOnPath.js';
import { type StartableAgent, startableAgents, unreachable } from '../../../records/agentSession/startableAgent.js';
import type { Context } from '../../../records/context.js';
import { requireLanes } from '../../../records/lane/laneAccess.js';
import { defineOperation } from '../../operation.js';

const states = ['installed', 'reachable', 'needs_adapter', 'not_installed', 'signed_out', 'unreachable'] as const;

const agentSchema = z.object({
  name: z.string(),
  title: z.string(),
  /** `installed` becomes another one by a probe. */
  state: z.enum(states),
  /** The program that is started; null if it is not there. */
  program: z.string().nullable(),
  /** As it says itself when it is probed, of an adapter the adapter's; null without a probe. */
  version: z.string().nullable(),
  /** Version that Stateroom was tried with; null for an agent of the person's own. */
  tried: z.string().nullable(),
  /** Guards that hold it back over ACP; null if unknown. */
  guards: z.object({ hooks: z.boolean(), permissions: z.boolean(), sandbox: z.boolean() }).nullable(),
  problem: sentenceSchema.nullable(),
  next: sentenceSchema.nullable(),
  /** Names of the variables that it gets, and of those that are withheld; null without a probe, and if it is not installed. */
  variables: z.object({ passed: z.array(z.string()), withheld: z.array(z.string()) }).nullable(),
});
type ListedAgent = z.output<typeof agentSchema>;

export const agentList = defineOperation({
  name: 'agent.list',
  order: 10,
  title: 'List Agents',
  summary: 'Lists the agents that Stateroom can start, which are installed here, and what holds each of them back.',
  input: z.strictObject({
    probe: z
      .boolean()
      .optional()
      .describe('Start each for a moment: whether it answers, its version, and which variables it gets'),
  }),
  output: z.object({ agents: z.array(agentSchema) }),
  effect: 'external',
  onlyReads: ({ probe }) => probe !== true,
  cancellable: true,
  // Agents are started by people.
  mcp: null,
  cli: { path: ['agents', 'list'], examples: ['agents list', 'agents list --probe'] },
  palette: false,
  async run(context, { probe = false }) {
    const all = await startableAgents(requireLanes(context));
    if (!probe) return { agents: all.map(listed) };
    if (context.probeAgent === undefined) {
      throw refusalError('not_allowed', message('sessions.needsRunner'), { hint: message('sessions.needsRunnerHint') });
    }
    return { agents: await Promise.all(all.map(agent => probed(context, agent))) };
  },
});

function listed(agent: StartableAgent): ListedAgent {
  const { key, title, command, acp } = agent;
  const problem = unreachable(agent);
  const isMissing = problem !== undefined;
  const needsAdapter = acp.adapter !== undefined && findOnPath(acp.adapter.program) !== undefined;
  const [program = ''] = command;
  return {
    name: key,
    title,
    state: isMissing ? (needsAdapter ? 'needs_adapter' : 'not_installed') : 'installed',
    program: isMissing ? null : (findOnPath(program) ?? program),
    version: null,
    tried: acp.tried ?? null,
    guards: acp.guards ?? null,
    problem: problem?.cause ?? null,
    next: problem?.hint ?? null,
    variables: null,
  };
}

async function probed({ commands, workTree, probeAgent }: Context, agent: StartableAgent): Promise<ListedAgent> {
  const known = listed(agent);
  if (known.state !== 'installed') return known;
  const all = commands?.environment ?? {};
  const passed = environmentFor(agent, all);
  const withheld = Object.keys(all).filter(name => all[name] !== undefined && !(name in passed));
  const environment = { ...passed, ...agent.environment };
  const variables = { passed: Object.keys(environment).sort(), withheld: withheld.sort() };
  try {
    const directory = workTree?.root ?? process.cwd();
    const found = await probeAgent?.({ command: agent.command, directory, environment });
    return { ...known, state: 'reachable', version: found?.version ?? null, variables };
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    const { code, message: problem, hint }: Refusal = error.refusal;
    const state = code === 'not_allowed' ? 'signed_out' : 'unreachable';
    return { ...known, state, problem, next: hint ?? null, variables };
  }
}
