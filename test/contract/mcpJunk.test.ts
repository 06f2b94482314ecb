import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connect, eras, makeRepository, type RawServer, startRaw } from './mcpRig.js';

async function begin(): Promise<RawServer> {
  const server = startRaw({ cwd: makeRepository(), actor: 'agent-a' });
  await server.initialize();
  server.callItems('first', { action: 'add', title: 'Here before the junk' });
  await server.next(message => message.id === 'first');
  return server;
}

/** Still there, and nothing has happened. */
async function expectUnharmed(server: RawServer): Promise<void> {
  server.callItems('last', { action: 'status' });
  const { result } = await server.next(message => message.id === 'last');
  expect(result).toMatchObject({ structuredContent: { counts: { ready: 1 }, lastEventId: 1 } });
}

const answerTo = (server: RawServer, id: string | number | null) => server.next(message => message.id === id);

describe('a client that sends junk', () => {
  it('is told so line by line and may go on', async () => {
    const server = await begin();
    server.write('garbage\n\u0000\u0001\n{"jsonrpc":"2.0"\n[]\n"text"\n\r\n\n{}\n');
    server.write(Buffer.from([0xff, 0xfe, 0x0a, 0xc3, 0x28, 0x0a]));
    await expectUnharmed(server);
    const errors = server.messages.filter(message => message.id === null);
    expect(errors.map(message => (message.error as { code: number }).code)).toEqual([
      -32700, -32700, -32700, -32600, -32600, -32600, -32700, -32700,
    ]);
  });

  it('gets the errors of the protocol for unknown methods, tools and wrong params', async () => {
    const server = await begin();
    server.send({ id: 1, method: 'no/such' });
    expect(await answerTo(server, 1)).toMatchObject({ error: { code: -32601 } });
    server.send({ id: 2, method: 'tools/call', params: { name: 'rm', arguments: {} } });
    expect(await answerTo(server, 2)).toMatchObject({
      error: {
        code: -32602,
        message: expect.stringContaining('the tools are work_items, events, load_session, switch_task, '),
      },
    });
    server.send({ id: 3, method: 'tools/call', params: { name: 'work_items', arguments: 'text' } });
    expect(await answerTo(server, 3)).toMatchObject({ error: { code: -32602 } });
    server.send({ id: 4, method: 'tools/call' });
    expect(await answerTo(server, 4)).toMatchObject({ error: { code: -32602 } });
    server.send({ id: 5, method: 'tools/call', params: { name: 'work_items', _meta: 5 } });
    expect(await answerTo(server, 5)).toHaveProperty('error');
    server.send({ id: 6, method: 'logging/setLevel' });
    expect(await answerTo(server, 6)).toMatchObject({ error: { code: -32601 } });
    server.send({ method: 'notifications/nonsense', params: { a: 1 } });
    server.send({ id: 99, result: { never: 'asked' } });
    await expectUnharmed(server);
  });

  it('may send null for what it leaves out, and fields that no action has', async () => {
    const server = await begin();
    server.send({ id: 1, method: 'tools/list', params: null });
    expect(await answerTo(server, 1)).toMatchObject({ result: { tools: expect.any(Array) } });
    server.send({ id: 2, method: 'tools/call', params: { name: 'load_session', arguments: null, _meta: null } });
    expect(await answerTo(server, 2)).toMatchObject({ result: { structuredContent: expect.any(Object) } });
    server.callItems(3, { action: 'show', id: 'W-1', colour: 'red', part: null });
    expect(await answerTo(server, 3)).toMatchObject({
      result: {
        structuredContent: {
          item: { title: 'Here before the junk' },
          note: expect.stringMatching(/^Ignored "colour": show takes id, archived\.$/),
        },
      },
    });
    await expectUnharmed(server);
  });

  it('is refused a payload of a megabyte and a line of five', async () => {
    const server = await begin();
    server.callItems(1, { action: 'add', title: 'T', payload: { text: 'x'.repeat(1024 * 1024) } });
    expect(await answerTo(server, 1)).toMatchObject({
      result: {
        isError: true,
        structuredContent: { code: 'invalid_input', message: expect.stringContaining('64 kB') },
      },
    });
    server.callItems(2, { action: 'add', title: 'T', payload: { text: 'x'.repeat(5 * 1024 * 1024) } });
    expect(await answerTo(server, null)).toMatchObject({ error: { code: -32600 } });
    await expectUnharmed(server);
  });

  it('cannot overflow the stack with nesting', async () => {
    const server = await begin();
    const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    for (const levels of [90, 200, 100_000]) {
      server.write(
        `{"jsonrpc":"2.0","id":${levels},"method":"tools/call","params":{"name":"work_items","arguments":` +
          `{"action":"annotate","id":"W-9","patch":${nested(levels)}}}}\n`,
      );
    }
    expect(await answerTo(server, 90)).toMatchObject({
      result: { isError: true, structuredContent: { code: 'not_found' } },
    });
    expect(await answerTo(server, 200)).toMatchObject({ error: { code: -32600 } });
    expect(await answerTo(server, 100_000)).toMatchObject({ error: { code: -32600 } });
    await expectUnharmed(server);
  });

  it.each([
    ['an empty title', { action: 'add', title: '  ' }, 'invalid_input', 'title'],
    ['a title that is too long', { action: 'add', title: 'x'.repeat(501) }, 'invalid_input', '500'],
    ['an unknown status', { action: 'resolve', id: 'W-1', status: 'finished' }, 'invalid_input', 'status'],
    ['a bad date', { action: 'add', title: 'T', due: 'someday' }, 'invalid_input', 'due'],
    ['a bad priority', { action: 'add', title: 'T', priority: 9 }, 'invalid_input', 'priority: it must be from 0 to 4'],
    ['an unknown id', { action: 'show', id: 'W-404' }, 'not_found', 'W-404'],
    ['itself as a dependency', { action: 'depend', id: 'W-1', dependsOn: ['W-1'] }, 'invalid_input|conflict', 'W-1'],
    ['a stale token', { action: 'annotate', id: 'W-1', patch: {}, token: 5 }, 'stale', 'W-1'],
    [
      'two places at once',
      { action: 'reprioritise', id: 'W-1', position: 'top', before: 'W-1' },
      'invalid_input',
      'position',
    ],
    ['a misspelled field', { action: 'add', title: 'T', priorty: 1 }, 'invalid_input', 'priorty'],
    ['no action', { title: 'T' }, 'invalid_input', 'action'],
  ])('is refused %s with a sentence', async (_what, input, code, word) => {
    const server = await begin();
    server.callItems(1, input);
    const { result } = (await answerTo(server, 1)) as {
      result: { isError: boolean; structuredContent: Record<string, string> };
    };
    expect(result.isError).toBe(true);
    expect(result.structuredContent.code).toMatch(new RegExp(`^(${code})$`));
    expect(JSON.stringify(result.structuredContent)).toContain(word);
    await expectUnharmed(server);
  });
});

describe.each(eras)('any arguments whatever, through the official client in %s', era => {
  const fields = [
    'id',
    'title',
    'status',
    'token',
    'payload',
    'patch',
    'dependsOn',
    'labels',
    'cursor',
    'limit',
    'due',
  ];
  const value = fc.oneof(
    fc.constantFrom(
      'W-1',
      '1',
      'done',
      '',
      '-1h',
      '+2h',
      null,
      true,
      0,
      -1,
      1e308,
      [],
      {},
      ['W-1'],
      '\u0000',
      '😀\ud800',
    ),
    fc.jsonValue({ maxDepth: 4 }),
    fc.string({ maxLength: 600 }),
  );
  const actions = [
    'status',
    'add',
    'list',
    'ready',
    'show',
    'claim',
    'next',
    'heartbeat',
    'release',
    'annotate',
    'edit',
  ];
  const more = [
    'ask',
    'advance',
    'resolve',
    'reopen',
    'reprioritise',
    'depend',
    'undepend',
    'replay',
    'append',
    'tail',
  ];
  const call = fc.record({
    tool: fc.constantFrom('work_items', 'events'),
    action: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...actions, ...more, 'since', 'between') }, value),
    rest: fc.dictionary(fc.oneof(fc.constantFrom(...fields), fc.string({ maxLength: 20 })), value, { maxKeys: 5 }),
  });

  it('gets a reply, and a refusal has changed nothing', async () => {
    const agent = await connect({ cwd: makeRepository(), actor: 'agent-a', era });
    const lastEventId = async () => (await agent.done('status')).lastEventId as number;
    await agent.done('add', { title: 'Here before' });
    await fc.assert(
      fc.asyncProperty(call, async ({ tool, action, rest }) => {
        const before = await lastEventId();
        const reply = await agent.call(tool, { ...rest, action });
        expect(reply.text).not.toBe('');
        if (!reply.isError) return;
        expect(reply.data).toMatchObject({ code: expect.any(String), message: expect.any(String) });
        expect(reply.data.code).not.toBe('internal_error');
        expect(await lastEventId()).toBe(before);
      }),
      { numRuns: 150 },
    );
    const store = await agent.items('status');
    expect(store).toMatchObject({ isError: false, data: { health: { state: 'ready' } } });
  });
});
