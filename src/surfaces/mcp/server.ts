import type { Readable, Writable } from 'node:stream';
import { isRefusal, type Refusal } from '../../domain/refusal/refusal.js';
import type { ToolTable } from '../../manifest/toolTable.js';
import { say } from '../../messages/say.js';
import { loadOperation } from '../../operations/loadGroup.js';
import { systemClock } from '../../platform/clock.js';
import { writeShim } from '../../platform/shim.js';
import { version } from '../../platform/version.js';
import type { Context } from '../../records/context.js';
import { endSession } from '../../records/holding/endSession.js';
import { renewDashboardFile } from '../../records/snapshot/dashboardFile.js';
import { DashboardKeeper } from '../../records/snapshot/dashboardKeeper.js';
import { serveMcp, type ToolCall } from './binding.js';
import { BoundTask } from './boundTask.js';
import { ClaimKeeper } from './claimKeeper.js';
import { type ComposeOptions, compose } from './compose.js';
import { ConnectionPresence } from './connectionPresence.js';
import { callerOf, hasOwnName, isAgent } from './identity.js';
import { instructions } from './instructions.js';
import { isWorkflow, listPrompts, promptText } from './prompts.js';
import { findNamed, renewClaim } from './renewClaim.js';
import { readUri, resources, templates } from './resources.js';
import { ResourceWatch } from './resourceWatch.js';
import { ToolCalls } from './toolCalls.js';
import { ToolList } from './toolList.js';
import { withNextCalls } from './withNextCalls.js';

export interface ServerOptions extends ComposeOptions {
  /** `--actor`. */
  readonly actor: string | undefined;
  /** Lists the tools of lanes from the start, for clients that call nothing else. */
  readonly allTools?: boolean | undefined;
  /** Absolute path of the command line program, for the shim next to the store. */
  readonly programFile: string;
  /** What the build made of the declarations; see `toolTable`. */
  readonly tools: ToolTable;
  readonly input: Readable;
  readonly output: Writable;
}

export interface RunningServer {
  /** Resolves when the client is gone and the store is closed. */
  readonly ended: Promise<void>;
  /** Ends politely: answers what was asked, then closes. */
  finish(): void;
}

/** Without a call for so long, the claims of a client that is still connected run out. */
const idleMs = 60 * 60 * 1000;
/** How long calls may continue after the client has gone, in ms. */
const drainMs = 3000;
/** How long calls that were cancelled by the client's going may take to end what they run, in ms. */
const cancelMs = 2500;
/** How long it may take to record that the sessions of the connection have ended, in ms. */
const farewellMs = 2000;
/** How long the store may take to close, in ms; an interrupted checkpoint is made by the next process. */
const closeMs = 2000;

/** Serves one MCP client over two streams, with the catalogue as tools. */
export function startServer(options: ServerOptions): RunningServer {
  const { log, environment } = options;
  const composition = compose(options);
  const identity = { environment, given: options.actor };
  const tools = new ToolList({
    table: options.tools,
    hasLanes: async () => options.allTools === true || composition.hasLanes(),
    listen: listener => composition.onDidChange(listener),
    onChanged: () => connection.toolsChanged(),
  });

  let listensForDashboard = false;
  const dashboardFile = new DashboardKeeper(async () => {
    const context = composition.contextFor({ role: 'system', name: 'stateroom' });
    if (isRefusal(context)) return undefined;
    const wait = await renewDashboardFile(context);
    // From now on, changes of other processes count too.
    if (wait !== undefined && !listensForDashboard) {
      listensForDashboard = composition.onDidChange(() => dashboardFile.changed()) !== undefined;
    }
    return wait;
  });
  dashboardFile.changed();
  let shim: Promise<unknown> | undefined;
  /** Hooks and terminals find the command line through the shim; one look at it per server is enough. */
  const leaveShim = async (): Promise<void> => {
    const directory = composition.storeDirectory();
    if (directory === undefined) return;
    shim ??= writeShim(directory, { file: options.programFile, version }).catch(error =>
      log.debug(`No shim was written: ${String(error)}`),
    );
    await shim;
  };

  const keeper = new ClaimKeeper({
    clock: systemClock,
    log,
    idleMs,
    renew: claim => renewClaim(claim, actor => composition.contextFor(actor)),
  });
  const presence = new ConnectionPresence();
  const task = new BoundTask(composition.contextAt, actor => hasOwnName(identity, actor));
  const contextFor = (call: Pick<ToolCall, 'client' | 'meta' | 'signal'>): Context | Refusal => {
    const actor = callerOf(identity, call);
    const context = isRefusal(actor) ? actor : composition.contextFor(actor, call.signal);
    return isRefusal(context) ? context : { ...context, sharesName: !hasOwnName(identity, context.actor) };
  };
  const calls = new ToolCalls({
    task,
    keeper,
    log,
    contextFor,
    presence,
    withNext: withNextCalls,
    afterWrite: async () => {
      dashboardFile.changed();
      await leaveShim();
    },
    hasOwnName: actor => hasOwnName(identity, actor),
    find: findNamed,
  });
  /** What a request that is not a call of a tool works with, where calls apply. */
  const contextOf = async (call: Pick<ToolCall, 'client' | 'meta' | 'signal'>): Promise<Context | Refusal> => {
    const own = contextFor(call);
    return isRefusal(own) ? own : (await task.place(own)).context;
  };
  const readResource = async (uri: string, context: Context | Refusal): Promise<string | Refusal> => {
    const named = readUri(uri);
    return named === undefined ? '' : (await import('./resourceText.js')).resourceText(named, context);
  };
  const nobody = { client: undefined, meta: undefined, signal: new AbortController().signal };
  const watched = new ResourceWatch({
    async read(uri) {
      const text = await readResource(uri, await contextOf(nobody));
      return isRefusal(text) ? undefined : text;
    },
    listen: listener => composition.onDidChange(listener),
    onUpdated: uri => connection.resourceChanged(uri),
    log,
  });
  const open = new Set<Promise<unknown>>();
  const connection = serveMcp({
    name: 'stateroom',
    title: 'Stateroom',
    version,
    instructions,
    tools,
    async call(call) {
      const answering = calls.call(call, tools.find(call.name), loadOperation);
      open.add(answering);
      const reply = await answering.finally(() => open.delete(answering));
      void tools.look();
      return reply;
    },
    prompts: {
      list: listPrompts,
      has: isWorkflow,
      async get(call, request) {
        keeper.touch();
        const context = await contextOf(call);
        return isWorkflow(call.name) ? promptText(call.name, request, context) : '';
      },
    },
    resources: {
      list: resources,
      templates,
      has: uri => readUri(uri) !== undefined,
      async read(call, uri) {
        keeper.touch();
        const text = await readResource(uri, await contextOf(call));
        if (!isRefusal(text)) return { text };
        return { problem: say(text.message), isMissing: text.code === 'not_found' || text.code === 'invalid_input' };
      },
      watch: uris => watched.watch(uris),
    },
    async complete(call, argument, typed) {
      keeper.touch();
      const { completeRef, completeSentence } = await import('./completion.js');
      const template = templates.find(({ uriTemplate }) => uriTemplate === call.name);
      if (template !== undefined && argument === 'ref')
        return completeRef(await contextOf(call), [template.name], typed);
      return isWorkflow(call.name) && argument === 'request' ? completeSentence(await contextOf(call), typed) : [];
    },
    readsText: isAgent,
    input: options.input,
    output: options.output,
    drainMs,
    onProblem: problem => log.debug(problem.name),
  });

  const end = async () => {
    await connection.closed;
    keeper.stop();
    dashboardFile.stop();
    tools.stop();
    watched.stop();
    await within(cancelMs, Promise.allSettled(open));
    await within(farewellMs, presence.end(endSession)).catch(error =>
      log.error('the end could not be recorded', error),
    );
    await within(closeMs, composition.close()).catch(error => log.error('the store could not be closed', error));
  };
  return { ended: end(), finish: () => connection.finish() };
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>(resolve => {
    timer = setTimeout(resolve, ms);
  });
  try {
    await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
