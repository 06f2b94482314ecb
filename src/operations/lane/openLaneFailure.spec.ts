import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { at, laneOf, nothingOf } from '../../../test/support/openLaneTraces.js';
import type { Context } from '../../records/context.js';
import { invoke } from '../invoke.js';
import { laneList } from './laneList.js';
import { laneRepair } from './laneRepair.js';
import { workerSpawn } from './worker/workerSpawn.js';

let repo: LaneTestRepository;

beforeEach(() => {
  repo = new LaneTestRepository();
});

afterEach(() => repo.close());

/** Each call that a lane is opened by, and the step it belongs to. */
const calls = [
  ['fetch', 'trees.fetch', 1],
  ['branch', 'trees.createBranch', 1],
  ['worktree', 'trees.addTree', 1],
  ['context', 'trees.exclude', 1],
  ['context', 'trees.writeFiles', 1],
  ['kit', 'machine.arePortsFree', 1],
  ['kit', 'trees.writeFiles', 2],
] as const;

/** A context whose store does something else with transactions. */
function withTransaction(transaction: Context['store']['transaction']): Context {
  const context = repo.context();
  const { store } = context;
  const other: Context['store'] = {
    heartbeats: store.heartbeats,
    maintenance: store.maintenance,
    health: () => store.health(),
    create: () => store.create(),
    read: callback => store.read(callback),
    readArchived: callback => store.readArchived(callback),
    transaction,
    commitMark: () => store.commitMark(),
    textIndex: name => store.textIndex(name),
    onDidChange: listener => store.onDidChange(listener),
    close: () => store.close(),
  };
  return { ...context, store: other };
}

describe('a step that fails', () => {
  for (const moment of ['before', 'after'] as const) {
    it.each(calls)(`${moment} its work (%s, %s %d) leaves nothing`, async (step, call, nth) => {
      at(repo, call, nth, moment, () => {
        throw new Error('the disk is on fire');
      });
      const refusal = await repo.refused(workerSpawn, { lane: 'login' });
      expect(refusal).toMatchObject({ code: 'conflict', details: { step } });
      expect(refusal.message).toMatch(/^Could not open login: .+ failed: the disk is on fire$/);
      expect(repo.traces()).toEqual(nothingOf(repo));
      repo.interfere = () => undefined;
      expect(await repo.spawn('login')).toMatchObject({ ref: 'L-1', state: 'ASSIGNED' });
    });
  }

  it('leaves nothing when the lane cannot be written', async () => {
    const context = withTransaction(() => Promise.reject(new Error('the disk is full')));
    expect(await invoke(workerSpawn, context, { lane: 'login' })).toMatchObject({
      message: 'Could not open login: recording the lane failed: the disk is full',
      details: { step: 'row' },
    });
    expect(repo.traces()).toEqual(nothingOf(repo));
    expect(await repo.ok(laneList, { all: true })).toEqual({ lanes: [] });
  });

  it('leaves a whole lane when it was written and nobody knew', async () => {
    const context = withTransaction(async callback => {
      await repo.store.transaction(callback);
      throw new Error('the line went dead');
    });
    await invoke(workerSpawn, context, { lane: 'login' });
    expect(repo.traces()).toEqual(laneOf(repo));
    expect((await repo.ok(laneList, {})).lanes).toMatchObject([{ lane: 'login', state: 'ASSIGNED' }]);
  });

  it('leaves a branch alone that someone else created at the same moment', async () => {
    at(repo, 'trees.createBranch', 1, 'before', () => void repo.git('branch', 'feature/login'));
    const refusal = await repo.refused(workerSpawn, { lane: 'login' });
    expect(refusal.message).toMatch(/^Could not open login: creating the branch failed: fatal: .*already exists/);
    expect(repo.traces()).toEqual({ ...nothingOf(repo), branches: ['feature/login', 'main'] });
  });

  it('leaves nothing when it is called off', async () => {
    const stop = new AbortController();
    repo.signal = stop.signal;
    at(repo, 'trees.addTree', 1, 'after', () => stop.abort());
    expect(await repo.refused(workerSpawn, { lane: 'login' })).toMatchObject({
      code: 'timed_out',
      message: 'Opening login was stopped before writing the context file.',
    });
    expect(repo.traces()).toEqual(nothingOf(repo));
  });
});

describe('the end of the process that opens a lane', () => {
  for (const moment of ['before', 'after'] as const) {
    it.each([...calls, ['begin', 'journeys.begin', 1], ['row', 'journeys.write', 6]] as const)(
      `${moment} its work (%s, %s %d) leaves nothing once it is repaired`,
      async (_step, call, nth) => {
        const reached = repo.hangsAt(call, moment, nth);
        void repo.call(workerSpawn, { lane: 'login' });
        await reached;
        repo.interfere = () => undefined;
        repo.judge = () => 'alive';
        const { settled } = await repo.ok(laneRepair, {});
        expect(settled.map(({ outcome }) => outcome)).toEqual(
          call === 'journeys.begin' && moment === 'before' ? [] : ['running'],
        );
        repo.judge = () => 'dead';
        await repo.ok(laneRepair, {});
        expect(repo.traces()).toEqual(nothingOf(repo));
        expect(await repo.spawn('login')).toMatchObject({ ref: 'L-1', state: 'ASSIGNED' });
      },
    );
  }

  it('leaves a whole lane once it was written', async () => {
    const reached = repo.hangsAt('journeys.remove', 'before');
    void repo.call(workerSpawn, { lane: 'login' });
    await reached;
    repo.interfere = () => undefined;
    repo.judge = () => 'dead';
    expect((await repo.ok(laneRepair, {})).settled).toEqual([{ lane: 'login', outcome: 'finished', notes: [] }]);
    expect(repo.traces()).toEqual(laneOf(repo));
  });

  it('is seen by the next who opens it, who need not repair first', async () => {
    const reached = repo.hangsAt('trees.addTree', 'after');
    void repo.call(workerSpawn, { lane: 'login' });
    await reached;
    repo.interfere = () => undefined;
    repo.judge = () => 'alive';
    expect(await repo.refused(workerSpawn, { lane: 'login' })).toMatchObject({
      message: 'login is being opened or closed by another process.',
    });
    repo.judge = () => 'dead';
    await repo.spawn('login');
    expect(repo.traces()).toEqual(laneOf(repo));
  });

  it('is undone only once if several processes find it, and a lane opened again is not undone', async () => {
    const directory = `${repo.repository}.worktrees/login`;
    const commit = repo.git('rev-parse', 'main');
    repo.git('worktree', 'add', '-q', '-b', 'feature/login', directory);
    const left = {
      version: 1,
      lane: 'login',
      laneId: '01HZZZZZZZZZZZZZZZZZZZZZZZ',
      startedAt: 1,
      step: 'kit',
      process: 'gone',
      branch: { name: 'feature/login', commit },
      directory,
      files: null,
      abandoned: false,
    };
    const intentLogs = repo.context().lanes?.intentLogs;
    await intentLogs?.begin('login', JSON.stringify(left));
    repo.judge = process => (process === 'gone' ? 'dead' : 'alive');
    const discards: string[] = [];
    repo.interfere = (call, when) => {
      if (call === 'trees.discard') discards.push(when);
    };
    const repairs = await Promise.all([1, 2, 3, 4].map(() => repo.ok(laneRepair, {})));
    expect(discards).toEqual(['before', 'after']);
    const outcomes = repairs.flatMap(({ settled }) => settled.map(({ outcome }) => outcome));
    expect(outcomes.filter(outcome => outcome !== 'running')).toEqual(['undone']);
    expect(repo.traces()).toEqual(nothingOf(repo));
    await repo.spawn('login');
    expect(repo.traces()).toEqual(laneOf(repo));
  });

  it('is undone later where it could not be undone now', async () => {
    const stop = repo.hangsAt('trees.addTree', 'after');
    void repo.call(workerSpawn, { lane: 'login' });
    await stop;
    repo.judge = () => 'dead';
    at(repo, 'trees.discard', 1, 'before', () => {
      throw new Error('the disk is on fire');
    });
    expect((await repo.ok(laneRepair, {})).settled).toEqual([
      { lane: 'login', outcome: 'stuck', notes: ['It could not be finished: the disk is on fire'] },
    ]);
    repo.interfere = () => undefined;
    repo.judge = () => 'alive';
    expect((await repo.ok(laneRepair, {})).settled).toMatchObject([{ lane: 'login', outcome: 'undone' }]);
    expect(repo.traces()).toEqual(nothingOf(repo));
  });

  it('says so where it could be neither finished nor undone, and names the repair', async () => {
    repo.interfere = (call, moment) => {
      if (call === 'trees.exclude' && moment === 'before') throw new Error('no space left');
      if (call === 'trees.discard' && moment === 'before') throw new Error('still no space left');
    };
    expect(await repo.refused(workerSpawn, { lane: 'login' })).toMatchObject({
      code: 'conflict',
      hint: 'The partial changes could not be undone (still no space left) and are still there. Once that is fixed, finish undoing them.',
      next: [{ operation: 'lane.repair', input: {} }],
    });
    repo.interfere = () => undefined;
    expect((await repo.ok(laneRepair, {})).settled).toMatchObject([{ lane: 'login', outcome: 'undone' }]);
    expect(repo.traces()).toEqual(nothingOf(repo));
  });

  it('loses nothing that somebody wrote in the worktree meanwhile', async () => {
    const reached = repo.hangsAt('trees.exclude', 'after');
    void repo.call(workerSpawn, { lane: 'login' });
    await reached;
    repo.interfere = () => undefined;
    repo.judge = () => 'dead';
    writeFileSync(`${repo.repository}.worktrees/login/README.md`, 'changed\n');
    const { settled } = await repo.ok(laneRepair, {});
    const [rescue] = repo.traces().rescues;
    expect(rescue).toMatch(/^refs\/stateroom\/rescue\/login\//);
    expect(settled).toEqual([
      {
        lane: 'login',
        outcome: 'undone',
        notes: [`The files of ${repo.repository}.worktrees/login are backed up as ${rescue}.`],
      },
    ]);
    expect(repo.git('show', `${rescue}:files/README.md`)).toBe('changed');
    expect(repo.traces()).toEqual({ ...nothingOf(repo), rescues: [rescue] });
  });
});
