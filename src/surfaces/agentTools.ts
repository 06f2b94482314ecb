import { isRefusal, type Refusal, RefusalError } from '../domain/refusal/refusal.js';
import { type AgentTool, agentTools } from '../manifest/agentToolList.js';
import { coreCatalogue } from '../operations/coreCatalogue.js';
import { invoke, readInput } from '../operations/invoke.js';
import { withNextCommands } from '../operations/nextSteps.js';
import type { AnyOperation } from '../operations/operation.js';
import type { Clock } from '../platform/clock.js';
import type { Log } from '../platform/log.js';
import { version } from '../platform/version.js';
import type { Context } from '../records/context.js';
import { ClaimKeeper } from './mcp/claimKeeper.js';
import { inputFrom } from './mcp/givenInput.js';
import { findNamed, renewClaim } from './mcp/renewClaim.js';
import { ToolCalls } from './mcp/toolCalls.js';

/** Without a call for so long, the claims of a model are renewed no more, in ms. */
const idleMs = 60 * 60 * 1000;

export interface AgentToolsOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** What an operation of this effect works with, in the name of the model; a refusal where there is none. */
  readonly contextFor: (effect: 'read' | 'write', place: CallPlace) => Promise<Context | Refusal>;
}

/** The state of a call, and what ends it. */
export interface CallPlace {
  /** A folder of the repository; where it is checked if left out. */
  readonly folder?: string;
  readonly signal?: AbortSignal;
}

/** What a model reads of a call. */
export interface AgentReply {
  /** JSON of what the operation gave, at most 8 kB, but for an item whose payload and notes come whole, up to 64 kB each; of a refusal its code, message and hint. */
  readonly text: string;
  /** True when nothing was changed because it was refused, or failed. */
  readonly isError: boolean;
}

/** What a call is about to do, for the sentence that asks the person. */
export interface AgentPlan {
  /** Name of the operation. */
  readonly operation: string;
  /** Writes ask the person first. */
  readonly isWrite: boolean;
  /** The input as the operation will take it. */
  readonly input: Readonly<Record<string, unknown>>;
}

export interface AgentTools {
  /** Runs a tool by its name; never rejects. */
  call(tool: string, input: unknown, place: Required<CallPlace>): Promise<AgentReply>;
  /** What a call would do; undefined for a call that is going to be refused for its input. Writes nothing. */
  plan(tool: string, input: unknown): Promise<AgentPlan | undefined>;
  /** Runs an operation that reads; undefined where what it names is not there. Rejects where that cannot be told. */
  read(
    operation: string,
    input: Readonly<Record<string, unknown>>,
    folder: string,
  ): Promise<Readonly<Record<string, unknown>> | undefined>;
  /** Renews no claim any more. */
  stop(): void;
}

/**
 * The tools of one repository for the models of one window. They answer as the MCP server does, with the same budget and the
 * same care of claims.
 */
export function openAgentTools({ clock, log, contextFor }: AgentToolsOptions): AgentTools {
  const keeper = new ClaimKeeper({
    clock,
    log,
    idleMs,
    renew: claim => renewClaim(claim, () => contextFor('write', {})),
  });
  const calls = new ToolCalls({
    keeper,
    log,
    contextFor: ({ name, signal, meta }) => {
      const place = typeof meta?.folder === 'string' ? { signal, folder: meta.folder } : { signal };
      return contextFor(toolOf(name)?.operation.effect === 'read' ? 'read' : 'write', place);
    },
    // These tools are not those of the MCP server, and the model has a terminal.
    withNext: withNextCommands,
    afterWrite: async () => undefined,
    // The session is part of the name.
    hasOwnName: () => true,
    find: findNamed,
  });
  return {
    async call(name, input, { folder, signal }) {
      const tool = toolOf(name);
      const given = argumentsOf(input);
      const client = { name: 'visual-studio-code', version };
      const call = { name, arguments: given, client, meta: { folder }, signal };
      const { structured, isError } = await calls.callOperation(tool && narrowed(tool, chosen(tool, given)), call);
      return { text: JSON.stringify(structured), isError };
    },
    async plan(name, input) {
      const tool = toolOf(name);
      if (tool === undefined) return undefined;
      const given = argumentsOf(input);
      const operation = chosen(tool, given);
      const only = narrowed(tool, operation);
      // Exactly as the call takes it: what cannot be read here is not asked about, and must be refused there.
      const parsed = readInput(only, inputFrom(only, given).input);
      return parsed.success
        ? { operation: operation.name, isWrite: operation.effect !== 'read', input: parsed.data }
        : undefined;
    },
    async read(name, input, folder) {
      const operation = coreCatalogue.find(each => each.name === name);
      if (operation?.effect !== 'read') return undefined;
      const context = await contextFor('read', { folder });
      const output = isRefusal(context) ? context : await invoke(operation, context, input);
      if (!isRefusal(output)) return output as Readonly<Record<string, unknown>>;
      if (output.code === 'not_found' || output.code === 'invalid_input') return undefined;
      throw new RefusalError(output);
    },
    stop: () => keeper.stop(),
  };
}

function toolOf(name: string | undefined): AgentTool | undefined {
  return agentTools.find(each => each.name === name);
}

type Arguments = Readonly<Record<string, unknown>>;

/** What a call gives; a model may send anything, and then gives nothing. */
function argumentsOf(input: unknown): Arguments {
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? (input as Arguments) : {};
}

/** The operation that a call is: some tools are another one without a certain input. */
function chosen({ operation, without }: AgentTool, input: Arguments): AnyOperation {
  if (without === undefined) return operation;
  const value = input[without.input];
  return value === undefined || value === null ? without.operation : operation;
}

/** The operation with the inputs alone that the tool takes: what is not offered is refused. */
function narrowed(tool: AgentTool, operation: AnyOperation): AnyOperation {
  // A claim's token is added to what its holder does.
  const taken = [...tool.inputs, 'token'].filter(input => Object.hasOwn(operation.input.shape, input));
  const input = operation.input.pick(Object.fromEntries(taken.map(field => [field, true])) as Record<string, true>);
  return { ...operation, input, mcp: { ...operation.mcp, tool: tool.name, action: '' } };
}
