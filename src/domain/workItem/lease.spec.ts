import { describe, expect, it } from 'vitest';
import { rowTime as now, workItemRow } from '../../../test/support/workItemRow.js';
import { effectiveLease, heartbeatKey, isLeaseExpired, leaseForClaim } from './lease.js';

const claimed = workItemRow({ status: 'in_flight', owner: 'codex', token: 2, lease_until: now + 100 });

describe('leases', () => {
  it('takes the later of row and beat', () => {
    const early = new Map([[heartbeatKey(claimed.id, 2), now + 50]]);
    const late = new Map([[heartbeatKey(claimed.id, 2), now + 500]]);
    expect(effectiveLease(claimed, early, now)).toBe(now + 100);
    expect(effectiveLease(claimed, late, now)).toBe(now + 500);
  });

  it('has none outside in_flight, nor for a claim that never runs out', () => {
    const heartbeats = new Map([[heartbeatKey(claimed.id, 2), now + 500]]);
    expect(effectiveLease(workItemRow({ lease_until: now + 100, token: 2 }), heartbeats, now)).toBeNull();
    expect(effectiveLease({ ...claimed, lease_until: null }, heartbeats, now)).toBeNull();
    expect(isLeaseExpired({ ...claimed, lease_until: null }, new Map(), now + 1e9)).toBe(false);
  });

  it('has run out at its end, not before', () => {
    expect(isLeaseExpired(claimed, new Map(), now + 99)).toBe(false);
    expect(isLeaseExpired(claimed, new Map(), now + 100)).toBe(true);
  });

  it('gives agents and the system a lease, and a person one only when asked', () => {
    expect(leaseForClaim('agent', undefined, 900_000, now)).toBe(now + 900_000);
    expect(leaseForClaim('system', undefined, 900_000, now)).toBe(now + 900_000);
    expect(leaseForClaim('human', undefined, 900_000, now)).toBeNull();
    expect(leaseForClaim('human', 60_000, 900_000, now)).toBe(now + 60_000);
    expect(leaseForClaim('agent', 60_000, 900_000, now)).toBe(now + 60_000);
  });
});
