import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { workItem } from '../../../test/support/workItem.js';
import type { Actor } from '../../domain/actor/actor.js';
import type { WorkItem } from '../../domain/workItem/workItem.js';
import { silentLog } from '../../platform/log.js';
import { ClaimKeeper, type HeldClaim, type Renewal } from './claimKeeper.js';

const minute = 60_000;
const start = Date.parse('2026-11-21T12:00:00Z');
const codex: Actor = { role: 'agent', name: 'codex-1' };
const id = '01KAHM0Z0000000000000000AA';

function claimedItem(changes: Partial<WorkItem> = {}): WorkItem {
  return workItem(7, {
    id,
    key: 'login',
    title: 'Fix the login',
    status: 'in_flight',
    section: 'in_flight',
    owner: 'codex-1',
    ownerRole: 'agent',
    token: 3,
    leaseUntil: new Date(Date.now() + 15 * minute).toISOString(),
    revision: 2,
    ...changes,
  });
}

describe('ClaimKeeper', () => {
  const renewed: HeldClaim[] = [];
  let answer: () => Promise<Renewal['outcome']>;
  let keeper: ClaimKeeper;

  beforeEach(() => {
    vi.useFakeTimers({ now: start });
    renewed.length = 0;
    answer = async () => 'kept';
    keeper = new ClaimKeeper({
      clock: { now: () => Date.now() },
      log: silentLog,
      idleMs: 60 * minute,
      renew: async claim => {
        renewed.push(claim);
        const outcome = await answer();
        return outcome === 'kept' ? { outcome, until: Date.now() + 15 * minute } : { outcome };
      },
    });
  });

  afterEach(() => {
    keeper.stop();
    vi.useRealTimers();
  });

  it.each(['W-7', 'w-7', '7', 'login', id])('knows the token of a claim by %s', name => {
    keeper.observe(claimedItem(), codex, 'begins');
    expect(keeper.tokenFor(name)).toBe(3);
  });

  it('knows no token of what another holds', () => {
    keeper.observe(claimedItem({ owner: 'codex-2' }), codex, 'adopts');
    expect(keeper.tokenFor('W-7')).toBeUndefined();
  });

  it('takes care of a claim of its own that was made elsewhere once a write shows it', async () => {
    keeper.observe(claimedItem(), codex, 'adopts');
    expect(keeper.tokenFor('W-7')).toBe(3);
    await vi.advanceTimersByTimeAsync(5 * minute);
    expect(renewed).toHaveLength(2);
  });

  it('renews a claim that it takes over from an earlier server at once, and then at a third of its own length', async () => {
    keeper.observe(claimedItem({ leaseUntil: new Date(start + 3).toISOString() }), codex, 'adopts');
    await vi.advanceTimersByTimeAsync(0);
    expect(renewed).toMatchObject([{ id, token: 3, lease: undefined }]);
    await vi.advanceTimersByTimeAsync(5 * minute - 1);
    expect(renewed).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(renewed).toHaveLength(2);
  });

  it('never renews more often than three times a second, however little is left of the lease', async () => {
    answer = async () => 'failed';
    keeper.observe(claimedItem({ leaseUntil: new Date(start - 10).toISOString() }), codex, 'begins');
    await vi.advanceTimersByTimeAsync(1001);
    expect(renewed).toHaveLength(3);
  });

  it('renews at a third of the lease, again and again', async () => {
    keeper.observe(claimedItem(), codex, 'begins');
    await vi.advanceTimersByTimeAsync(5 * minute - 1);
    expect(renewed).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(renewed).toMatchObject([{ id, token: 3, lease: undefined, actor: { name: 'codex-1' } }]);
    await vi.advanceTimersByTimeAsync(10 * minute);
    expect(renewed).toHaveLength(3);
  });

  it('renews a claim at a third of the length it was made with', async () => {
    keeper.observe(claimedItem({ leaseUntil: new Date(start + 90_000).toISOString() }), codex, 'begins');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(renewed).toHaveLength(1);
  });

  it.each(['done', 'failed', 'cancelled', 'pending'] as const)('stops when the item is %s', async status => {
    keeper.observe(claimedItem(), codex, 'begins');
    keeper.observe(claimedItem({ status, owner: status === 'pending' ? null : 'codex-1' }), codex, 'adopts');
    await vi.advanceTimersByTimeAsync(60 * minute);
    expect(renewed).toEqual([]);
    expect(keeper.tokenFor('W-7')).toBeUndefined();
  });

  it('keeps the token while the item waiting for a person and renews again after the answer', async () => {
    answer = async () => 'waiting';
    keeper.observe(claimedItem(), codex, 'begins');
    keeper.observe(claimedItem({ status: 'waiting_human', leaseUntil: null }), codex, 'other');
    await vi.advanceTimersByTimeAsync(20 * minute);
    expect(keeper.tokenFor('W-7')).toBe(3);
    answer = async () => 'kept';
    renewed.length = 0;
    await vi.advanceTimersByTimeAsync(10 * minute);
    expect(renewed).toHaveLength(2);
  });

  it('renews at once when a read shows that the person has answered', async () => {
    answer = async () => 'waiting';
    keeper.observe(claimedItem(), codex, 'begins');
    keeper.observe(claimedItem({ status: 'waiting_human' }), codex, 'other');
    keeper.see(claimedItem({ status: 'waiting_human' }));
    keeper.see(claimedItem({ id: '01KAHM0Z0000000000000000BB' }));
    await vi.advanceTimersByTimeAsync(0);
    expect(renewed).toEqual([]);
    answer = async () => 'kept';
    keeper.see(claimedItem());
    await vi.advanceTimersByTimeAsync(0);
    expect(renewed).toMatchObject([{ id, token: 3 }]);
    // From here on it is a claim like any other: reads renew nothing.
    keeper.see(claimedItem());
    await vi.advanceTimersByTimeAsync(0);
    expect(renewed).toHaveLength(1);
  });

  it('lets go of an item that another claimed after the answer', async () => {
    keeper.observe(claimedItem(), codex, 'begins');
    keeper.observe(claimedItem({ status: 'waiting_human' }), codex, 'other');
    keeper.see(claimedItem({ token: 4, owner: 'codex-2' }));
    await vi.advanceTimersByTimeAsync(60 * minute);
    expect(renewed).toEqual([]);
    expect(keeper.tokenFor('W-7')).toBe(3);
  });

  it('takes no care of a claim that may be another session’s', async () => {
    keeper.observe(claimedItem(), codex, 'other');
    await vi.advanceTimersByTimeAsync(60 * minute);
    expect(renewed).toEqual([]);
    expect(keeper.tokenFor('W-7')).toBeUndefined();
  });

  it('goes on after a write that marked the claim as won’t fix', async () => {
    keeper.observe(claimedItem(), codex, 'begins');
    keeper.observe(claimedItem({ revision: 3 }), codex, 'adopts');
    await vi.advanceTimersByTimeAsync(5 * minute);
    expect(renewed).toHaveLength(1);
  });

  it('never renews a claim that was taken over, and keeps its token so that late writes are refused', async () => {
    answer = async () => 'lost';
    keeper.observe(claimedItem(), codex, 'begins');
    await vi.advanceTimersByTimeAsync(60 * minute);
    expect(renewed).toHaveLength(1);
    expect(keeper.tokenFor('W-7')).toBe(3);
  });

  it('sees a takeover in the answer to a write', async () => {
    keeper.observe(claimedItem(), codex, 'begins');
    keeper.observe(claimedItem({ token: 4, owner: 'codex-1' }), codex, 'adopts');
    await vi.advanceTimersByTimeAsync(61 * minute);
    // Neither the silence's end nor a late beat of the old claim brings it back.
    keeper.touch();
    keeper.renewed({ id, ref: 'W-7', token: 3, actor: codex, lease: undefined, until: Date.now() + 9 * minute });
    await vi.advanceTimersByTimeAsync(60 * minute);
    expect(renewed).toEqual([]);
    expect(keeper.tokenFor('W-7')).toBe(3);
  });

  it('goes on with the new token when the item is claimed again', async () => {
    answer = async () => 'lost';
    keeper.observe(claimedItem(), codex, 'begins');
    await vi.advanceTimersByTimeAsync(5 * minute);
    answer = async () => 'kept';
    keeper.observe(
      claimedItem({ token: 5, leaseUntil: new Date(Date.now() + 15 * minute).toISOString() }),
      codex,
      'begins',
    );
    expect(keeper.tokenFor('W-7')).toBe(5);
    await vi.advanceTimersByTimeAsync(5 * minute);
    expect(renewed.map(claim => claim.token)).toEqual([3, 5]);
  });

  it('tries again when a renewal fails', async () => {
    answer = async () => 'failed';
    keeper.observe(claimedItem(), codex, 'begins');
    await vi.advanceTimersByTimeAsync(5 * minute);
    answer = () => Promise.reject(new Error('disk'));
    await vi.advanceTimersByTimeAsync(5 * minute);
    answer = async () => 'kept';
    await vi.advanceTimersByTimeAsync(5 * minute);
    expect(renewed).toHaveLength(3);
  });

  it('lets claims run out an hour after the last call, and renews at once when the client is back', async () => {
    keeper.observe(claimedItem(), codex, 'begins');
    await vi.advanceTimersByTimeAsync(60 * minute);
    expect(renewed).toHaveLength(12);
    await vi.advanceTimersByTimeAsync(24 * 60 * minute);
    expect(renewed).toHaveLength(12);
    keeper.touch();
    await vi.advanceTimersByTimeAsync(0);
    expect(renewed).toHaveLength(13);
    await vi.advanceTimersByTimeAsync(5 * minute);
    expect(renewed).toHaveLength(14);
  });

  it('counts the hour from the last call', async () => {
    keeper.observe(claimedItem(), codex, 'begins');
    await vi.advanceTimersByTimeAsync(50 * minute);
    keeper.touch();
    await vi.advanceTimersByTimeAsync(50 * minute);
    expect(renewed).toHaveLength(20);
  });

  it('stops with the connection', async () => {
    keeper.observe(claimedItem(), codex, 'begins');
    keeper.stop();
    await vi.advanceTimersByTimeAsync(60 * minute);
    expect(renewed).toEqual([]);
  });

  it('takes care of an earlier claim once its holder renews it', async () => {
    keeper.renewed({ id, ref: 'W-7', token: 3, actor: codex, lease: '9m', until: start + 9 * minute });
    expect(keeper.tokenFor('W-7')).toBe(3);
    await vi.advanceTimersByTimeAsync(3 * minute);
    expect(renewed).toMatchObject([{ id, token: 3, lease: '9m' }]);
  });

  it('knows the token of a claim without a lease, and renews it never', async () => {
    keeper.observe(claimedItem(), codex, 'begins');
    keeper.observe(claimedItem({ token: 4, leaseUntil: null }), codex, 'begins');
    expect(keeper.tokenFor('W-7')).toBe(4);
    await vi.advanceTimersByTimeAsync(60 * minute);
    expect(renewed).toEqual([]);
  });
});
