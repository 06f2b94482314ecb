import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connect, eras, makeDirectory, makeRepository, startRaw, storeOf } from './mcpRig.js';

describe('tools/list', () => {
  it('is the golden text', async () => {
    const server = startRaw({ cwd: makeRepository() });
    await server.initialize();
    server.send({ id: 1, method: 'tools/list' });
    const { result } = await server.next(message => message.id === 1);
    // What every session pays for, byte by byte: change it with care, then `npm run accept`.
    await expect(`${JSON.stringify(result, undefined, 2)}
`).toMatchFileSnapshot('mcpTools.golden.json');
  });

  it('is under 8,200 bytes, with all that the dialect of 2026 adds', async () => {
    const server = startRaw({ cwd: makeRepository() });
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    server.send({ id: 1, method: 'tools/list', params: { _meta: meta } });
    const { result } = await server.next(message => message.id === 1);
    expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThan(8200);
    expect(result).toHaveProperty('tools');
  });

  it.each(eras)('comes through the official client in %s, with true annotations', async era => {
    const agent = await connect({ cwd: makeRepository(), era });
    const { tools } = await agent.client.listTools();
    const annotations = new Map(tools.map(tool => [tool.name, tool.annotations]));
    expect(annotations.get('work_items')).toEqual({ destructiveHint: false, openWorldHint: false });
    expect(annotations.get('load_session')).toEqual({ readOnlyHint: true, openWorldHint: false });
    expect(annotations.get('evidence')).toEqual({ destructiveHint: false });
    expect(agent.client.getServerVersion()).toMatchObject({ name: 'stateroom', title: 'Stateroom' });
  });

  it.each(eras)('comes with instructions of one screen in %s', async era => {
    const agent = await connect({ cwd: makeRepository(), era });
    const instructions = agent.client.getInstructions() ?? '';
    // 350 tokens, at 4.2 bytes each.
    expect(Buffer.byteLength(instructions)).toBeLessThanOrEqual(1450);
    for (const word of [
      'next',
      'annotate',
      'resolve',
      'ask',
      'release',
      'conflict',
      'stale',
      'not_allowed',
      'nothing_ready',
    ]) {
      expect(instructions).toMatch(new RegExp(`\\b${word}\\b`));
    }
  });

  it('leaves out rare tools, which more runs and describes, and former names, which are answered', async () => {
    const agent = await connect({ cwd: makeRepository() });
    const described = await agent.call('more', { tool: 'archive' });
    expect(described.text).toContain('Actions of archive: archive, restore, gc, reap, retro\n');
    expect(described.isError).toBe(false);
    const started = await agent.call('more', { tool: 'runs', action: 'start', options: { request: 'Why?' } });
    expect(started.data).toMatchObject({ run: { ref: 'R-1', request: 'Why?' } });
    expect((await agent.call('runs', { action: 'status' })).data).toMatchObject({ run: { ref: 'R-1' } });
    await agent.call('switch_task', { action: 'start', objective: 'Count', here: true });
    expect((await agent.call('next_actions', { action: 'add', text: 'Ship' })).data).toMatchObject({
      action: { ref: 'A-1' },
    });
    expect((await agent.call('record_event', { action: 'blocker', description: 'No key' })).data).toMatchObject({
      blocker: { ref: 'B-1' },
    });
    expect(await agent.call('task_records', { action: 'blocker' })).toMatchObject({
      isError: true,
      data: { code: 'invalid_input', message: 'task_records has no kind and action "blocker".' },
    });
  });

  it.each(['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'])(
    'refuses a cursor that %s did not give',
    async method => {
      const server = startRaw({ cwd: makeRepository() });
      await server.initialize();
      server.send({ id: 1, method, params: { cursor: 'abc' } });
      expect(await server.next(message => message.id === 1)).toMatchObject({
        error: {
          code: -32602,
          message: expect.stringContaining(
            'Unknown cursor "abc"; this list has one page. Repeat the request without a cursor.',
          ),
        },
      });
      server.send({ id: 2, method, params: {} });
      expect(await server.next(message => message.id === 2)).toHaveProperty('result');
    },
  );

  it('is answered in any folder, without git and with a damaged store', async () => {
    const damaged = makeRepository();
    const agent = await connect({ cwd: damaged });
    await agent.done('add', { title: 'Here before' });
    await agent.client.close();
    const store = storeOf(damaged);
    const files = readdirSync(store, { recursive: true, encoding: 'utf8' }).map(name => join(store, name));
    for (const file of files.filter(one => statSync(one).isFile())) writeFileSync(file, 'junk');
    const replaced = makeRepository();
    writeFileSync(storeOf(replaced), 'a file');
    for (const [cwd, code] of [
      [makeDirectory(), 'no_repository'],
      [damaged, /^store_/],
      [replaced, /^store_/],
    ] as const) {
      const server = startRaw({ cwd });
      await server.initialize();
      server.send({ id: 1, method: 'tools/list' });
      const { result } = await server.next(message => message.id === 1);
      expect((result as { tools: readonly unknown[] }).tools, cwd).toHaveLength(15);
      server.callItems(2, { action: 'add', title: 'More' });
      const { result: refused } = await server.next(message => message.id === 2);
      const { isError, structuredContent } = refused as { isError: boolean; structuredContent: { code: string } };
      expect([isError, structuredContent.code], cwd).toEqual([true, expect.stringMatching(code)]);
    }
  });
});
