import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { connect, makeRepository, type RawServer, startRaw, until } from './mcpRig.js';

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

describe('a command that runs for a call', () => {
  const pids: number[] = [];
  afterEach(() => {
    for (const pid of pids.splice(0)) {
      try {
        process.kill(-pid, 'SIGKILL');
      } catch {}
    }
  });

  /** Starts a server that runs a command which is deaf to a polite end; its pid. */
  async function begin(): Promise<{ server: RawServer; pid: number }> {
    const cwd = makeRepository();
    const server = startRaw({ cwd, actor: 'agent-a' });
    await server.initialize();
    const file = join(cwd, '.git', 'pid');
    const command = [`trap '' TERM; echo $$ > '${file}'; while :; do sleep 1; done`];
    server.send({ id: 7, method: 'tools/call', params: { name: 'evidence', arguments: { command } } });
    const pid = await until(() => (existsSync(file) ? Number(readFileSync(file, 'utf8')) || undefined : undefined));
    pids.push(pid);
    return { server, pid };
  }
  const gone = (pid: number) =>
    until(() => {
      try {
        process.kill(pid, 0);
        return undefined;
      } catch {
        return true;
      }
    });

  it('ends when the call is cancelled', async () => {
    const { server, pid } = await begin();
    server.send({ method: 'notifications/cancelled', params: { requestId: 7 } });
    expect(await gone(pid)).toBe(true);
    expect(server.child.exitCode).toBe(null);
  });

  it('ends with the connection', async () => {
    const { server, pid } = await begin();
    server.child.stdin.end();
    expect(await server.exit()).toBe(0);
    expect(await gone(pid)).toBe(true);
  });

  it('ends with a server that is told twice to end', async () => {
    const { server, pid } = await begin();
    server.child.kill('SIGTERM');
    server.child.kill('SIGTERM');
    expect([0, 1]).toContain(await server.exit());
    expect(await gone(pid)).toBe(true);
  });
});
