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
import { LineTransport } from './lineTransport.js';
import type { PromptDeclaration } from './prompts.js';
import { type ResourceDeclaration, resourceType, type TemplateDeclaration } from './resources.js';

/** What the connected program says of itself; unverified. */
export interface ClientInfo {
  readonly name: string;
  readonly version: string;
}

export interface ToolCall {
  readonly name: string;
  readonly arguments: unknown;
  readonly client: ClientInfo | undefined;
  /** What the client sent along; the protocol's own keys are left out. */
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  /** Aborted when the client cancels the call or goes away. */
  readonly signal: AbortSignal;
}

export interface ToolReply {
  /** What a model reads. */
  readonly text: string;
  /** The same for a program; some clients show their model this instead of the text. */
  readonly structured: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
}

export interface ServedConnection {
  /** Resolves when the client is gone and everything it asked for before has been answered, or the time for it ran out. */
  readonly closed: Promise<void>;
  /** Reads no more, answers what was read, closes. */
  finish(): void;
  /** Notifies the client that the list of tools has changed. */
  toolsChanged(): void;
  /** Notifies the client that a resource has changed to which it subscribed. */
  resourceChanged(uri: string): void;
}

/** The tools as they are at this moment. */
export interface ServedTools {
  /** What `tools/list` answers: the client knows of these from now on. */
  list(): Promise<readonly ToolDeclaration[]>;
  has(name: string): boolean;
  names(): Promise<readonly string[]>;
}

/** What `prompts/list` and `prompts/get` answer. */
export interface ServedPrompts {
  list(): Promise<readonly PromptDeclaration[]>;
  has(name: string): boolean;
  /** The text of a prompt that there is, for what the person said with it. */
  get(call: ToolCall, request: string): Promise<string>;
}

/** What the requests on resources answer. */
export interface ServedResources {
  readonly list: readonly ResourceDeclaration[];
  readonly templates: readonly TemplateDeclaration[];
  has(uri: string): boolean;
  /** The text of a resource that there is; a sentence where its record does not exist or cannot be read. */
  read(
    call: ToolCall,
    uri: string,
  ): Promise<{ readonly text: string } | { readonly problem: string; readonly isMissing: boolean }>;
  /** Replaces what is watched for the client; resolves once it is known as it is now. */
  watch(uris: ReadonlySet<string>): Promise<void>;
}

export interface ServeOptions {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly instructions: string;
  readonly tools: ServedTools;
  readonly call: (call: ToolCall) => Promise<ToolReply>;
  readonly prompts: ServedPrompts;
  readonly resources: ServedResources;
  /** Values for an argument of a prompt or of a template of resources, by its name or template; none for an unknown one. */
  readonly complete: (call: ToolCall, argument: string, typed: string) => Promise<readonly string[]>;
  /** True of clients that show their model the text of a reply, or both: the same in another form would cost twice. */
  readonly readsText: (client: ClientInfo | undefined) => boolean;
  readonly input: Readable;
  readonly output: Writable;
  /** How long unanswered requests may outlive the client, in ms. */
  readonly drainMs: number;
  readonly onProblem: (error: Error) => void;
}

/** Interval of progress notifications; the shortest default timeout of a client is one minute. */
const progressEveryMs = 5000;

/**
 * Speaks the Model Context Protocol over two streams, in the dialect that the client opens with: the `initialize`
 * handshake up to 2025-11-25, or `server/discover` of 2026-07-28.
 */
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
      // The client may be gone.
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
      // Inputs are checked against the catalogue's own shapes, so the SDK needs no schema compiler.
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
  server.setRequestHandler('tools/list', async () => ({
    tools: (await options.tools.list()).map(tool => ({ ...tool, inputSchema: { ...tool.inputSchema } })),
  }));
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
    const reply = await whileTellingProgress(context, () => options.call(made));
    return {
      content: [{ type: 'text' as const, text: reply.text }],
      ...(options.readsText(made.client) ? {} : { structuredContent: { ...reply.structured } }),
      ...(reply.isError ? { isError: true } : {}),
    };
  });
  server.setRequestHandler('prompts/list', async () => ({
    prompts: (await options.prompts.list()).map(prompt => ({
      ...prompt,
      arguments: prompt.arguments.map(argument => ({ ...argument })),
    })),
  }));
  server.setRequestHandler('prompts/get', async (request, context) => {
    const { name } = request.params;
    if (!options.prompts.has(name)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt "${shorten(name)}".`);
    }
    const text = await options.prompts.get(callOf(request.params, context), request.params.arguments?.request ?? '');
    return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] };
  });
  const { resources } = options;
  server.setRequestHandler('resources/list', async () => ({
    resources: resources.list.map(resource => ({ ...resource, mimeType: resourceType })),
  }));
  server.setRequestHandler('resources/templates/list', async () => ({
    resourceTemplates: resources.templates.map(template => ({ ...template, mimeType: resourceType })),
  }));
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

/** Most resources that a client is told about. */
const maxSubscriptions = 100;

/**
 * What the client subscribed to. In protocol 2026-07-28 that is part of a request which the SDK answers by itself, so that
 * is read as it comes in; before, there are requests for it.
 */
class Subscriptions {
  readonly #resources: Pick<ServedResources, 'has' | 'watch'>;
  readonly #single = new Set<string>();
  /** By the id of the request that lasts as long as they do. */
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

  /** Takes note of a message of the client. */
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

/**
 * Answers a call and sends progress notifications while it runs, if the client asked for them: clients with a timeout wait longer for
 * a call that makes progress.
 */
async function whileTellingProgress<Reply>({ mcpReq }: ServerContext, answer: () => Promise<Reply>): Promise<Reply> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return answer();
  const begun = Date.now();
  const timer = setInterval(() => {
    const seconds = Math.round((Date.now() - begun) / 1000);
    const params = { progressToken, progress: seconds, message: `running for ${seconds} s` };
    // The client may be gone; its call ends then.
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
