import type { Readable, Writable } from 'node:stream';
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type Transport,
} from '@modelcontextprotocol/server';
import { jsonText, parseJson } from '../../domain/json/writtenJson.js';
import { plainMessage } from './plainMessage.js';

const parseError = -32700;
const invalidRequest = -32600;
const invalidParams = -32602;

/** Max bytes of a line: far above any real call (a payload is 64 kB), far below a harmful size. */
export const maxLineBytes = 4 * 1024 * 1024;
/** Max nesting of objects and arrays in a message; deeper ones would overflow the stack of recursive code. */
export const maxDepth = 100;

/**
 * Newline-delimited JSON-RPC that answers an unreadable message with an error and continues. After the end of input, answers
 * requests already read, then calls `onclose` once.
 */
export class LineTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onerror?: (error: Error) => void;
  onclose?: () => void;
  onread?: (message: JSONRPCMessage) => void;
  readonly closed: Promise<void>;

  readonly #input: Readable;
  readonly #output: Writable;
  /** Max time in ms that unanswered requests keep the connection open after the end of input. */
  readonly #drainMs: number;
  #resolveClosed: () => void = () => undefined;
  #chunks: Buffer[] = [];
  #bufferedBytes = 0;
  /** True inside a line that is too long: input up to the next newline is dropped. */
  #skipping = false;
  #unanswered = new Set<string | number>();
  #inputEnded = false;
  #closed = false;
  #drainTimer: NodeJS.Timeout | undefined;

  constructor(input: Readable, output: Writable, drainMs: number) {
    this.#input = input;
    this.#output = output;
    this.#drainMs = drainMs;
    this.closed = new Promise(resolve => {
      this.#resolveClosed = resolve;
    });
  }

  async start(): Promise<void> {
    this.#input.on('data', this.#onData);
    this.#input.on('end', this.#onEnd);
    this.#input.on('close', this.#onEnd);
    this.#input.on('error', this.#onInputError);
    // Stays attached after `close`: without a listener, a late EPIPE would end the process with a stack trace.
    this.#output.on('error', this.#onOutputError);
    if (this.#input.readableEnded || this.#input.destroyed) setImmediate(this.#onEnd);
  }

  /** Writes one message; resolves when it is handed over, rejects when the client has disconnected. */
  send(message: object): Promise<void> {
    const { id, method } = message as Partial<JSONRPCRequest>;
    return new Promise<void>((resolve, reject) => {
      if (this.#closed) {
        reject(new Error('the connection is closed'));
        return;
      }
      this.#output.write(`${jsonText(message)}\n`, error => (error ? reject(error) : resolve()));
    }).finally(() => {
      if (id !== undefined && method === undefined) this.#settle(id);
    });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#drainTimer);
    this.#input.off('data', this.#onData);
    this.#input.off('end', this.#onEnd);
    this.#input.off('close', this.#onEnd);
    this.#input.pause();
    this.#chunks = [];
    this.onclose?.();
    this.#resolveClosed();
  }

  /** Stops reading, answers the requests already read, then closes. */
  finish(): void {
    if (this.#inputEnded) return;
    this.#inputEnded = true;
    this.#input.off('data', this.#onData);
    if (this.#unanswered.size === 0) {
      void this.close();
      return;
    }
    this.#drainTimer = setTimeout(() => void this.close(), this.#drainMs);
  }

  readonly #onEnd = (): void => this.finish();

  readonly #onInputError = (error: Error): void => {
    this.onerror?.(error);
    this.finish();
  };

  readonly #onOutputError = (error: Error): void => {
    if (this.#closed) return;
    this.onerror?.(error);
    void this.close();
  };

  readonly #onData = (chunk: Buffer): void => {
    let rest = chunk;
    for (let newline = rest.indexOf(10); newline !== -1; newline = rest.indexOf(10)) {
      this.#append(rest.subarray(0, newline));
      rest = rest.subarray(newline + 1);
      this.#endLine();
      if (this.#closed) return;
    }
    this.#append(rest);
  };

  #append(part: Buffer): void {
    if (part.length === 0 || this.#skipping) return;
    this.#bufferedBytes += part.length;
    if (this.#bufferedBytes > maxLineBytes) {
      this.#skipping = true;
      this.#chunks = [];
      return;
    }
    this.#chunks.push(part);
  }

  #endLine(): void {
    const tooLong = this.#skipping;
    const line = Buffer.concat(this.#chunks).toString('utf8').trim();
    this.#chunks = [];
    this.#bufferedBytes = 0;
    this.#skipping = false;
    if (tooLong) {
      this.#complain(null, invalidRequest, `Invalid request: the message is larger than ${maxLineBytes} bytes.`);
    } else if (line !== '') {
      this.#receive(line);
    }
  }

  #receive(line: string): void {
    let message: unknown;
    try {
      message = plainMessage(JSON.parse(line));
    } catch {
      this.#complain(null, parseError, 'Parse error: the line is not JSON.');
      return;
    }
    const id = idOf(message);
    if (nestsDeeperThan(message, maxDepth)) {
      this.#complain(id, invalidRequest, `Invalid request: the message is nested deeper than ${maxDepth} levels.`);
      return;
    }
    const problem = shapeProblem(message);
    if (problem !== undefined || !isProtocolMessage(message)) {
      this.#complain(id, invalidRequest, `Invalid request: ${problem ?? 'its parts are malformed'}.`);
      return;
    }
    const given = (message as { params?: { arguments?: unknown } }).params?.arguments;
    if (given !== undefined && (!isObject(given) || Array.isArray(given))) {
      this.#complain(id, invalidParams, 'Invalid params: arguments must be an object.');
      return;
    }
    if (isJSONRPCRequest(message)) {
      // A subscription is answered only when it ends, so it must not delay shutdown.
      if (message.method !== 'subscriptions/listen') this.#unanswered.add(message.id);
    } else if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled') {
      // A cancelled request is never answered.
      const cancelled = message.params?.requestId;
      if (typeof cancelled === 'string' || typeof cancelled === 'number') this.#settle(cancelled);
    }
    keepWrittenPayload(message, line);
    this.onread?.(message);
    this.onmessage?.(message);
  }

  #complain(id: string | number | null, code: number, message: string): void {
    this.onerror?.(new Error(message));
    this.send({ jsonrpc: '2.0', id, error: { code, message } }).catch(() => undefined);
  }

  #settle(id: string | number): void {
    this.#unanswered.delete(id);
    if (this.#inputEnded && this.#unanswered.size === 0) void this.close();
  }
}

/** Keeps numbers in a tool call's payload as written in the line. */
function keepWrittenPayload(message: JSONRPCMessage, line: string): void {
  const given = argumentsOf(message);
  if (given?.payload !== undefined) given.payload = argumentsOf(parseJson(line))?.payload;
}

function argumentsOf(message: unknown): { payload?: unknown } | undefined {
  const { params } = message as { params?: { arguments?: unknown } };
  const given = params?.arguments;
  return typeof given === 'object' && given !== null ? given : undefined;
}

function isProtocolMessage(message: unknown): message is JSONRPCMessage {
  return isJSONRPCRequest(message) || isJSONRPCNotification(message) || isJSONRPCResponse(message);
}

function idOf(message: unknown): string | number | null {
  const id = (message as { id?: unknown } | null)?.id;
  return typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id)) ? id : null;
}

/** Returns the reason that a JSON value is not a JSON-RPC 2.0 message; undefined if it is one. */
function shapeProblem(message: unknown): string | undefined {
  if (Array.isArray(message)) return 'batches are not part of this protocol';
  if (typeof message !== 'object' || message === null) return 'a message is a JSON object';
  const { jsonrpc, id, method, params, result, error } = message as Record<string, unknown>;
  if (jsonrpc !== '2.0') return 'jsonrpc must be "2.0"';
  if (id !== undefined && idOf(message) === null) return 'an id is a string or a whole number';
  if (method !== undefined) {
    if (typeof method !== 'string') return 'a method is a string';
    if (params !== undefined && (typeof params !== 'object' || params === null || Array.isArray(params))) {
      return 'params must be an object';
    }
    return undefined;
  }
  if (result === undefined && error === undefined) return 'a method is missing';
  return undefined;
}

/** Walks without recursion, so that no depth can overflow the stack. */
function nestsDeeperThan(value: unknown, limit: number): boolean {
  let level: object[] = isObject(value) ? [value] : [];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    const next: object[] = [];
    for (const node of level) {
      for (const child of Object.values(node)) if (isObject(child)) next.push(child);
    }
    level = next;
  }
  return false;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
