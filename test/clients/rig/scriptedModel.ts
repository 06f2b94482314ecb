import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Dialect, dialects, type ModelRequest, type OfferedTool, type Step } from './dialect.js';

/** What a client asked the model, without headers: they carry keys. */
export interface RecordedRequest extends ModelRequest {
  readonly path: string;
  /** The body as it came, to look for texts that reached the model. */
  readonly body: string;
}

/**
 * A language model that follows a script, on the loopback interface. Which step is due follows from how many tool results
 * the request carries, so retries and side requests change nothing. Strict: a tool that the script calls and the client
 * does not offer, or a request that is not a request, is a problem that the test sees.
 */
export class ScriptedModel {
  readonly requests: RecordedRequest[] = [];
  readonly problems: string[] = [];
  #script: readonly Step[];
  /** Tool results that a conversation had when the script began. */
  #resultsBefore: number | undefined = 0;
  readonly #deferred: string | undefined;
  readonly #server: Server;

  /** With `deferred`, a tool that the client does not offer at first is called by its name behind these words. */
  constructor(script: readonly Step[], deferred?: string) {
    this.#script = script;
    this.#deferred = deferred;
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  /** Follows another script, whose first step is due with the next request. */
  follow(script: readonly Step[]): void {
    this.#script = script;
    this.#resultsBefore = undefined;
  }

  /** Listens on a free port and tells which. */
  async listen(): Promise<number> {
    await new Promise<void>(ready => this.#server.listen(0, '127.0.0.1', ready));
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>(done => this.#server.close(() => done()));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = (request.url ?? '/').replace(/\?.*$/, '');
    const dialect = request.method === 'POST' ? dialects.find(one => one.serves(path)) : undefined;
    if (dialect === undefined) {
      this.#serveRest(path, response);
      return;
    }
    const raw = Buffer.concat(chunks).toString('utf8');
    try {
      this.#answer(dialect, path, raw, response);
    } catch (error) {
      this.problems.push(`${path}: ${error instanceof Error ? error.message : error}`);
      respond(response, 400, 'application/json', JSON.stringify({ error: { message: 'not understood' } }));
    }
  }

  /** Token counts and model lists are asked by the way; everything else there is not. */
  #serveRest(path: string, response: ServerResponse): void {
    const known = path.endsWith('/count_tokens')
      ? { input_tokens: 1 }
      : path.endsWith(':countTokens')
        ? { totalTokens: 1 }
        : path.endsWith('/models')
          ? { object: 'list', data: [{ id: 'fake-model', object: 'model' }], models: [] }
          : undefined;
    const body = JSON.stringify(known ?? { error: { message: 'not found' } });
    respond(response, known === undefined ? 404 : 200, 'application/json', body);
  }

  #answer(dialect: Dialect, path: string, raw: string, response: ServerResponse): void {
    const body = JSON.parse(raw) as Record<string, unknown>;
    const request = dialect.read(body);
    this.requests.push({ ...request, path, body: raw });
    const id = `call_${request.results.length}`;
    const { type, text } = dialect.write(this.#next(request, id), { body, path });
    respond(response, 200, type, text);
  }

  #next(request: ModelRequest, id: string) {
    // Titles, summaries and the like come without tools and take no step.
    if (request.tools.length === 0) return { text: 'OK' };
    this.#resultsBefore ??= request.results.length;
    const step = this.#script[request.results.length - this.#resultsBefore];
    if (step === undefined) return { text: 'THE SCRIPT IS OVER' };
    if ('text' in step) return { text: step.text };
    const hidden = this.#deferred === undefined ? undefined : { name: this.#deferred + step.tool };
    const call = find(request.tools, step.tool) ?? hidden;
    if (call === undefined) {
      const offered = request.tools.map(tool => tool.name).join(', ');
      this.problems.push(`the client does not offer ${step.tool}; it offers ${offered}`);
      return { text: 'A TOOL IS MISSING' };
    }
    return { call, args: step.args, id };
  }
}

/** Each client puts its own words in front of a tool's name; of `runs` and `review_runs`, the shorter one is meant. */
function find(tools: readonly OfferedTool[], name: string): OfferedTool | undefined {
  const fits = tools.filter(tool => tool.name.endsWith(name));
  return fits.sort((one, other) => one.name.length - other.name.length)[0];
}

function respond(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}
