import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agent, otherAgent, person, TestRepository } from '../../../test/support/testRepository.js';
import { isRefusal } from '../../domain/refusal/refusal.js';
import { eventsTail } from '../events/eventsTail.js';
import { queueAsk } from './queueAsk.js';
import { queueClaim } from './queueClaim.js';
import { queueHeartbeat } from './queueHeartbeat.js';
import { queueNext } from './queueNext.js';
import { queueReady } from './queueReady.js';
import { queueRelease } from './queueRelease.js';
import { queueReprioritise } from './queueReprioritise.js';
import { queueResolve } from './queueResolve.js';
import { queueShow } from './queueShow.js';

const minute = 60_000;
let repository: TestRepository;
beforeEach(() => {
  repository = new TestRepository();
});
afterEach(() => repository.close());

describe('claiming', () => {
  it('gives owner, token and a lease of fifteen minutes to an agent', async () => {
    await repository.add('Work');
    expect(await repository.ok(queueClaim, { id: 'W-1' })).toMatchObject({
      item: {
        status: 'in_flight',
        owner: 'codex',
        ownerRole: 'agent',
        token: 1,
        claimedAt: '2026-11-02T10:00:00.000Z',
        leaseUntil: '2026-11-02T10:15:00.000Z',
        leaseExpired: false,
      },
      takeover: false,
      previousOwner: null,
    });
  });

  it('gives a person no lease, and whoever asks the one they ask for', async () => {
    await repository.add('One');
    await repository.add('Two');
    expect((await repository.ok(queueClaim, { id: 'W-1' }, person)).item.leaseUntil).toBeNull();
    expect((await repository.ok(queueClaim, { id: 'W-2', lease: '2h' }, person)).item.leaseUntil).toBe(
      '2026-11-02T12:00:00.000Z',
    );
    repository.now += 1000 * 86_400_000;
    expect((await repository.ok(queueShow, { id: 'W-1' })).item.section).toBe('in_flight');
  });

  it('has one winner among many', async () => {
    await repository.add('Work');
    const racers = Array.from({ length: 20 }, (_, index) => ({ role: 'agent' as const, name: `agent-${index}` }));
    const answers = await Promise.all(racers.map(racer => repository.call(queueClaim, { id: 'W-1' }, racer)));
    const refusals = answers.filter(isRefusal);
    expect(refusals).toHaveLength(19);
    expect(new Set(refusals.map(refusal => refusal.code))).toEqual(new Set(['conflict']));
    expect((await repository.eventTypes()).filter(type => type === 'work_item_claimed')).toHaveLength(1);
  });

  it('is taken over by a person with reassign, silently, with the next token', async () => {
    await repository.add('Work');
    await repository.ok(queueClaim, { id: 'W-1' });
    const claim = await repository.ok(queueClaim, { id: 'W-1', reassign: true }, person);
    expect(claim).toMatchObject({ item: { owner: 'Ada', token: 2 }, takeover: false, previousOwner: 'codex' });
    expect(await repository.eventTypes()).toEqual(['work_item_created', 'work_item_claimed', 'work_item_claimed']);
    const { events } = await repository.ok(eventsTail, { limit: 1 });
    expect(events[0]?.payload).toMatchObject({ reassigned: true, previousOwner: 'codex' });
  });

  it.each([['0s'], ['25h'], ['soon'], ['500ms'], ['']])('refuses the lease %j', async lease => {
    await repository.add('Work');
    expect((await repository.refused(queueClaim, { id: 'W-1', lease })).code).toBe('invalid_input');
  });
});

describe('a lease that runs out', () => {
  beforeEach(async () => {
    await repository.add('Work');
    await repository.ok(queueClaim, { id: 'W-1' });
  });

  it('makes the item ready before anyone has written it down', async () => {
    repository.now += 15 * minute - 1;
    expect((await repository.ok(queueReady, {})).items).toEqual([]);
    repository.now += 1;
    const [item] = (await repository.ok(queueReady, {})).items;
    expect(item).toMatchObject({
      ref: 'W-1',
      status: 'in_flight',
      section: 'ready',
      leaseExpired: true,
      owner: 'codex',
    });
    expect(await repository.eventTypes()).toHaveLength(2);
  });

  it('lets the next claimer write it down and take over', async () => {
    repository.now += 15 * minute;
    expect(await repository.ok(queueNext, {}, otherAgent)).toMatchObject({
      item: { ref: 'W-1', owner: 'claude', token: 2, leaseUntil: '2026-11-02T10:30:00.000Z' },
      takeover: true,
      previousOwner: 'codex',
    });
    const { events } = await repository.ok(eventsTail, { limit: 2 });
    expect(events).toMatchObject([
      { type: 'work_item_claimed', actor: 'claude', payload: { takeover: true, previousOwner: 'codex', token: 2 } },
      { type: 'work_item_lease_expired', actor: 'claude', payload: { owner: 'codex', token: 1 } },
    ]);
  });

  it('lets the holder finish as long as nobody took over', async () => {
    repository.now += 60 * minute;
    await repository.ok(queueResolve, { id: 'W-1', status: 'done', token: 1 });
  });

  it('refuses the late write of a holder who was replaced, with a token or without', async () => {
    repository.now += 15 * minute;
    await repository.ok(queueNext, {}, otherAgent);
    for (const [operation, input] of [
      [queueResolve, { id: 'W-1', status: 'done', token: 1 }],
      [queueRelease, { id: 'W-1', token: 1 }],
      [queueAsk, { id: 'W-1', question: 'Which?', token: 1 }],
      [queueHeartbeat, { id: 'W-1', token: 1 }],
    ] as const) {
      expect((await repository.refused(operation as never, input)).code).toBe('stale');
    }
    expect((await repository.refused(queueResolve, { id: 'W-1', status: 'done' })).code).toBe('conflict');
    expect((await repository.refused(queueHeartbeat, { id: 'W-1' })).code).toBe('stale');
    await repository.ok(queueResolve, { id: 'W-1', status: 'done', token: 2 }, otherAgent);
    expect((await repository.refused(queueResolve, { id: 'W-1', status: 'failed', token: 1 })).code).toBe('stale');
  });
});

describe('a heartbeat', () => {
  beforeEach(async () => {
    await repository.add('Work');
    await repository.ok(queueClaim, { id: 'W-1', lease: '10m' });
  });

  it('renews the claim for as long as it was made, without an event', async () => {
    repository.now += 9 * minute;
    const before = await repository.dump();
    expect(await repository.ok(queueHeartbeat, { id: 'W-1', token: 1 })).toMatchObject({
      ref: 'W-1',
      token: 1,
      leaseUntil: '2026-11-02T10:19:00.000Z',
    });
    expect(await repository.dump()).toBe(before);
    repository.now += 9 * minute;
    expect((await repository.ok(queueShow, { id: 'W-1' })).item).toMatchObject({
      section: 'in_flight',
      leaseUntil: '2026-11-02T10:19:00.000Z',
    });
    expect((await repository.refused(queueNext, {}, otherAgent)).code).toBe('nothing_ready');
    expect((await repository.refused(queueClaim, { id: 'W-1' }, otherAgent)).code).toBe('conflict');
    repository.now += 1 * minute;
    expect((await repository.ok(queueNext, {}, otherAgent)).takeover).toBe(true);
  });

  it('brings back a claim that ran out, if nobody has taken it', async () => {
    repository.now += 11 * minute;
    await repository.ok(queueHeartbeat, { id: 'W-1' });
    expect((await repository.refused(queueNext, {}, otherAgent)).code).toBe('nothing_ready');
  });

  it('never shortens a claim', async () => {
    expect((await repository.ok(queueHeartbeat, { id: 'W-1', lease: '1m' })).leaseUntil).toBe(
      '2026-11-02T10:10:00.000Z',
    );
  });

  it('belongs to the holder, not to a person nor to another agent', async () => {
    expect((await repository.refused(queueHeartbeat, { id: 'W-1' }, otherAgent)).code).toBe('stale');
    expect((await repository.refused(queueHeartbeat, { id: 'W-1' }, person)).code).toBe('stale');
  });

  it('of an earlier claim of one’s own is refused by its token', async () => {
    await repository.ok(queueClaim, { id: 'W-1', reassign: true });
    expect((await repository.refused(queueHeartbeat, { id: 'W-1', token: 1 })).code).toBe('stale');
    expect((await repository.ok(queueHeartbeat, { id: 'W-1', token: 2 })).token).toBe(2);
  });

  it('has nothing to renew on an item that is not in progress', async () => {
    await repository.ok(queueRelease, { id: 'W-1' });
    expect((await repository.refused(queueHeartbeat, { id: 'W-1', token: 1 })).code).toBe('stale');
  });

  it('leaves a person’s claim without a lease', async () => {
    await repository.add('Hers');
    await repository.ok(queueClaim, { id: 'W-2' }, person);
    expect((await repository.ok(queueHeartbeat, { id: 'W-2' }, person)).leaseUntil).toBeNull();
  });

  it('of a lost claim keeps nothing alive', async () => {
    await repository.ok(queueHeartbeat, { id: 'W-1', lease: '24h' });
    await repository.ok(queueClaim, { id: 'W-1', reassign: true, lease: '1m' }, person);
    repository.now += minute;
    expect((await repository.ok(queueReady, {})).items.map(item => item.ref)).toEqual(['W-1']);
  });
});

describe('next', () => {
  it('takes priority, then rank, then due, then age', async () => {
    await repository.add('later', { priority: 3 });
    await repository.add('old');
    await repository.add('due late', { due: '+2d' });
    await repository.add('due soon', { due: '+1d' });
    await repository.add('by hand');
    await repository.add('urgent', { priority: 0 });
    await repository.ok(queueReprioritise, { id: 'W-5', position: 'top' });
    const order: string[] = [];
    for (let count = 0; count < 6; count += 1) order.push((await repository.ok(queueNext, {})).item.title);
    expect(order).toEqual(['urgent', 'by hand', 'due soon', 'due late', 'old', 'later']);
  });

  it('keeps the order of age for items of one millisecond', async () => {
    const titles = Array.from({ length: 12 }, (_, index) => `item ${index}`);
    for (const title of titles) await repository.add(title);
    const order: string[] = [];
    for (const _ of titles) order.push((await repository.ok(queueNext, {})).item.title);
    expect(order).toEqual(titles);
  });

  it('skips what is blocked, scheduled, held, asked or ended, and takes what ran out in its place', async () => {
    await repository.add('ran out', { priority: 1 });
    await repository.ok(queueNext, { lease: '1m' });
    await repository.add('blocked', { priority: 0, dependsOn: ['W-1'] });
    await repository.add('scheduled', { priority: 0, notBefore: '+1d' });
    await repository.add('asked', { priority: 0, question: 'Which?' });
    await repository.add('ended', { priority: 0 });
    await repository.ok(queueResolve, { id: 'W-5', status: 'cancelled' });
    await repository.add('held', { priority: 0 });
    await repository.ok(queueClaim, { id: 'W-6' });
    await repository.add('free', { priority: 2 });
    expect((await repository.ok(queueNext, {}, otherAgent)).item.title).toBe('free');
    repository.now += minute;
    expect(await repository.ok(queueNext, {}, otherAgent)).toMatchObject({
      item: { title: 'ran out' },
      takeover: true,
    });
    expect(await repository.refused(queueNext, {}, otherAgent)).toMatchObject({
      code: 'nothing_ready',
      message: 'No work item is ready: 3 in progress, 1 blocked, 1 scheduled, 1 waiting for a person.',
      hint: 'An item may become ready at 2026-11-02T10:15:00.000Z.',
    });
    repository.now += 86_400_000;
    expect((await repository.ok(queueNext, {}, otherAgent)).item.title).toBe('scheduled');
  });

  it('looks past a claim that only a beat keeps alive', async () => {
    for (const title of ['kept alive', 'kept alive too', 'ran out']) {
      await repository.add(title);
      await repository.ok(queueNext, { lease: '1m' });
    }
    await repository.ok(queueHeartbeat, { id: 'W-1', lease: '1h' });
    await repository.ok(queueHeartbeat, { id: 'W-2', lease: '1h' });
    repository.now += minute;
    expect((await repository.ok(queueNext, {}, otherAgent)).item.title).toBe('ran out');
    expect((await repository.refused(queueNext, {}, otherAgent)).code).toBe('nothing_ready');
  });

  it('filters by kind and label', async () => {
    await repository.add('chore', { labels: ['ci_x'] });
    await repository.add('bug', { kind: 'bug', labels: ['ciax', 'ui'] });
    await repository.add('marked bug', { kind: 'bug', labels: ['ci_x'] });
    expect((await repository.ok(queueNext, { kind: 'bug', label: 'CI_x' })).item.title).toBe('marked bug');
    expect((await repository.refused(queueNext, { kind: 'bug', label: 'ci_x' })).message).toContain(
      '(kind: bug, label: ci_x)',
    );
    expect((await repository.ok(queueNext, { label: 'ci_x' })).item.title).toBe('chore');
    expect((await repository.ok(queueNext, { kind: 'bug' })).item.title).toBe('bug');
  });

  it('gives each of many who ask at once another item', { retry: 0 }, async () => {
    for (let count = 0; count < 20; count += 1) await repository.add(`item ${count}`);
    const claims = await Promise.all(
      Array.from({ length: 20 }, (_, index) => repository.ok(queueNext, {}, { ...agent, name: `agent-${index}` })),
    );
    expect(new Set(claims.map(claim => claim.item.ref)).size).toBe(20);
    expect((await repository.call(queueNext, {})) as object).toMatchObject({ code: 'nothing_ready' });
  });
});
