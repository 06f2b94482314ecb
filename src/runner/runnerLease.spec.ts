import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../test/support/laneTestRepository.js';
import { claimText, hasRunner, readClaim, runnerLeaseMs, runnerName } from '../records/agentSession/runnerClaim.js';
import type { Context } from '../records/context.js';
import { requireLanes } from '../records/lane/laneAccess.js';
import { LostLeaseError, RunnerLease } from './runnerLease.js';

let repo: LaneTestRepository;
let context: Context;
const taken: RunnerLease[] = [];

beforeEach(async () => {
  repo = new LaneTestRepository();
  await repo.spawn('login');
  context = repo.context({ role: 'system', name: 'stateroom' });
});

afterEach(async () => {
  for (const lease of taken.splice(0)) await lease.release();
  await repo.close();
});

async function take(onLost = () => {}): Promise<RunnerLease | undefined> {
  const lease = await RunnerLease.take({ context, ports: requireLanes(context) }, onLost);
  if (lease !== undefined) taken.push(lease);
  return lease;
}

/** Lets the claim look as if it had not been renewed for the length of a lease. */
async function age(): Promise<void> {
  const { runner } = requireLanes(context);
  const claim = readClaim((await runner.read(runnerName)) ?? '');
  if (claim === undefined) throw new Error('There is no claim.');
  await runner.write(runnerName, claimText({ ...claim, at: claim.at - runnerLeaseMs - 1 }));
}

function writeBy(lease: RunnerLease | undefined): Promise<unknown> {
  return lease?.fence(context.store).transaction(({ lanes }) => lanes.list()) ?? Promise.reject(new Error('no lease'));
}

describe('the lease of a runner', () => {
  it('is held by one process', async () => {
    const lease = await take();
    expect(await take()).toBeUndefined();
    expect(await writeBy(lease)).toHaveLength(1);
    await lease?.release();
    expect(await requireLanes(context).runner.read(runnerName)).toBeUndefined();
  });

  it('passes on once it was not renewed, and then refuses late writes of the one before', async () => {
    let isLost = false;
    const first = await take(() => {
      isLost = true;
    });
    await age();
    expect(await hasRunner(requireLanes(context), repo.now)).toBe(false);
    const second = await take();
    expect(second).toBeDefined();
    await expect(writeBy(first)).rejects.toThrow(LostLeaseError);
    await expect(first?.confirm()).rejects.toThrow(LostLeaseError);
    expect(isLost).toBe(true);
    expect(await writeBy(second)).toHaveLength(1);
    await first?.release();
    expect(await hasRunner(requireLanes(context), repo.now)).toBe(true);
  });

  it('refuses late writes of a holder that has its file again', async () => {
    const first = await take();
    const { runner } = requireLanes(context);
    const text = (await runner.read(runnerName)) ?? '';
    await age();
    await take();
    await runner.write(runnerName, text);
    await expect(writeBy(first)).rejects.toThrow(LostLeaseError);
    await first?.release();
    expect(await runner.read(runnerName)).toBeUndefined();
  });
});
