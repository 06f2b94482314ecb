import type { Readable, Writable } from 'node:stream';
import {
  CLIENT_INFO_META_KEY,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { ToolDeclaration } from '../../manifest/toolSet.js';
import { type AskedThere, Elicitation } from './elicit.js';
import { LineTransport } from './lineTransport.js';
import type { PromptDeclaration } from './prompts.js';
import { type ResourceDeclaration, resourceType, type TemplateDeclaration } from './resources.js';

/** Name and version as reported by the client; unverified. */
export interface ClientInfo {
  readonly name: string;
  readonly version: string;
}

export interface ToolCall {
  readonly name: string;
  readonly arguments: unknown;
  readonly client: ClientInfo | undefined;
  /** The request's `_meta` without the protocol's own keys. */
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  /** Aborted when the client cancels the call or disconnects. */
  readonly signal: AbortSignal;
}

export interface ToolReply {
  readonly text: string;
  /** The reply as JSON; some clients show their model this instead of the text. */
  readonly structured: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
  /** Set if a person could choose the answer in the client. */
  readonly asked?: AskedThere | undefined;
}

export interface ServedConnection {
  /** Resolves after the client has disconnected and all earlier requests are answered, or `drainMs` is over. */
  readonly closed: Promise<void>;
  /** Stops reading, answers the requests already read, and closes. */
  finish(): void;
  toolsChanged(): void;
  resourceChanged(uri: string): void;
}

export interface ServedTools {
  list(): Promise<readonly ToolDeclaration[]>;
  has(name: string): boolean;
  names(): Promise<readonly string[]>;
}

export interface ServedPrompts {
  list(): Promise<readonly PromptDeclaration[]>;
  has(name: string): boolean;
  /** Returns the text of an existing prompt for the person's request. */
  get(call: ToolCall, request: string): Promise<string>;
}

export interface ServedResources {
  readonly list: readonly ResourceDeclaration[];
  readonly templates: readonly TemplateDeclaration[];
  has(uri: string): boolean;
  /** Returns the text of a resource; a sentence if its record does not exist or cannot be read. */
  read(
    call: ToolCall,
    uri: string,
  ): Promise<{ readonly text: string } | { readonly problem: string; readonly isMissing: boolean }>;
  /** Replaces the watched resources; resolves once their current text is read. */
  watch(uris: ReadonlySet<string>): Promise<void>;
}

export interface ServeOptions {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly instructions: string;
  readonly tools: ServedTools;
  readonly call: (call: ToolCall) => Promise<ToolReply>;
  /** Records the choice of the client for a question; undefined if it has none. */
  readonly answered: (
    call: ToolCall,
    asked: Pick<AskedThere, 'id' | 'question'>,
    choice: string | undefined,
  ) => Promise<ToolReply>;
  readonly prompts: ServedPrompts;
  readonly resources: ServedResources;
  /** Returns values for an argument, named by the argument or its resource template; empty for an unknown one. */
  readonly complete: (call: ToolCall, argument: string, typed: string) => Promise<readonly string[]>;
  /** True for clients that show their model the text, or both forms: structured content would cost twice. */
  readonly readsText: (client: ClientInfo | undefined) => boolean;
  readonly input: Readable;
  readonly output: Writable;
  /** Max time in ms that unanswered requests may outlive the client. */
  readonly drainMs: number;
  readonly onProblem: (error: Error) => void;
}

/** Interval of progress notifications in ms; the shortest default timeout of a client is one minute. */
const progressEveryMs = 5000;

/** Speaks the client's protocol version: `initialize` up to 2025-11-25, `server/discover` from 2026-07-28. */
export function serveMcp(options: ServeOptions): ServedConnection {
  const transport = new LineTransport(options.input, options.output, options.drainMs);
  const servers = new Set<McpServer>();
  const subscriptions = new Subscriptions(options.resources);
  const makeOne = (): McpServer => {
    const mcp = makeServer(options, subscriptions);
    servers.add(mcp);
    return mcp;
  };
  transport.onread = message => subscriptions.see(message);
  serveStdio(makeOne, { transport, onerror: options.onProblem });
  return {
    closed: transport.closed,
    finish: () => transport.finish(),
    toolsChanged() {
      for (const mcp of servers) mcp.sendToolListChanged();
    },
    resourceChanged(uri) {
      // The client may have disconnected.
      for (const { server } of servers) server.sendResourceUpdated({ uri }).catch(() => undefined);
    },
  };
}

function makeServer(options: ServeOptions, subscriptions: Subscriptions): McpServer {
  const mcp = new McpServer(
    { name: options.name, title: options.title, version: options.version },
    {
      capabilities: { tools: { listChanged: true }, prompts: {}, resources: { subscribe: true }, completions: {} },
      instructions: options.instructions,
      // Inputs are checked with the catalogue's own schemas, so the SDK needs no schema compiler.
      jsonSchemaValidator: {
        getValidator: () => input => ({ valid: true, data: input as never, errorMessage: undefined }),
      },
    },
  );
  const { server } = mcp;
  const callOf = (params: { name: string; arguments?: unknown }, { mcpReq }: ServerContext): ToolCall => ({
    name: params.name,
    arguments: params.arguments ?? {},
    client: clientInfo(mcpReq.envelope) ?? server.getClientVersion(),
    meta: mcpReq._meta,
    signal: mcpReq.signal,
  });
  server.setRequestHandler('tools/list', async request => {
    throwIfPaged(request);
    return { tools: (await options.tools.list()).map(tool => ({ ...tool, inputSchema: { ...tool.inputSchema } })) };
  });
  server.setRequestHandler('tools/call', async (request, context) => {
    const { name } = request.params;
    if (!options.tools.has(name)) {
      const toolNames = (await options.tools.names()).join(', ');
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `Unknown tool "${shorten(name)}"; the tools are ${toolNames}.`,
      );
    }
    const made = callOf(request.params, context);
    const elicitation = new Elicitation(context, mcp);
    const { returned } = elicitation;
    const reply = await whileTellingProgress(context, async () => {
      if (returned !== undefined) return options.answered(made, returned.asked, returned.choice);
      const first = await options.call(made);
      if (first.asked === undefined || elicitation.returnsQuestions || !elicitation.isOffered) return first;
      const choice = await elicitation.ask(first.asked);
      return choice === undefined ? first : options.answered(made, first.asked, choice);
    });
    if (returned === undefined && reply.asked !== undefined && elicitation.returnsQuestions && elicitation.isOffered) {
      return elicitation.required(reply.asked);
    }
    return {
      content: [{ type: 'text' as const, text: reply.text }],
      ...(options.readsText(made.client) || isBeforeStructured(server.getNegotiatedProtocolVersion())
        ? {}
        : { structuredContent: { ...reply.structured } }),
      ...(reply.isError ? { isError: true } : {}),
    };
  });
  server.setRequestHandler('prompts/list', async request => {
    throwIfPaged(request);
    const prompts = await options.prompts.list();
    return { prompts: prompts.map(prompt => ({ ...prompt, arguments: prompt.arguments.map(one => ({ ...one })) })) };
  });
  server.setRequestHandler('prompts/get', async (request, context) => {
    const { name } = request.params;
    if (!options.prompts.has(name)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt "${shorten(name)}".`);
    }
    const text = await options.prompts.get(callOf(request.params, context), request.params.arguments?.request ?? '');
    return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] };
  });
  const { resources } = options;
  server.setRequestHandler('resources/list', async request => {
    throwIfPaged(request);
    return { resources: resources.list.map(resource => ({ ...resource, mimeType: resourceType })) };
  });
  server.setRequestHandler('resources/templates/list', async request => {
    throwIfPaged(request);
    return { resourceTemplates: resources.templates.map(template => ({ ...template, mimeType: resourceType })) };
  });
  const throwIfUnknown = (uri: string): void => {
    if (!resources.has(uri)) throw new ResourceNotFoundError(uri, `There is no resource ${shorten(uri)}.`);
  };
  server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
    throwIfUnknown(uri);
    const found = await resources.read(callOf({ name: uri }, context), uri);
    if ('text' in found) return { contents: [{ uri, mimeType: resourceType, text: found.text }] };
    if (found.isMissing) throw new ResourceNotFoundError(uri, found.problem);
    throw new ProtocolError(ProtocolErrorCode.InternalError, found.problem);
  });
  server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) => {
    throwIfUnknown(uri);
    await subscriptions.add(uri);
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', async ({ params: { uri } }) => {
    await subscriptions.remove(uri);
    return {};
  });
  server.setRequestHandler('completion/complete', async ({ params: { ref, argument } }, context) => {
    const name = ref.type === 'ref/prompt' ? ref.name : ref.uri;
    const values = await options.complete(callOf({ name }, context), argument.name, argument.value);
    return { completion: { values: [...values], hasMore: false } };
  });
  return mcp;
}

/** True for protocol versions in which results have no structured content. */
function isBeforeStructured(version: string | undefined): boolean {
  return version !== undefined && version < '2025-06-18';
}

/** Refuses any cursor: lists are complete, so none was given out. */
function throwIfPaged({ params }: { readonly params?: { readonly cursor?: string | undefined } | undefined }): void {
  if (params?.cursor === undefined) return;
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Unknown cursor "${shorten(params.cursor)}"; this list has one page. Repeat the request without a cursor.`,
  );
}

const maxSubscriptions = 100;

/** In protocol 2026-07-28 the SDK answers subscriptions itself, so they are read from incoming messages. */
class Subscriptions {
  readonly #resources: Pick<ServedResources, 'has' | 'watch'>;
  readonly #single = new Set<string>();
  readonly #listened = new Map<string | number, readonly string[]>();

  constructor(resources: Pick<ServedResources, 'has' | 'watch'>) {
    this.#resources = resources;
  }

  async add(uri: string): Promise<void> {
    if (!this.#single.has(uri) && this.#single.size >= maxSubscriptions) {
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `At most ${maxSubscriptions} resources are watched. Unsubscribe from one first.`,
      );
    }
    this.#single.add(uri);
    await this.#watch();
  }

  async remove(uri: string): Promise<void> {
    if (this.#single.delete(uri)) await this.#watch();
  }

  see(message: unknown): void {
    const { id, method, params } = message as { id?: unknown; method?: unknown; params?: Record<string, unknown> };
    if (method === 'subscriptions/listen' && (typeof id === 'string' || typeof id === 'number')) {
      const notifications = params?.notifications as { resourceSubscriptions?: unknown } | null | undefined;
      const uris = notifications?.resourceSubscriptions;
      if (!Array.isArray(uris) || uris.length === 0) return;
      this.#listened.set(id, uris.filter(uri => typeof uri === 'string').slice(0, maxSubscriptions));
      void this.#watch();
    } else if (method === 'notifications/cancelled') {
      if (this.#listened.delete(params?.requestId as string | number)) void this.#watch();
    }
  }

  #watch(): Promise<void> {
    const all = [...this.#single, ...[...this.#listened.values()].flat()].filter(uri => this.#resources.has(uri));
    return this.#resources.watch(new Set(all.slice(0, maxSubscriptions)));
  }
}

/** Sends progress notifications if the client asked for them: clients with a timeout then wait longer. */
async function whileTellingProgress<Reply>({ mcpReq }: ServerContext, answer: () => Promise<Reply>): Promise<Reply> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return answer();
  const begun = Date.now();
  const timer = setInterval(() => {
    const seconds = Math.round((Date.now() - begun) / 1000);
    const params = { progressToken, progress: seconds, message: `running for ${seconds} s` };
    // The client may have disconnected; its call is then aborted.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  }, progressEveryMs);
  return answer().finally(() => clearInterval(timer));
}

/** In protocol 2026-07-28 each request identifies the client; earlier versions do so once, in the handshake. */
function clientInfo(envelope: Readonly<Record<string, unknown>> | undefined): ClientInfo | undefined {
  const info = envelope?.[CLIENT_INFO_META_KEY];
  if (typeof info !== 'object' || info === null) return undefined;
  const { name, version } = info as Record<string, unknown>;
  return typeof name === 'string' ? { name, version: typeof version === 'string' ? version : '' } : undefined;
}

function shorten(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`;
}
