import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { person } from '../../../test/support/testRepository.js';
import type { Lane } from '../../domain/lane/lane.js';
import { waitsFor } from '../../domain/lane/laneWait.js';
import { invoke } from '../invoke.js';
import { workerApprove } from './worker/workerApprove.js';
import { workerCancel } from './worker/workerCancel.js';
import { workerDone } from './worker/workerDone.js';
import { workerFail } from './worker/workerFail.js';
import { workerMerge } from './worker/workerMerge.js';
import { workerRestore } from './worker/workerRestore.js';
import { workerRetry } from './worker/workerRetry.js';
import { workerShow } from './worker/workerShow.js';
import { workerStart } from './worker/workerStart.js';

let repository: LaneTestRepository;

beforeEach(() => {
  repository = new LaneTestRepository();
});

afterEach(() => repository.close());

async function work(lane: Lane): Promise<void> {
  await repository.ok(workerStart, { lane: lane.lane });
  writeFileSync(join(lane.worktreePath, `${lane.lane}.txt`), `${lane.lane}\n`);
  repository.gitIn(lane, 'add', '--all');
  repository.gitIn(lane, 'commit', '-q', '-m', `Do ${lane.lane}`);
  await repository.ok(workerDone, { lane: lane.lane });
  await repository.ok(workerApprove, { lane: lane.lane }, person);
}

describe('a chain of lanes', () => {
  it('starts each one when all that it waits for is merged, with that in its worktree', async () => {
    const one = await repository.spawn('one');
    const two = await repository.spawn('two');
    const both = await repository.spawn('both', { after: ['one', 'two'] });
    const last = await repository.spawn('last', { after: ['both'] });
    expect(both).toMatchObject({
      status: 'planned',
      after: ['one', 'two'],
      waitsFor: [
        { lane: 'one', stuck: false, ended: false, text: 'L-1 (one) is assigned' },
        { lane: 'two', stuck: false, ended: false, text: 'L-2 (two) is assigned' },
      ],
    });
    await work(one);
    expect(await repository.ok(workerMerge, { lane: 'one' }, person)).toMatchObject({ freed: [] });
    expect(await repository.refused(workerStart, { lane: 'both' })).toMatchObject({
      code: 'transition_not_allowed',
      message: 'L-3 (both) cannot start yet: L-2 (two) is assigned.',
      hint: 'It can start once that is merged.',
    });
    await work(two);
    expect(await repository.ok(workerMerge, { lane: 'two' }, person)).toMatchObject({ freed: ['both'] });
    expect(existsSync(join(both.worktreePath, 'one.txt'))).toBe(false);
    expect(await repository.ok(workerStart, { lane: 'both' })).toMatchObject({ state: 'WORKING', status: 'active' });
    expect(['one.txt', 'two.txt'].map(name => existsSync(join(both.worktreePath, name)))).toEqual([true, true]);
    expect(await repository.refused(workerStart, { lane: 'last' })).toMatchObject({
      message: 'L-4 (last) cannot start yet: L-3 (both) is working.',
    });
    expect(await repository.ok(workerShow, { lane: 'last' })).toMatchObject({
      status: 'planned',
      worker: { agent: null },
    });
    expect(last.waitsFor).toHaveLength(1);
  });

  it('says that it is stuck when what it waits for failed, and goes on when that is mended', async () => {
    const one = await repository.spawn('one');
    await repository.spawn('two', { after: ['one'] });
    await repository.ok(workerStart, { lane: 'one' });
    await repository.ok(workerFail, { lane: 'one', reason: 'No access' });
    expect(await repository.refused(workerStart, { lane: 'two' })).toMatchObject({
      message: 'L-2 (two) cannot start yet: L-1 (one) failed (No access).',
      hint: 'It can start once that is merged.',
      next: [{ operation: 'worker.show', input: { lane: 'one' } }],
    });
    expect(await repository.ok(workerShow, { lane: 'two' })).toMatchObject({
      status: 'planned',
      waitsFor: [{ lane: 'one', stuck: true, text: 'L-1 (one) failed (No access)' }],
    });
    await repository.ok(workerRetry, { lane: 'one' }, person);
    await work(one);
    expect(await repository.ok(workerMerge, { lane: 'one' }, person)).toMatchObject({ freed: ['two'] });
  });

  it('waits again when it was cancelled and restored meanwhile, and so does what waits for it', async () => {
    await repository.spawn('one');
    await repository.spawn('two', { after: ['one'] });
    await repository.spawn('three', { after: ['two'] });
    await repository.ok(workerCancel, { lane: 'two' }, person);
    expect(await repository.refused(workerStart, { lane: 'three' })).toMatchObject({
      message: 'L-3 (three) cannot start yet: L-2 (two) was cancelled.',
    });
    await repository.ok(workerRestore, { lane: 'two' }, person);
    expect(await repository.refused(workerStart, { lane: 'two' })).toMatchObject({
      message: 'L-2 (two) cannot start yet: L-1 (one) is assigned.',
    });
    expect(await repository.refused(workerStart, { lane: 'three' })).toMatchObject({
      message: 'L-3 (three) cannot start yet: L-2 (two) is assigned.',
    });
  });

  it('leaves work alone that somebody began before it was free', async () => {
    const one = await repository.spawn('one');
    const two = await repository.spawn('two', { after: ['one'] });
    await work(one);
    await repository.ok(workerMerge, { lane: 'one' }, person);
    writeFileSync(join(two.worktreePath, 'README.md'), 'mine\n');
    const tip = repository.gitIn(two, 'rev-parse', 'HEAD');
    expect(await repository.ok(workerStart, { lane: 'two' })).toMatchObject({ state: 'WORKING' });
    expect(repository.gitIn(two, 'rev-parse', 'HEAD')).toBe(tip);
    expect(repository.gitIn(two, 'status', '--porcelain')).toBe('M README.md');
  });

  it('leaves another branch alone that is checked out in its worktree', async () => {
    const one = await repository.spawn('one');
    const two = await repository.spawn('two', { after: ['one'] });
    await work(one);
    await repository.ok(workerMerge, { lane: 'one' }, person);
    repository.gitIn(two, 'switch', '-q', '-c', 'mine');
    const mine = repository.gitIn(two, 'rev-parse', 'mine');
    await repository.ok(workerStart, { lane: 'two' });
    expect(repository.gitIn(two, 'rev-parse', 'mine')).toBe(mine);
  });

  it('goes on where it stood in another process', async () => {
    const one = await repository.spawn('one');
    await repository.spawn('two', { after: ['one'] });
    await work(one);
    const other = repository.openStore();
    try {
      const context = (actor = person) => ({ ...repository.context(actor), store: other });
      expect(await invoke(workerStart, context(), { lane: 'two' })).toMatchObject({
        message: 'L-2 (two) cannot start yet: L-1 (one) is approved.',
      });
      expect(await invoke(workerMerge, context(), { lane: 'one' })).toMatchObject({ freed: ['two'] });
    } finally {
      await other.close();
    }
    expect(await repository.ok(workerStart, { lane: 'two' })).toMatchObject({ state: 'WORKING' });
  });
});

describe('what a lane waits for', () => {
  const lane = { number: 1, name: 'login', status: 'active', close_reason: null } as const;
  const worker = { state: 'WORKING', cancelled: 0, reason: null } as const;
  const goesOn = { stuck: false, ended: false };
  const stuck = { stuck: true, ended: false };
  const ended = { stuck: true, ended: true };
  it.each([
    [{ lane: { ...lane, status: 'merged' }, worker: { ...worker, state: 'COMPLETED' } }, undefined, undefined],
    [{ lane, worker }, goesOn, 'L-1 (login) is working'],
    [{ lane, worker: undefined }, goesOn, 'L-1 (login) is active'],
    [{ lane, worker: { ...worker, state: 'FAILED' } }, stuck, 'L-1 (login) failed'],
    [{ lane, worker: { ...worker, state: 'FAILED', reason: 'No access' } }, stuck, 'L-1 (login) failed (No access)'],
    [
      {
        lane: { ...lane, status: 'closed', close_reason: 'cancelled' },
        worker: { ...worker, state: 'FAILED', cancelled: 1 },
      },
      ended,
      'L-1 (login) was cancelled',
    ],
    [
      { lane: { ...lane, status: 'closed', close_reason: 'abandoned' }, worker },
      ended,
      'L-1 (login) was closed (abandoned)',
    ],
  ] as const)('%j: %j, %j', (parent, traits, text) => {
    expect(waitsFor([parent])).toEqual(text === undefined ? [] : [{ lane: 'login', ...traits, text }]);
  });
});
