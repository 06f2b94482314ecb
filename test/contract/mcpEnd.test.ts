import { describe, expect, it } from 'vitest';
import { connect, makeRepository, startRaw } from './mcpRig.js';

describe('the end of an MCP server', () => {
  it('comes with the end of its input, after what was asked for has been answered', async () => {
    const cwd = makeRepository();
    const server = startRaw({ cwd, actor: 'agent-a' });
    const open = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } };
    server.send({ id: 0, method: 'initialize', params: open });
    for (const id of [1, 2, 3]) server.callItems(id, { action: 'add', title: `T${id}` });
    server.child.stdin.end();
    expect(await server.exit()).toBe(0);
    expect(server.messages.map(message => message.id).sort()).toEqual([0, 1, 2, 3]);
    const reader = await connect({ cwd });
    expect((await reader.done('list')).items).toHaveLength(3);
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('comes with %s, politely', async signal => {
    const cwd = makeRepository();
    const server = startRaw({ cwd, actor: 'agent-a' });
    await server.initialize();
    server.callItems(1, { action: 'add', title: 'T' });
    await server.next(message => message.id === 1);
    server.callItems(2, { action: 'next' });
    await server.next(message => message.id === 2);
    server.child.kill(signal);
    expect(await server.exit()).toBe(0);
    expect(server.stderr).toBe('');
    // What it held stays held: the client may come back; if not, the lease runs out.
    const reader = await connect({ cwd });
    expect(await reader.done('show', { id: 'W-1' })).toMatchObject({ item: { status: 'in_flight', owner: 'agent-a' } });
  });

  it('comes when the client stops reading', async () => {
    const server = startRaw({ cwd: makeRepository() });
    await server.initialize();
    server.child.stdout.destroy();
    for (let id = 0; id < 50; id += 1) server.callItems(id, { action: 'status' });
    expect(await server.exit()).toBe(0);
  });

  it('comes when nobody ever spoke', async () => {
    const server = startRaw({ cwd: makeRepository() });
    server.child.stdin.end();
    expect(await server.exit()).toBe(0);
    expect(server.messages).toEqual([]);
  });

  it('comes at once when it is asked twice', async () => {
    const server = startRaw({ cwd: makeRepository() });
    await server.initialize();
    server.child.kill('SIGTERM');
    server.child.kill('SIGTERM');
    expect([0, 1]).toContain(await server.exit());
  });

  it('does not come with a client that closes stderr', async () => {
    const server = startRaw({ cwd: makeRepository() });
    await server.initialize();
    server.child.stderr.destroy();
    server.callItems(1, { action: 'status' });
    await server.next(message => message.id === 1);
  });

  it('comes with a sentence and code 2 for an unknown flag', async () => {
    const server = startRaw({ cwd: makeRepository(), args: ['--colour'] });
    expect(await server.exit()).toBe(2);
    expect(server.stderr).toMatch(/--colour[\s\S]*Usage: stateroom mcp/);
    expect(server.messages).toEqual([]);
  });
});
