import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { otherAgent, TestRepository } from '../../../test/support/testRepository.js';
import { repositoryStatus } from '../repository/repositoryStatus.js';
import { queueClaim } from './queueClaim.js';
import { queueDepend } from './queueDepend.js';
import { queueEdit } from './queueEdit.js';
import { queueHeartbeat } from './queueHeartbeat.js';
import { queueList } from './queueList.js';
import { queueNext } from './queueNext.js';
import { queueReady } from './queueReady.js';
import { queueResolve } from './queueResolve.js';
import { queueShow } from './queueShow.js';

const minute = 60_000;
let repository: TestRepository;
beforeEach(() => {
  repository = new TestRepository();
});
afterEach(() => repository.close());

const listed = async (section: 'ready' | 'blocked' | 'scheduled' | 'in_flight', order: 'queue' | 'updated') =>
  (await repository.ok(queueList, { section, order })).items.map(item => item.ref);

describe('a claim that ran out on an item given dependencies meanwhile', () => {
  beforeEach(async () => {
    await repository.add('Work');
    await repository.ok(queueClaim, { id: 'W-1', lease: '10m' });
  });

  it('is blocked by what it waits for, and handed out once that is done', async () => {
    await repository.add('First', { id: 'first' });
    await repository.ok(queueDepend, { id: 'W-1', dependsOn: ['first'] });
    expect((await repository.ok(queueShow, { id: 'W-1' })).item.section).toBe('in_flight');

    repository.now += 10 * minute;
    expect((await repository.ok(queueShow, { id: 'W-1' })).item).toMatchObject({
      section: 'blocked',
      leaseExpired: true,
    });
    expect((await repository.ok(queueReady, {})).items.map(item => item.ref)).toEqual(['W-2']);
    for (const order of ['queue', 'updated'] as const) {
      expect(await listed('ready', order)).toEqual(['W-2']);
      expect(await listed('blocked', order)).toEqual(['W-1']);
      expect(await listed('in_flight', order)).toEqual([]);
      expect(await listed('scheduled', order)).toEqual([]);
    }
    const { counts } = await repository.ok(repositoryStatus, {});
    expect(counts).toMatchObject({ ready: 1, blocked: 1, in_flight: 0, scheduled: 0 });
    expect((await repository.ok(queueNext, {}, otherAgent)).item.ref).toBe('W-2');
    expect(await repository.refused(queueNext, {}, otherAgent)).toMatchObject({ code: 'nothing_ready' });
    expect(await repository.refused(queueClaim, { id: 'W-1' }, otherAgent)).toMatchObject({
      code: 'transition_not_allowed',
      details: { blockedBy: ['W-2'] },
    });

    await repository.ok(queueResolve, { id: 'W-2', status: 'done' }, otherAgent);
    expect(await repository.ok(queueNext, {}, otherAgent)).toMatchObject({
      item: { ref: 'W-1', token: 2 },
      takeover: true,
      previousOwner: 'codex',
    });
  });

  it('is scheduled until its time, and the queue says when that is', async () => {
    await repository.ok(queueEdit, { id: 'W-1', notBefore: '2026-11-02T11:00:00Z' });
    // The lease runs out at 10:10, which frees nothing.
    expect(await repository.refused(queueNext, {}, otherAgent)).toMatchObject({
      details: { nextChangeAt: '2026-11-02T11:00:00.000Z' },
    });
    expect((await repository.ok(repositoryStatus, {})).nextChangeAt).toBe('2026-11-02T10:10:00.000Z');

    repository.now += 10 * minute;
    expect((await repository.ok(queueShow, { id: 'W-1' })).item.section).toBe('scheduled');
    expect((await repository.ok(queueReady, {})).items).toEqual([]);
    expect(await listed('ready', 'updated')).toEqual([]);
    expect(await listed('scheduled', 'queue')).toEqual(['W-1']);
    expect(await listed('scheduled', 'updated')).toEqual(['W-1']);
    expect(await repository.ok(repositoryStatus, {})).toMatchObject({
      counts: { ready: 0, scheduled: 1, in_flight: 0 },
      nextChangeAt: '2026-11-02T11:00:00.000Z',
    });
    expect(await repository.refused(queueNext, {}, otherAgent)).toMatchObject({
      code: 'nothing_ready',
      details: { scheduled: 1, nextChangeAt: '2026-11-02T11:00:00.000Z' },
    });
    expect(await repository.refused(queueClaim, { id: 'W-1' }, otherAgent)).toMatchObject({
      code: 'transition_not_allowed',
      details: { notBefore: '2026-11-02T11:00:00.000Z' },
    });

    repository.now += 50 * minute;
    expect((await repository.ok(queueNext, {}, otherAgent)).item.ref).toBe('W-1');
  });

  it('frees nothing by running out while it is blocked', async () => {
    await repository.add('First');
    await repository.ok(queueDepend, { id: 'W-1', dependsOn: ['W-2'] });
    await repository.ok(queueClaim, { id: 'W-2', lease: '1h' });
    expect(await repository.refused(queueNext, {}, otherAgent)).toMatchObject({
      details: { nextChangeAt: '2026-11-02T11:00:00.000Z' },
    });
  });

  it('can be taken over with reassign all the same', async () => {
    await repository.add('First');
    await repository.ok(queueDepend, { id: 'W-1', dependsOn: ['W-2'] });
    repository.now += 10 * minute;
    expect((await repository.ok(queueClaim, { id: 'W-1', reassign: true }, otherAgent)).item.owner).toBe('claude');
  });
});

describe('a claim that was made under a clock set years ahead', () => {
  const tenYears = 3650 * 24 * 60 * minute;

  beforeEach(async () => {
    await repository.add('Work');
    repository.now += tenYears;
    await repository.ok(queueClaim, { id: 'W-1', lease: '10m' });
  });

  it('counts as run out once the clock is right, in each list, and may be taken over', async () => {
    expect(await listed('in_flight', 'queue')).toEqual(['W-1']);
    repository.now -= tenYears;
    expect((await repository.ok(queueShow, { id: 'W-1' })).item).toMatchObject({
      section: 'ready',
      leaseExpired: true,
    });
    for (const order of ['queue', 'updated'] as const) {
      expect(await listed('ready', order)).toEqual(['W-1']);
      expect(await listed('in_flight', order)).toEqual([]);
    }
    expect((await repository.ok(repositoryStatus, {})).counts).toMatchObject({ ready: 1, in_flight: 0 });
    expect(await repository.ok(queueNext, {}, otherAgent)).toMatchObject({
      item: { ref: 'W-1', token: 2 },
      takeover: true,
    });
  });

  it('holds again with a heartbeat of its holder', async () => {
    await repository.ok(queueHeartbeat, { id: 'W-1' });
    repository.now -= tenYears;
    expect(await repository.ok(queueHeartbeat, { id: 'W-1' })).toMatchObject({
      leaseUntil: '2026-11-02T10:10:00.000Z',
    });
    expect(await listed('in_flight', 'queue')).toEqual(['W-1']);
    expect(await repository.refused(queueClaim, { id: 'W-1' }, otherAgent)).toMatchObject({ code: 'conflict' });
  });
});

describe('a claim that ran out in a worktree with uncommitted files', () => {
  let room: GitTestRepository;
  beforeEach(() => {
    room = new GitTestRepository();
  });
  afterEach(() => room.close());

  it('hands the item over also where git cannot list them', async () => {
    await room.add('Work');
    await room.ok(queueNext, { lease: '10m' });
    room.now += 10 * minute;
    room.write('.git/index', 'no index');
    expect(await room.ok(queueNext, {}, otherAgent)).toMatchObject({ item: { ref: 'W-1' }, takeover: true, left: [] });
  });

  it('lists at most twenty of them for the next holder of the item', async () => {
    await room.add('Work');
    await room.add('Other work');
    room.write('README.md', 'changed\n');
    room.write('new.txt', 'new\n');
    expect(await room.ok(queueNext, { lease: '10m' })).toMatchObject({ takeover: false, left: [] });
    room.now += 10 * minute;
    expect(await room.ok(queueNext, {}, otherAgent)).toMatchObject({
      item: { ref: 'W-1' },
      takeover: true,
      left: ['README.md', 'new.txt'],
    });
    for (let number = 10; number < 40; number += 1) room.write(`more${number}.txt`, 'more\n');
    room.now += 60 * minute;
    const { left } = await room.ok(queueNext, {});
    expect([left.length, left[0], left.at(-1)]).toEqual([20, 'README.md', 'more28.txt']);
  });
});
