import { describe, expect, it } from 'vitest';
import { answer, makeRepository, programFile, run } from './cliRig.js';
import { connect, serverFile } from './mcpRig.js';
import { installedVersion010 } from './version010/installedVersion010.js';

const old = installedVersion010();
const current = { cli: programFile, mcp: serverFile };

it('0.1.0 tells of an event that it does not know', async () => {
  const cwd = makeRepository();
  const server = await connect({ cwd, actor: 'ada' });
  await server.done('add', { title: 'Asks', question: 'Which color?' });
  expect(await server.items('advance', { id: 'W-1', answer: 'Blue' })).toMatchObject({
    isError: true,
    data: { code: 'not_allowed' },
  });
  const eventsBy = async (program: string) => (await answer(['events', 'tail'], { cwd, program })).events;
  const events = await eventsBy(current.cli);
  expect(events).toMatchObject([{ type: 'attempt_refused' }, { type: 'work_item_created' }]);
  expect(await eventsBy(old.cli)).toEqual(events);
});

it('a part of what 0.1.0 has freed is handed out', async () => {
  const cwd = makeRepository();
  const server = await connect({ cwd, actor: 'ada' });
  await server.done('add', { title: 'Blocker' });
  await server.done('add', { title: 'Epic', dependsOn: ['W-1'] });
  await server.done('add', { title: 'Part', parent: 'W-2' });
  const before = await connect({ cwd, actor: 'bob', program: [old.mcp] });
  expect(await before.done('next')).toMatchObject({ item: { ref: 'W-1' } });
  await before.done('resolve', { id: 'W-1', status: 'done' });
  expect(await server.done('next')).toMatchObject({ item: { ref: 'W-3', section: 'in_flight' } });
  await before.done('depend', { id: 'W-2', dependsOn: ['W-1'] });
  await before.done('undepend', { id: 'W-2', dependsOn: ['W-1'] });
  expect(await server.done('show', { id: 'W-2' })).toMatchObject({ item: { section: 'ready' } });
});

describe('a claim', () => {
  it.each([
    { one: '0.1.0', first: old, other: 'this version', second: current },
    { one: 'this version', first: current, other: '0.1.0', second: old },
  ])('of $one holds, is kept up, runs out and is fenced for $other', async ({ first, second }) => {
    const cwd = makeRepository();
    const holder = await connect({ cwd, actor: 'holder', program: [first.mcp] });
    const other = await connect({ cwd, actor: 'other', program: [second.mcp] });
    await holder.done('add', { title: 'One' });
    await holder.done('claim', { id: 'W-1', lease: '1h' });
    expect(await other.items('claim', { id: 'W-1' })).toMatchObject({ isError: true, data: { code: 'conflict' } });
    await answer(['queue', 'heartbeat', 'W-1', '--token', '1', '--lease', '5h'], {
      cwd,
      actor: 'holder',
      program: second.cli,
    });
    const { item } = (await holder.done('show', { id: 'W-1' })) as { item: { leaseUntil: string; owner: string } };
    expect(item.owner).toBe('holder');
    expect(Date.parse(item.leaseUntil)).toBeGreaterThan(Date.now() + 4 * 3_600_000);

    await holder.done('add', { title: 'Two' });
    // By a command: a server would keep its claim up.
    await answer(['queue', 'claim', 'W-2', '--lease', '1s'], { cwd, actor: 'holder', program: first.cli });
    await new Promise(done => setTimeout(done, 1200));
    expect(await other.done('next')).toMatchObject({ takeover: true, item: { ref: 'W-2', owner: 'other', token: 2 } });
    const words = ['queue', 'resolve', 'W-2', '--status', 'failed', '--token', '1', '--json'];
    const late = await run(words, { cwd, actor: 'holder', program: first.cli });
    expect([late.code, JSON.parse(late.stdout)]).toMatchObject([3, { ok: false, code: 'stale' }]);
    await other.done('resolve', { id: 'W-2', status: 'done' });
    expect(await holder.done('show', { id: 'W-2' })).toMatchObject({ item: { status: 'done' } });
  });
});
