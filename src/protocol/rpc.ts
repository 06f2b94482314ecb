import type * as z from 'zod/mini';
import { RpcError, type RpcMessage, rpcMessageSchema } from './rpcMessage.js';

/** The wire: a webview on one side, `acquireVsCodeApi()` and `window` on the other. */
export interface Channel {
  post(message: RpcMessage): void;
  /** Returns the way to stop listening. */
  listen(listener: (message: unknown) => void): () => void;
}

/** What one side offers: requests that it answers and events that it takes. */
export interface Contract {
  readonly requests: Readonly<Record<string, { readonly params: z.ZodMiniType; readonly result: z.ZodMiniType }>>;
  readonly events: Readonly<Record<string, z.ZodMiniType>>;
}

type Params<C extends Contract, M extends keyof C['requests']> = z.output<C['requests'][M]['params']>;
type Result<C extends Contract, M extends keyof C['requests']> = z.output<C['requests'][M]['result']>;
type Data<C extends Contract, E extends keyof C['events']> = z.output<C['events'][E]>;

/** The functions behind a contract; a handler throws `RpcError` to say no, anything else counts as a failure. */
export interface Handlers<C extends Contract> {
  readonly requests: {
    readonly [M in keyof C['requests']]: (params: Params<C, M>, signal: AbortSignal) => Promise<Result<C, M>>;
  };
  readonly events: { readonly [E in keyof C['events']]: (data: Data<C, E>) => void };
}

export interface RpcOptions<Local extends Contract, Remote extends Contract> {
  readonly local: Local;
  readonly remote: Remote;
  readonly handlers: Handlers<Local>;
  /** How long a request waits for its answer, in ms; 10 s when not given. */
  readonly timeoutMs?: number;
  /** Told of malformed messages and failed handlers; never of what was in them. */
  readonly onProblem?: (problem: string, error?: unknown) => void;
}

interface Waiting {
  settle(message: RpcMessage & { kind: 'reply' | 'error' }): void;
  fail(error: RpcError): void;
}

/**
 * One end of the one transport between a page and its host: requests with ids, replies, error replies, time limits,
 * cancellation, and events. Every message is checked on arrival, at both ends.
 */
export class Rpc<Local extends Contract, Remote extends Contract> {
  readonly #channel: Channel;
  readonly #options: RpcOptions<Local, Remote>;
  readonly #waiting = new Map<number, Waiting>();
  readonly #running = new Map<number, AbortController>();
  readonly #stop: () => void;
  #lastId = 0;
  #closed = false;

  constructor(channel: Channel, options: RpcOptions<Local, Remote>) {
    this.#channel = channel;
    this.#options = options;
    this.#stop = channel.listen(message => this.#take(message));
  }

  /** Asks the other side; rejects with `RpcError` and nothing else. */
  request<M extends keyof Remote['requests'] & string>(
    method: M,
    params: Params<Remote, M>,
    { signal, timeoutMs = this.#options.timeoutMs ?? 10_000 }: { signal?: AbortSignal; timeoutMs?: number } = {},
  ): Promise<Result<Remote, M>> {
    if (this.#closed) return Promise.reject(new RpcError('closed', 'The page is closed.'));
    if (signal?.aborted) return Promise.reject(new RpcError('aborted', `${method} was given up.`));
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      const giveUp = (error: RpcError): void => {
        waiting.fail(error);
        this.#channel.post({ kind: 'cancel', id });
      };
      const onAbort = (): void => giveUp(new RpcError('aborted', `${method} was given up.`));
      const timer = setTimeout(
        () => giveUp(new RpcError('timed_out', `${method} got no answer within ${timeoutMs / 1000} s.`)),
        timeoutMs,
      );
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        this.#waiting.delete(id);
      };
      const waiting: Waiting = {
        settle: message => {
          end();
          if (message.kind === 'error') return reject(new RpcError(message.error.code, message.error.message));
          const result = this.#options.remote.requests[method]?.result.safeParse(message.result);
          if (result?.success) return resolve(result.data as Result<Remote, M>);
          reject(new RpcError('invalid', `The answer to ${method} is malformed.`));
        },
        fail: error => {
          end();
          reject(error);
        },
      };
      this.#waiting.set(id, waiting);
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#channel.post({ kind: 'request', id, method, params });
    });
  }

  /** Tells the other side; nothing comes back. */
  emit<E extends keyof Remote['events'] & string>(name: E, data: Data<Remote, E>): void {
    if (!this.#closed) this.#channel.post({ kind: 'event', name, data });
  }

  /** Stops listening, ends what runs for the other side and rejects what waits for it. */
  dispose(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#stop();
    for (const controller of this.#running.values()) controller.abort();
    this.#running.clear();
    for (const waiting of [...this.#waiting.values()]) waiting.fail(new RpcError('closed', 'The page is closed.'));
  }

  #take(raw: unknown): void {
    const parsed = rpcMessageSchema.safeParse(raw);
    if (!parsed.success) {
      this.#problem('a malformed message was dropped');
      return;
    }
    const message = parsed.data;
    switch (message.kind) {
      case 'request':
        void this.#answer(message.id, message.method, message.params);
        break;
      case 'reply':
      case 'error':
        // An answer that comes after its time limit has no one waiting for it.
        this.#waiting.get(message.id)?.settle(message);
        break;
      case 'cancel':
        this.#running.get(message.id)?.abort();
        this.#running.delete(message.id);
        break;
      case 'event':
        this.#hear(message.name, message.data);
        break;
    }
  }

  async #answer(id: number, method: string, rawParams: unknown): Promise<void> {
    const { local, handlers } = this.#options;
    const shape = Object.hasOwn(local.requests, method) ? local.requests[method] : undefined;
    if (shape === undefined) {
      this.#refuse(id, new RpcError('unknown_method', `There is no request ${method}.`));
      return;
    }
    const params = shape.params.safeParse(rawParams);
    if (!params.success) {
      this.#problem(`${method} was asked with malformed parameters`);
      this.#refuse(id, new RpcError('invalid', `${method} was asked with malformed parameters.`));
      return;
    }
    const controller = new AbortController();
    this.#running.set(id, controller);
    try {
      const handler = handlers.requests[method as keyof Local['requests']];
      const result = await handler(params.data as Params<Local, string>, controller.signal);
      if (!controller.signal.aborted) this.#channel.post({ kind: 'reply', id, result });
    } catch (error) {
      if (controller.signal.aborted) return;
      if (!(error instanceof RpcError)) this.#problem(`${method} failed`, error);
      this.#refuse(id, error instanceof RpcError ? error : new RpcError('failed', `${method} failed.`));
    } finally {
      if (this.#running.get(id) === controller) this.#running.delete(id);
    }
  }

  #hear(name: string, rawData: unknown): void {
    const { local, handlers } = this.#options;
    const shape = Object.hasOwn(local.events, name) ? local.events[name] : undefined;
    const data = shape?.safeParse(rawData);
    if (!data?.success) {
      this.#problem(`an event was dropped: ${shape ? `${name} is malformed` : 'unknown name'}`);
      return;
    }
    try {
      handlers.events[name as keyof Local['events']](data.data as Data<Local, string>);
    } catch (error) {
      this.#problem(`the event ${name} failed`, error);
    }
  }

  #refuse(id: number, error: RpcError): void {
    if (!this.#closed) this.#channel.post({ kind: 'error', id, error: { code: error.code, message: error.message } });
  }

  #problem(problem: string, error?: unknown): void {
    this.#options.onProblem?.(problem, error);
  }
}
