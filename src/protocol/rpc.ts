import type * as z from 'zod/mini';
import { RpcError, type RpcMessage, rpcMessageSchema } from './rpcMessage.js';

/** Transport of messages: a webview on one side, `acquireVsCodeApi()` and `window` on the other. */
export interface Channel {
  post(message: RpcMessage): void;
  /** Returns a function that stops listening. */
  listen(listener: (message: unknown) => void): () => void;
}

export interface Contract {
  readonly requests: Readonly<Record<string, { readonly params: z.ZodMiniType; readonly result: z.ZodMiniType }>>;
  readonly events: Readonly<Record<string, z.ZodMiniType>>;
}

type Params<C extends Contract, M extends keyof C['requests']> = z.output<C['requests'][M]['params']>;
type Result<C extends Contract, M extends keyof C['requests']> = z.output<C['requests'][M]['result']>;
type Data<C extends Contract, E extends keyof C['events']> = z.output<C['events'][E]>;

/** Implementation of a contract. A handler throws `RpcError` to refuse; any other error is a failure. */
export interface Handlers<C extends Contract> {
  readonly requests: {
    readonly [M in keyof C['requests']]: (params: Params<C, M>) => Promise<Result<C, M>>;
  };
  readonly events: { readonly [E in keyof C['events']]: (data: Data<C, E>) => void };
}

export interface RpcOptions<Local extends Contract, Remote extends Contract> {
  readonly local: Local;
  readonly remote: Remote;
  readonly handlers: Handlers<Local>;
  /** Called for malformed messages and failed handlers, never with their content. */
  readonly onProblem?: (problem: string, error?: unknown) => void;
}

const usualTimeout = 10_000;

interface Waiting {
  settle(message: RpcMessage & { kind: 'reply' | 'error' }): void;
  fail(error: RpcError): void;
}

/** One end of the transport, with ids, timeouts and events. Both ends validate every message on arrival. */
export class Rpc<Local extends Contract, Remote extends Contract> {
  readonly #channel: Channel;
  readonly #options: RpcOptions<Local, Remote>;
  readonly #waiting = new Map<number, Waiting>();
  readonly #stop: () => void;
  #lastId = 0;
  #closed = false;

  constructor(channel: Channel, options: RpcOptions<Local, Remote>) {
    this.#channel = channel;
    this.#options = options;
    this.#stop = channel.listen(message => this.#take(message));
  }

  /** Sends a request; rejects only with `RpcError`. */
  request<M extends keyof Remote['requests'] & string>(
    method: M,
    params: Params<Remote, M>,
    { timeoutMs = usualTimeout }: { timeoutMs?: number } = {},
  ): Promise<Result<Remote, M>> {
    if (this.#closed) return Promise.reject(new RpcError('closed', 'The page is closed.'));
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => waiting.fail(new RpcError('timed_out', `${method} got no answer within ${timeoutMs / 1000} s.`)),
        timeoutMs,
      );
      const end = (): void => {
        clearTimeout(timer);
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
      this.#channel.post({ kind: 'request', id, method, params });
    });
  }

  emit<E extends keyof Remote['events'] & string>(name: E, data: Data<Remote, E>): void {
    if (!this.#closed) this.#channel.post({ kind: 'event', name, data });
  }

  /** Stops listening, sends no more replies and rejects pending requests with `closed`. */
  dispose(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#stop();
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
        // The request of a late answer has timed out: drop it.
        this.#waiting.get(message.id)?.settle(message);
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
    try {
      const handler = handlers.requests[method as keyof Local['requests']];
      const result = await handler(params.data as Params<Local, string>);
      if (!this.#closed) this.#channel.post({ kind: 'reply', id, result });
    } catch (error) {
      if (this.#closed) return;
      if (!(error instanceof RpcError)) this.#problem(`${method} failed`, error);
      this.#refuse(id, error instanceof RpcError ? error : new RpcError('failed', `${method} failed.`));
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

  #refuse(id: number, { code, message }: RpcError): void {
    this.#channel.post({ kind: 'error', id, error: { code, message } });
  }

  #problem(problem: string, error?: unknown): void {
    this.#options.onProblem?.(problem, error);
  }
}
