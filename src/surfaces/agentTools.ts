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

/** Idle time in ms after which a model's claims are no longer renewed. */
const idleMs = 60 * 60 * 1000;

export interface AgentToolsOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Returns the context for an operation of this effect, acting as the model; a refusal if there is none. */
  readonly contextFor: (effect: 'read' | 'write', place: CallPlace) => Promise<Context | Refusal>;
}

export interface CallPlace {
  /** Folder inside the repository; defaults to the one open in the window. */
  readonly folder?: string;
  readonly signal?: AbortSignal;
}

export interface AgentReply {
  /** JSON of at most 8 kB; a single item's payload and notes are complete. For a refusal: code, message and hint. */
  readonly text: string;
  /** True when the call was refused or failed, so nothing changed. */
  readonly isError: boolean;
}

export interface AgentPlan {
  readonly operation: string;
  /** Writes need the person's confirmation. */
  readonly isWrite: boolean;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface AgentTools {
  /** Runs a tool by its name; never rejects. */
  call(tool: string, input: unknown, place: Required<CallPlace>): Promise<AgentReply>;
  /** Returns the pending call without writing; undefined if its input will be refused. */
  plan(tool: string, input: unknown): Promise<AgentPlan | undefined>;
  /** Runs a read operation; undefined if its record does not exist. Rejects if that cannot be determined. */
  read(
    operation: string,
    input: Readonly<Record<string, unknown>>,
    folder: string,
  ): Promise<Readonly<Record<string, unknown>> | undefined>;
  stop(): void;
}

/** Shares the MCP server's byte budget and claim renewal. */
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
    // The hints of the MCP server name other tools; here the model has a terminal, so hints are commands.
    withNext: withNextCommands,
    afterWrite: async () => undefined,
    // The actor's name contains the session.
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
      // Parsed exactly as in `call`: invalid input is not confirmed here, and `call` refuses it.
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

/** Returns the arguments of a call; empty for anything but an object, since a model may send any value. */
function argumentsOf(input: unknown): Arguments {
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? (input as Arguments) : {};
}

/** Returns the operation of a call: some tools run another one if a certain input is missing. */
function chosen({ operation, without }: AgentTool, input: Arguments): AnyOperation {
  if (without === undefined) return operation;
  const value = input[without.input];
  return value === undefined || value === null ? without.operation : operation;
}

/** Narrows the operation to the tool's own inputs; others are refused. */
function narrowed(tool: AgentTool, operation: AnyOperation): AnyOperation {
  // The holder's calls are sent with the token of its claim.
  const taken = [...tool.inputs, 'token'].filter(input => Object.hasOwn(operation.input.shape, input));
  const input = operation.input.pick(Object.fromEntries(taken.map(field => [field, true])) as Record<string, true>);
  return { ...operation, input, mcp: { ...operation.mcp, tool: tool.name, action: '' } };
}
