import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { invoke } from '../../src/operations/invoke.js';
import { queueAdvance } from '../../src/operations/queue/queueAdvance.js';
import { queueClaim } from '../../src/operations/queue/queueClaim.js';
import { systemClock } from '../../src/platform/clock.js';
import { randomIds } from '../../src/platform/idSource.js';
import { silentLog } from '../../src/platform/log.js';
import { openSqljsStore } from '../../src/store/engine/sqljs/openSqljsStore.js';
import { logBytes } from '../support/storeFiles.js';
import { type Connection, connect, makeRepository, serverFile, storeOf, until } from './mcpRig.js';

/** Long enough to be renewed on a busy machine, short enough to watch several renewals. */
const lease = { STATEROOM_LEASE_MS: '1500' };

/** The beats of a claim as they are on disk: until when it holds, ms UTC. */
function heartbeatOf(repository: string, id: string, token: number): number {
  const names = readdirSync(join(storeOf(repository), 'beats'));
  const name = names.find(one => one.startsWith(`${id}.${token}.`));
  return Number(name?.split('.')[2] ?? 0);
}

/** Waits for some renewals of a claim. */
async function renewals(repository: string, id: string, token: number, count: number): Promise<void> {
  for (let seen = 0, last = heartbeatOf(repository, id, token); seen < count; seen += 1) {
    last = await until(() => {
      const now = heartbeatOf(repository, id, token);
      return now > last ? now : undefined;
    });
  }
}

/** Runs an operation as a person, which no one can through MCP. */
async function asPerson(
  repository: string,
  operation: Parameters<typeof invoke>[0],
  input: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const tools = { clock: systemClock, ids: randomIds, log: silentLog };
  const wasmFile = join(dirname(serverFile), 'sql-wasm.wasm');
  const store = openSqljsStore({ directory: storeOf(repository), wasmFile, mode: 'async', ...tools });
  try {
    const settings = { leaseMs: Number(lease.STATEROOM_LEASE_MS), staleMs: 600_000 };
    return await invoke(operation, { store, actor: { role: 'human', name: 'Ann' }, settings, ...tools }, input);
  } finally {
    await store.close();
  }
}

async function claimNext(agent: Connection): Promise<{ id: string; token: number }> {
  const { item } = await agent.done('next');
  return item as { id: string; token: number };
}

describe('the lease of a claim made through MCP', () => {
  it('is renewed while the client is connected, without an event and without a byte in the journal', async () => {
    const cwd = makeRepository();
    // Longer than elsewhere: here a renewal that comes late on a busy machine would lose the claim.
    const env = { STATEROOM_LEASE_MS: '6000' };
    const holder = await connect({ cwd, actor: 'holder', env });
    const other = await connect({ cwd, actor: 'other', env });
    await holder.done('add', { title: 'T' });
    const { id, token } = await claimNext(holder);
    const before = logBytes(storeOf(cwd));
    expect(before).toBeGreaterThan(0);
    // Five renewals at a third of the lease are well over one lease; all the while another one wants the item.
    let renewed = false;
    const watching = renewals(cwd, id, token, 5).then(() => {
      renewed = true;
    });
    while (!renewed) {
      const reply = await other.items('next');
      expect(reply).toMatchObject({ isError: true, data: { code: 'nothing_ready' } });
      await new Promise(resume => setTimeout(resume, 100));
    }
    await watching;
    expect(logBytes(storeOf(cwd))).toBe(before);
    expect(readdirSync(join(storeOf(cwd), 'beats'))).toHaveLength(1);
    expect(await other.items('claim', { id: 'W-1' })).toMatchObject({ isError: true, data: { code: 'conflict' } });
    expect(await other.done('show', { id: 'W-1' })).toMatchObject({
      item: { status: 'in_flight', section: 'in_flight', owner: 'holder' },
    });
    expect(await other.events()).toHaveLength(2);
    await holder.done('resolve', { id: 'W-1', status: 'done' });
  });

  it.each([
    ['resolve', { status: 'done' }],
    ['release', {}],
    ['ask', { question: 'May I?' }],
  ])('is renewed no more after %s', async (action, input) => {
    const cwd = makeRepository();
    const agent = await connect({ cwd, actor: 'agent-a', env: lease });
    await agent.done('add', { title: 'Ends' });
    await agent.done('add', { title: 'Goes on' });
    const ended = await claimNext(agent);
    const goesOn = await claimNext(agent);
    await renewals(cwd, ended.id, ended.token, 1);
    await agent.done(action, { id: 'W-1', ...input });
    const last = heartbeatOf(cwd, ended.id, ended.token);
    // The other claim is the clock: while it is renewed four times, the first one would have been too.
    await renewals(cwd, goesOn.id, goesOn.token, 4);
    expect(heartbeatOf(cwd, ended.id, ended.token)).toBeLessThanOrEqual(last);
  });

  it('is never renewed after someone took the item over', async () => {
    const cwd = makeRepository();
    const late = await connect({ cwd, actor: 'late', env: lease });
    await late.done('add', { title: 'Taken' });
    await late.done('add', { title: 'Clock' });
    const taken = await claimNext(late);
    const clock = await claimNext(late);
    expect(await asPerson(cwd, queueClaim, { id: 'W-1', reassign: true, lease: '10m' })).toMatchObject({
      item: { token: 2 },
    });
    const last = heartbeatOf(cwd, taken.id, 1);
    await renewals(cwd, clock.id, clock.token, 4);
    expect(heartbeatOf(cwd, taken.id, 1)).toBeLessThanOrEqual(last);
    expect(await late.items('annotate', { id: 'W-1', patch: { late: true } })).toMatchObject({
      isError: true,
      data: { code: 'stale' },
    });
    expect(await late.done('show', { id: 'W-1' })).toMatchObject({ item: { owner: 'Ann', token: 2 } });
  });

  it('is taken care of by a server that was started again, once its agent goes on', async () => {
    const cwd = makeRepository();
    const before = await connect({ cwd, actor: 'agent-a', env: lease });
    await before.done('add', { title: 'T' });
    const { id, token } = await claimNext(before);
    await before.close();
    const after = await connect({ cwd, actor: 'agent-a', env: lease });
    await after.done('annotate', { id: 'W-1', patch: { back: true } });
    await renewals(cwd, id, token, 3);
  });

  it('gets its own length back when a server that was started again goes on with it', async () => {
    const cwd = makeRepository();
    const env = { STATEROOM_LEASE_MS: '600000' };
    const before = await connect({ cwd, actor: 'agent-a', env });
    await before.done('add', { title: 'T' });
    const { item } = await before.done('claim', { id: 'W-1', lease: '1h' });
    const { id, token, leaseUntil } = item as { id: string; token: number; leaseUntil: string };
    await before.close();
    const after = await connect({ cwd, actor: 'agent-a', env });
    await after.done('annotate', { id: 'W-1', patch: { back: true } });
    const heartbeat = await until(() => heartbeatOf(cwd, id, token) || undefined);
    expect(heartbeat).toBeGreaterThan(Date.parse(leaseUntil));
  });

  it('is renewed again once a person has answered its question, with the token it had', async () => {
    const cwd = makeRepository();
    const agent = await connect({ cwd, actor: 'agent-a', env: lease });
    await agent.done('add', { title: 'T' });
    const { id, token } = await claimNext(agent);
    await renewals(cwd, id, token, 1);
    await agent.done('ask', { id: 'W-1', question: 'May I?' });
    expect(await asPerson(cwd, queueAdvance, { id: 'W-1', to: 'in_flight', answer: 'You may.' })).toMatchObject({
      item: { status: 'in_flight' },
    });
    await renewals(cwd, id, token, 3);
    expect(await agent.done('show', { id: 'W-1' })).toMatchObject({ item: { status: 'in_flight', token: 1 } });
    await asPerson(cwd, queueClaim, { id: 'W-1', reassign: true });
    expect(await agent.items('resolve', { id: 'W-1', status: 'done' })).toMatchObject({
      isError: true,
      data: { code: 'stale' },
    });
  });

  it('runs out after the client has gone', async () => {
    const cwd = makeRepository();
    const gone = await connect({ cwd, actor: 'gone', env: lease });
    const heir = await connect({ cwd, actor: 'heir', env: lease });
    await gone.done('add', { title: 'T' });
    const { id, token } = await claimNext(gone);
    await renewals(cwd, id, token, 1);
    await gone.close();
    const inherited = await until(async () => {
      const reply = await heir.items('next');
      return reply.isError ? undefined : reply.data;
    });
    expect(inherited).toMatchObject({ takeover: true, previousOwner: 'gone', item: { owner: 'heir', token: 2 } });
    expect((await heir.events()).map(event => event.type)).toEqual([
      'work_item_created',
      'work_item_claimed',
      'work_item_lease_expired',
      'work_item_claimed',
    ]);
  });
});
