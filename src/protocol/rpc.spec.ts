import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { type Channel, type Contract, type Handlers, Rpc } from './rpc.js';
import { RpcError, type RpcMessage } from './rpcMessage.js';

const hostContract = {
  requests: {
    double: { params: z.strictObject({ value: z.number() }), result: z.strictObject({ value: z.number() }) },
    wait: { params: z.strictObject({}), result: z.strictObject({}) },
  },
  events: { seen: z.strictObject({ what: z.string() }) },
} as const satisfies Contract;
const pageContract = { requests: {}, events: {} } as const satisfies Contract;
type Host = typeof hostContract;
type Page = typeof pageContract;

/** Two ends of one wire; what is posted is copied as the browser would, and kept in `traffic`. */
function wire(): { host: Channel; page: Channel; traffic: RpcMessage[]; toHost(message: unknown): void } {
  const traffic: RpcMessage[] = [];
  const listeners = { host: new Set<(message: unknown) => void>(), page: new Set<(message: unknown) => void>() };
  const deliver = (end: 'host' | 'page', message: unknown): void => {
    for (const listener of [...listeners[end]]) listener(structuredClone(message));
  };
  const channel = (mine: 'host' | 'page', other: 'host' | 'page'): Channel => ({
    post: message => {
      traffic.push(message);
      queueMicrotask(() => deliver(other, message));
    },
    listen: listener => {
      listeners[mine].add(listener);
      return () => listeners[mine].delete(listener);
    },
  });
  return {
    host: channel('host', 'page'),
    page: channel('page', 'host'),
    traffic,
    toHost: message => deliver('host', message),
  };
}

const silent: Handlers<Host> = {
  requests: { double: async ({ value }) => ({ value: value * 2 }), wait: () => new Promise(() => undefined) },
  events: { seen: () => undefined },
};

function pair(handlers: Handlers<Host> = silent) {
  const line = wire();
  const problems: string[] = [];
  const host = new Rpc<Host, Page>(line.host, {
    local: hostContract,
    remote: pageContract,
    handlers,
    onProblem: problem => problems.push(problem),
  });
  const page = new Rpc<Page, Host>(line.page, {
    local: pageContract,
    remote: hostContract,
    handlers: { requests: {}, events: {} },
  });
  return { ...line, hostRpc: host, pageRpc: page, problems };
}

/** The code a request was rejected with. */
async function codeOf(request: Promise<unknown>): Promise<string> {
  try {
    await request;
    return 'answered';
  } catch (error) {
    return error instanceof RpcError ? error.code : String(error);
  }
}

afterEach(() => {
  vi.useRealTimers();
});

describe('the transport between host and page', () => {
  it('answers each request with its own result, whatever the order of the answers', async () => {
    const release: (() => void)[] = [];
    const { pageRpc } = pair({
      ...silent,
      requests: {
        ...silent.requests,
        double: ({ value }) => new Promise(resolve => release.push(() => resolve({ value: value * 2 }))),
      },
    });
    const first = pageRpc.request('double', { value: 4 });
    const second = pageRpc.request('double', { value: 5 });
    await vi.waitFor(() => expect(release).toHaveLength(2), { timeout: 10_000 });
    release[1]?.();
    release[0]?.();
    expect(await first).toEqual({ value: 8 });
    expect(await second).toEqual({ value: 10 });
  });

  it('gives a refusal as it was said, and a failure without its cause', async () => {
    const refusing = pair({
      ...silent,
      requests: {
        ...silent.requests,
        double: async () => {
          throw new RpcError('refused', 'W-9 does not exist.');
        },
        wait: async () => {
          throw new Error('password=hunter2');
        },
      },
    });
    await expect(refusing.pageRpc.request('double', { value: 1 })).rejects.toMatchObject({
      code: 'refused',
      message: 'W-9 does not exist.',
    });
    await expect(refusing.pageRpc.request('wait', {})).rejects.toMatchObject({
      code: 'failed',
      message: 'wait failed.',
    });
    expect(refusing.problems).toEqual(['wait failed']);
  });

  it('rejects after the time limit, and ignores the late answer', async () => {
    vi.useFakeTimers();
    let answer: ((result: Record<string, never>) => void) | undefined;
    const { pageRpc, traffic } = pair({
      ...silent,
      requests: {
        ...silent.requests,
        wait: () =>
          new Promise(resolve => {
            answer = resolve;
          }),
      },
    });
    const code = codeOf(pageRpc.request('wait', {}));
    await vi.advanceTimersByTimeAsync(9_999);
    expect(traffic.map(message => message.kind)).toEqual(['request']);
    await vi.advanceTimersByTimeAsync(1);
    expect(await code).toBe('timed_out');
    answer?.({});
    await vi.advanceTimersByTimeAsync(0);
    expect(traffic.map(message => message.kind)).toEqual(['request', 'reply']);
  });

  it('refuses unknown requests and malformed parameters, and drops what is no message', async () => {
    const { pageRpc, traffic, toHost, problems } = pair();
    expect(await codeOf(pageRpc.request('double', { value: 'four' } as never))).toBe('invalid');
    expect(await codeOf(pageRpc.request('constructor' as never, {} as never))).toBe('unknown_method');
    const before = traffic.length;
    for (const junk of [null, 7, 'text', {}, { kind: 'request' }, { kind: 'event', name: 'seen', data: 1, more: 2 }]) {
      toHost(junk);
    }
    toHost({ kind: 'event', name: 'toString', data: {} });
    toHost({ kind: 'event', name: 'seen', data: { what: 3 } });
    toHost({ kind: 'reply', id: 99, result: {} });
    expect(traffic).toHaveLength(before);
    expect(problems).toEqual([
      'double was asked with malformed parameters',
      ...Array.from({ length: 6 }, () => 'a malformed message was dropped'),
      'an event was dropped: unknown name',
      'an event was dropped: seen is malformed',
    ]);
  });

  it('rejects an answer of the wrong shape', async () => {
    const { pageRpc } = pair({
      ...silent,
      requests: { ...silent.requests, double: async () => ({ value: 'many' }) as never },
    });
    expect(await codeOf(pageRpc.request('double', { value: 1 }))).toBe('invalid');
  });

  it('carries events, and outlives a listener that throws', () => {
    const heard: string[] = [];
    const { toHost, problems } = pair({
      ...silent,
      events: {
        seen: ({ what }) => {
          if (what === 'bad') throw new Error('broken');
          heard.push(what);
        },
      },
    });
    toHost({ kind: 'event', name: 'seen', data: { what: 'bad' } });
    toHost({ kind: 'event', name: 'seen', data: { what: 'good' } });
    expect(heard).toEqual(['good']);
    expect(problems).toEqual(['the event seen failed']);
  });

  it('rejects what waits when it is closed, and sends nothing more', async () => {
    let answer: ((result: Record<string, never>) => void) | undefined;
    const { pageRpc, hostRpc, traffic } = pair({
      ...silent,
      requests: {
        ...silent.requests,
        wait: () =>
          new Promise(resolve => {
            answer = resolve;
          }),
      },
    });
    const code = codeOf(pageRpc.request('wait', {}));
    await Promise.resolve();
    hostRpc.dispose();
    pageRpc.dispose();
    expect(await code).toBe('closed');
    answer?.({});
    expect(await codeOf(pageRpc.request('double', { value: 1 }))).toBe('closed');
    expect(traffic.map(message => message.kind)).toEqual(['request']);
  });
});
