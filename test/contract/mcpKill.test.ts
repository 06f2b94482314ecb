import { describe, expect, it } from 'vitest';
import { connect, makeRepository, type RawServer, startRaw, until } from './mcpRig.js';

const isAnswer = (message: Record<string, unknown>) => typeof message.id === 'number' && 'result' in message;

/** Keeps a server busy with writes, a few at a time, until it is gone; the titles that were acknowledged. */
async function writeUntilKilled(server: RawServer, round: number, killAfter: number): Promise<readonly string[]> {
  await server.initialize();
  let sent = 0;
  const send = () => {
    sent += 1;
    server.callItems(sent, { action: 'add', title: `R${round}-${sent}` });
  };
  for (let index = 0; index < 4; index += 1) send();
  for (;;) {
    const answered = server.messages.filter(isAnswer).length;
    if (answered >= killAfter) break;
    while (sent < answered + 4) send();
    await server.next(() => server.messages.filter(isAnswer).length > answered);
  }
  // More is in progress: the kill hits a write somewhere between its parse and its acknowledgement.
  for (let index = 0; index < 4; index += 1) send();
  await server.next(() => server.messages.filter(isAnswer).length > killAfter);
  server.child.kill('SIGKILL');
  expect(await server.exit()).toBe('SIGKILL');
  return server.messages.filter(isAnswer).map(message => `R${round}-${message.id}`);
}

describe('kill -9 of an MCP server in the middle of writes', () => {
  it('loses nothing that was acknowledged, and doubles nothing', async () => {
    const cwd = makeRepository();
    const acknowledged: string[] = [];
    for (let round = 0; round < 10; round += 1) {
      const server = startRaw({ cwd, actor: `writer-${round}` });
      acknowledged.push(...(await writeUntilKilled(server, round, round)));
    }
    const reader = await connect({ cwd });
    const events = await reader.events();
    const created = events.map(event => (event.payload as { title: string }).title);
    expect(new Set(created).size).toBe(created.length);
    expect(acknowledged.length).toBeGreaterThan(40);
    expect(acknowledged.filter(title => !created.includes(title))).toEqual([]);
    // Ids have no gaps: what was not committed left no trace.
    expect(events.map(event => event.id)).toEqual(created.map((_, index) => index + 1));
    expect(await reader.done('status')).toMatchObject({ health: { state: 'ready' } });
  });

  it('leaves a claim to its lease; then another agent’s next gets the item', async () => {
    const cwd = makeRepository();
    const env = { STATEROOM_LEASE_MS: '1000' };
    const victim = startRaw({ cwd, actor: 'victim', env });
    await victim.initialize();
    victim.callItems(1, { action: 'add', title: 'T' });
    await victim.next(message => message.id === 1);
    victim.callItems(2, { action: 'next' });
    await victim.next(message => message.id === 2);
    victim.callItems(3, { action: 'annotate', id: 'W-1', patch: { half: 'way' } });
    victim.child.kill('SIGKILL');
    await victim.exit();
    const heir = await connect({ cwd, actor: 'heir', env });
    const got = await until(async () => {
      const reply = await heir.items('next');
      if (!reply.isError) return reply.data;
      expect(reply.data.code).toBe('nothing_ready');
      return undefined;
    });
    expect(got).toMatchObject({ takeover: true, previousOwner: 'victim', item: { ref: 'W-1', token: 2 } });
    await heir.done('resolve', { id: 'W-1', status: 'done' });
  });
});
