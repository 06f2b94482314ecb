import { expect, it } from 'vitest';
import { answer, makeRepository, run } from './cliRig.js';
import { connect } from './mcpRig.js';
import { expectTooNew, installedVersion010 } from './version010/installedVersion010.js';

const old = installedVersion010();

it('a part of what 0.1.0 has freed is handed out', async () => {
  const cwd = makeRepository();
  const before = await connect({ cwd, actor: 'bob', program: [old.mcp] });
  await before.done('add', { title: 'Blocker' });
  await before.done('add', { title: 'Epic', dependsOn: ['W-1'] });
  await before.done('claim', { id: 'W-1' });
  await before.done('resolve', { id: 'W-1', status: 'done' });
  await before.close();

  const server = await connect({ cwd, actor: 'ada' });
  await server.done('add', { title: 'Part', parent: 'W-2' });
  expect(await server.done('next')).toMatchObject({ item: { ref: 'W-3', section: 'in_flight' } });
  await server.done('depend', { id: 'W-2', dependsOn: ['W-1'] });
  await server.done('undepend', { id: 'W-2', dependsOn: ['W-1'] });
  expect(await server.done('show', { id: 'W-2' })).toMatchObject({ item: { section: 'ready' } });
  await expectTooNew(cwd, old);
});

it('a claim of 0.1.0 holds, is kept up, runs out and is fenced', async () => {
  const cwd = makeRepository();
  const holder = await connect({ cwd, actor: 'holder', program: [old.mcp] });
  await holder.done('add', { title: 'One' });
  await holder.done('add', { title: 'Two' });
  await holder.done('claim', { id: 'W-1', lease: '1h' });
  await holder.close();
  // By a command: a server would keep its claim up.
  await answer(['queue', 'claim', 'W-2', '--lease', '1s'], { cwd, actor: 'holder', program: old.cli });

  const other = await connect({ cwd, actor: 'other' });
  expect(await other.items('claim', { id: 'W-1' })).toMatchObject({ isError: true, data: { code: 'conflict' } });
  await answer(['queue', 'heartbeat', 'W-1', '--token', '1', '--lease', '5h'], { cwd, actor: 'holder' });
  const { item } = (await other.done('show', { id: 'W-1' })) as { item: { leaseUntil: string; owner: string } };
  expect(item.owner).toBe('holder');
  expect(Date.parse(item.leaseUntil)).toBeGreaterThan(Date.now() + 4 * 3_600_000);

  await new Promise(done => setTimeout(done, 1200));
  expect(await other.done('next')).toMatchObject({ takeover: true, item: { ref: 'W-2', owner: 'other', token: 2 } });
  const words = ['queue', 'resolve', 'W-2', '--status', 'failed', '--token', '1', '--json'];
  const late = await run(words, { cwd, actor: 'holder' });
  expect([late.code, JSON.parse(late.stdout)]).toMatchObject([3, { ok: false, code: 'stale' }]);
  await other.done('resolve', { id: 'W-2', status: 'done' });
  expect(await other.done('show', { id: 'W-2' })).toMatchObject({ item: { status: 'done' } });
  await expectTooNew(cwd, old);
});
