import { describe, expect, it } from 'vitest';
import { connect, eras, makeRepository, startRaw } from './mcpRig.js';

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

  it('is under 10,000 bytes, with all that the dialect of 2026 adds', async () => {
    const server = startRaw({ cwd: makeRepository() });
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    server.send({ id: 1, method: 'tools/list', params: { _meta: meta } });
    const { result } = await server.next(message => message.id === 1);
    expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThan(10_000);
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
    expect(Buffer.byteLength(instructions)).toBeLessThanOrEqual(2200);
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
});
