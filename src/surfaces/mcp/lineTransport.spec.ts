import { PassThrough } from 'node:stream';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LineTransport, maxDepth, maxLineBytes } from './lineTransport.js';

interface Rig {
  readonly input: PassThrough;
  readonly transport: LineTransport;
  readonly received: JSONRPCMessage[];
  readonly written: () => unknown[];
  readonly closes: () => number;
}

async function rig(): Promise<Rig> {
  const input = new PassThrough();
  const output = new PassThrough();
  let text = '';
  output.on('data', chunk => {
    text += chunk;
  });
  const transport = new LineTransport(input, output, 1000);
  const received: JSONRPCMessage[] = [];
  let closes = 0;
  transport.onmessage = message => void received.push(message);
  transport.onclose = () => {
    closes += 1;
  };
  await transport.start();
  const written = () =>
    text
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line) as unknown);
  return { input, transport, received, written, closes: () => closes };
}

const idOf = (message: JSONRPCMessage) => ('id' in message ? message.id : undefined);

const settled = () => new Promise(resolve => setImmediate(() => setImmediate(resolve)));

async function feed({ input }: Rig, ...chunks: (string | Buffer)[]): Promise<void> {
  for (const chunk of chunks) input.write(chunk);
  await settled();
}

const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';

describe('LineTransport', () => {
  it('reads messages however the bytes are cut, a character in two included', async () => {
    const one = await rig();
    const bytes = Buffer.from('{"jsonrpc":"2.0","id":"é","method":"ping"}\r\n\n{"jsonrpc":"2.0","method":"n"}\n');
    await feed(one, ...[...bytes].map(byte => Buffer.from([byte])));
    expect(one.received).toEqual([
      { jsonrpc: '2.0', id: 'é', method: 'ping' },
      { jsonrpc: '2.0', method: 'n' },
    ]);
  });

  it('reads several messages of one chunk in order', async () => {
    const one = await rig();
    await feed(one, ping + ping.replace('1,', '2,') + ping.replace('1,', '3,'));
    expect(one.received.map(idOf)).toEqual([1, 2, 3]);
  });

  it.each([
    ['"params":null', {}],
    ['"params":{"cursor":null}', { params: {} }],
    ['"params":{"_meta":null,"name":"a"}', { params: { name: 'a' } }],
    ['"params":{"name":"a","arguments":null}', { params: { name: 'a' } }],
    ['"params":{"name":"a","arguments":""}', { params: { name: 'a', arguments: {} } }],
    ['"params":{"name":"a","arguments":"{\\"id\\":null}"}', { params: { name: 'a', arguments: { id: null } } }],
    ['"params":{"name":"a","arguments":{"id":null}}', { params: { name: 'a', arguments: { id: null } } }],
  ])('takes null as absent in a request, and the text of arguments as them: %s', async (params, read) => {
    const one = await rig();
    await feed(one, `{"jsonrpc":"2.0","id":1,"method":"m",${params}}\n`);
    expect(one.received).toEqual([{ jsonrpc: '2.0', id: 1, method: 'm', ...read }]);
    expect(one.written()).toEqual([]);
  });

  it.each([
    ['no JSON', 'hello', -32700, null],
    ['half of a message', '{"jsonrpc":"2.0","id":1', -32700, null],
    ['a number', '5', -32600, null],
    ['null', 'null', -32600, null],
    ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600, null],
    ['another version', '{"jsonrpc":"1.0","id":4,"method":"ping"}', -32600, 4],
    ['no method', '{"jsonrpc":"2.0","id":"x"}', -32600, 'x'],
    ['a method that is no text', '{"jsonrpc":"2.0","id":1,"method":{}}', -32600, 1],
    ['params that are a list', '{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}', -32600, 1],
    [
      'arguments that are a list',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"arguments":[1]}}',
      -32602,
      1,
    ],
    ['arguments that are text', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"arguments":"a"}}', -32602, 1],
    ['an id of null', '{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600, null],
    ['an id with a fraction', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600, null],
    ['an object id', '{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600, null],
  ])('answers %s with an error and reads on', async (_what, line, code, id) => {
    const one = await rig();
    await feed(one, `${line}\n${ping}`);
    expect(one.written()).toMatchObject([{ jsonrpc: '2.0', id, error: { code } }]);
    expect(one.received).toHaveLength(1);
    expect(one.closes()).toBe(0);
  });

  it('answers a line that is too long once, without keeping it, and reads on', async () => {
    const one = await rig();
    const half = Buffer.alloc(maxLineBytes / 2 + 1, 'x');
    await feed(one, half, half, half, `\n${ping}`);
    expect(one.written()).toEqual([
      {
        jsonrpc: '2.0',
        id: null,
        error: { code: -32600, message: 'Invalid request: the message is larger than 4194304 bytes.' },
      },
    ]);
    expect(one.received).toHaveLength(1);
  });

  it('takes a line of just the longest length', async () => {
    const one = await rig();
    const shell = '{"jsonrpc":"2.0","method":"n","params":{"a":""}}';
    await feed(one, `${shell.replace('""', `"${'x'.repeat(maxLineBytes - shell.length)}"`)}\n`);
    expect(one.received).toHaveLength(1);
  });

  it('turns down what is nested too deep for code that walks it', async () => {
    const one = await rig();
    const nested = (levels: number) =>
      `{"jsonrpc":"2.0","id":9,"method":"n","params":{"a":${'['.repeat(levels)}${']'.repeat(levels)}}}\n`;
    await feed(one, nested(maxDepth - 2), nested(maxDepth - 1), nested(100_000));
    expect(one.received).toHaveLength(1);
    const deep = {
      jsonrpc: '2.0',
      id: 9,
      error: { code: -32600, message: 'Invalid request: the message is nested deeper than 100 levels.' },
    };
    expect(one.written()).toEqual([deep, deep]);
  });

  it('answers what the protocol itself does not know as a message', async () => {
    const one = await rig();
    await feed(one, '{"jsonrpc":"2.0","id":5,"result":"no object"}\n', ping);
    expect(one.written()).toEqual([
      { jsonrpc: '2.0', id: 5, error: { code: -32600, message: 'Invalid request: its parts are malformed.' } },
    ]);
    expect(one.received.map(idOf)).toEqual([1]);
  });

  it('writes one line a message', async () => {
    const one = await rig();
    await one.transport.send({ jsonrpc: '2.0', id: 1, result: { text: 'a\nb' } });
    expect(one.written()).toEqual([{ jsonrpc: '2.0', id: 1, result: { text: 'a\nb' } }]);
  });

  it('closes at once when the input ends and nothing is owed', async () => {
    const one = await rig();
    one.input.end();
    await settled();
    expect(one.closes()).toBe(1);
    await expect(one.transport.send({ jsonrpc: '2.0', id: 1, result: {} })).rejects.toThrow('the connection is closed');
  });

  it('answers what it had read before the input ended, then closes', async () => {
    const one = await rig();
    await feed(one, ping);
    one.input.end();
    await settled();
    expect(one.closes()).toBe(0);
    await one.transport.send({ jsonrpc: '2.0', id: 1, result: {} });
    await settled();
    expect(one.closes()).toBe(1);
    expect(one.written()).toHaveLength(1);
  });

  it('owes nothing for a cancelled request and a subscription', async () => {
    const one = await rig();
    await feed(
      one,
      ping,
      '{"jsonrpc":"2.0","id":2,"method":"subscriptions/listen"}\n',
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\n',
    );
    one.input.end();
    await settled();
    expect(one.closes()).toBe(1);
  });

  it('reads no more once it is told to finish', async () => {
    const one = await rig();
    one.transport.finish();
    await feed(one, ping);
    expect(one.received).toEqual([]);
    expect(one.closes()).toBe(1);
  });

  it('closes once when the other side stops reading', async () => {
    const input = new PassThrough();
    const output = new PassThrough();
    const transport = new LineTransport(input, output, 1000);
    const onclose = vi.fn();
    transport.onclose = onclose;
    await transport.start();
    output.destroy(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
    await settled();
    input.end();
    await settled();
    expect(onclose).toHaveBeenCalledTimes(1);
  });

  describe('with a request that never ends', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
    afterEach(() => void vi.useRealTimers());

    it('waits no longer than the time for it', async () => {
      const one = await rig();
      await feed(one, ping);
      one.input.end();
      await settled();
      vi.advanceTimersByTime(999);
      expect(one.closes()).toBe(0);
      vi.advanceTimersByTime(1);
      expect(one.closes()).toBe(1);
    });
  });
});
