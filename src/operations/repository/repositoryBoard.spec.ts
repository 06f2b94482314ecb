import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LaneTestRepository } from '../../../test/support/laneTestRepository.js';
import { agent, otherAgent, person } from '../../../test/support/testRepository.js';
import type { BoardCard } from '../../reports/boardReport.js';
import { evidenceRecord } from '../evidence/evidenceRecord.js';
import { evidenceRun } from '../evidence/evidenceRun.js';
import { workerDone } from '../lane/worker/workerDone.js';
import { workerStart } from '../lane/worker/workerStart.js';
import { queueAnnotate } from '../queue/queueAnnotate.js';
import { queueAsk } from '../queue/queueAsk.js';
import { queueClaim } from '../queue/queueClaim.js';
import { queueResolve } from '../queue/queueResolve.js';
import { taskContext } from '../task/taskContext.js';
import { taskHandOver } from '../task/taskHandOver.js';
import { taskStart } from '../task/taskStart.js';
import { repositoryBoard } from './repositoryBoard.js';

let repository: LaneTestRepository;

beforeEach(() => {
  repository = new LaneTestRepository();
});

afterEach(() => repository.close());

const refs = (cards: readonly BoardCard[]): string[] =>
  cards.map(({ ref, needs }) => [ref, ...needs.map(({ kind }) => kind)].join(' '));

async function board() {
  const { columns, waiting, counts } = await repository.ok(repositoryBoard, {}, person);
  const { ready, working, review, done } = columns;
  return {
    needsYou: counts.needs_you,
    ready: refs(ready.cards),
    working: refs(working.cards),
    review: refs(review.cards),
    done: refs(done.cards),
    waiting: refs(waiting.cards),
  };
}

describe('repository.board', () => {
  it('is empty where no store is, and makes none', async () => {
    expect(await board()).toEqual({ needsYou: 0, ready: [], working: [], review: [], done: [], waiting: [] });
    expect((await repository.store.health()).state).toBe('absent');
  });

  it('keeps the lane and its checks on the card of an item that asks, without the event that is the question', async () => {
    const limit = await repository.add('Limit the rate of logins');
    const lane = await repository.spawn(limit.ref);
    await repository.ok(workerStart, { lane: lane.lane });
    repository.now += 1000;
    await repository.ok(queueAsk, { id: limit.ref, question: '5 or 10 logins a minute?' });
    const { columns } = await repository.ok(repositoryBoard, {}, person);
    expect(columns.working.cards.map(({ ref, lane: own, laneName, last }) => [ref, own, laneName, last])).toEqual([
      ['W-1', 'L-1', lane.lane, null],
    ]);
  });

  it('has each piece of work once, in the column of its state, and what asks on top of it', async () => {
    const limit = await repository.add('Limit the rate of logins');
    const cart = await repository.add('Keep the cart');
    const search = await repository.add('Search in titles');
    const paint = await repository.add('Paint');
    await repository.add('After the cart', { dependsOn: [cart.ref] });
    await repository.add('Tomorrow', { notBefore: '+1d' });
    await repository.add('Next', { priority: 0 });
    await repository.add('Later');
    await repository.ok(queueClaim, { id: paint.ref });
    await repository.ok(queueResolve, { id: paint.ref, status: 'done' });
    repository.now += 1000;
    await repository.ok(queueClaim, { id: cart.ref });
    repository.now += 1000;
    await repository.ok(queueClaim, { id: limit.ref });
    await repository.ok(queueAsk, { id: limit.ref, question: '5 or 10 logins a minute?' });
    const lane = await repository.spawn(search.ref);
    repository.place = lane.worktreePath;
    writeFileSync(join(lane.worktreePath, 'search.ts'), 'export {};\n');
    repository.gitIn(lane, 'add', '.');
    repository.gitIn(lane, 'commit', '-qm', 'Search');
    await repository.ok(workerStart, { lane: lane.lane });
    await repository.ok(workerDone, { lane: lane.lane });
    repository.place = repository.repository;
    expect(await board()).toEqual({
      needsYou: 2,
      ready: ['W-7', 'W-8'],
      working: ['W-1 workItem', 'W-2'],
      review: ['W-3 approval'],
      done: ['W-4'],
      waiting: ['W-5', 'W-6'],
    });
  });

  it('has work that was handed over once, without the agent that let go of it', async () => {
    await repository.add('Limit the rate of logins');
    await repository.add('Keep the cart');
    await repository.add('Paint');
    const lane = await repository.spawn('W-1');
    repository.place = lane.worktreePath;
    await repository.ok(workerStart, {});
    await repository.ok(taskHandOver, { next: 'Its test' });
    expect(await repository.ok(taskContext, {}, otherAgent)).toMatchObject({ item: { ref: 'W-1', heldBy: null } });
    repository.place = repository.repository;
    await repository.ok(queueClaim, { id: 'W-2' });
    await repository.ok(taskHandOver, { next: 'Its test' });
    const { columns, counts } = await repository.ok(repositoryBoard, {}, person);
    const shown = ({ total, cards }: typeof columns.ready) => [
      total,
      cards.map(({ ref, who, role }) => [ref, who, role]),
    ];
    const free = (ref: string) => [ref, null, null];
    expect(shown(columns.ready)).toEqual([2, [free('W-2'), free('W-3')]]);
    expect(shown(columns.working)).toEqual([1, [free('W-1')]]);
    expect(counts).toMatchObject({ ready: 2, in_flight: 1 });
  });

  it('says what a card waits for, who works, what happened last and how the checks ended', async () => {
    const failed = await repository.add('Measure');
    await repository.add('Report', { dependsOn: [failed.ref] });
    await repository.ok(queueResolve, { id: failed.ref, status: 'failed' }, person);
    const { columns, waiting } = await repository.ok(repositoryBoard, {}, person);
    expect(waiting.cards[0]?.waits).toEqual({ until: null, on: [{ ref: 'W-1', status: 'failed' }] });
    expect(columns.done.cards[0]).toMatchObject({ ref: 'W-1', status: 'failed', since: '2026-11-02T10:00:00.000Z' });
    await repository.ok(queueClaim, { id: (await repository.add('Paint')).ref });
    const { columns: later } = await repository.ok(repositoryBoard, {}, person);
    expect(later.working.cards[0]).toMatchObject({ who: agent.name, state: 'in_flight', last: null });
    await repository.ok(queueAnnotate, { id: 'W-3', patch: { colour: 'blue' } });
    const { columns: told } = await repository.ok(repositoryBoard, {}, person);
    expect(told.working.cards[0]?.last).toMatchObject({ type: 'work_item_annotated', actor: agent.name });
  });

  it('marks a check only where Stateroom ran it on the last commit of the branch, and else tells what it is', async () => {
    const item = await repository.add('Limit the rate of logins');
    const lane = await repository.spawn(item.ref);
    repository.place = lane.worktreePath;
    const commit = () => {
      writeFileSync(join(lane.worktreePath, 'limit.ts'), `export const at = ${repository.now};\n`);
      repository.gitIn(lane, 'add', '.');
      repository.gitIn(lane, 'commit', '-qm', 'Limit');
    };
    const checks = async () => {
      repository.now += 1000;
      const { columns } = await repository.ok(repositoryBoard, {}, person);
      return columns.working.cards[0]?.checks;
    };
    await repository.ok(workerStart, { lane: lane.lane });
    const runs = (passed: boolean) =>
      repository.ok(evidenceRun, { command: [process.execPath, '-e', `process.exit(${passed ? 0 : 1})`] });
    const command = (passed: boolean) => expect.stringContaining(`process.exit(${passed ? 0 : 1})`);
    commit();
    await repository.ok(evidenceRecord, { command: 'npm test', passed: true });
    expect(await checks()).toEqual([{ command: 'npm test', passed: true, basis: 'said' }]);
    await repository.ok(evidenceRecord, { command: 'npm test', passed: false, result: '1 failed' });
    expect(await checks()).toEqual([{ command: 'npm test', passed: false, basis: 'said' }]);
    await runs(true);
    await runs(false);
    expect((await checks())?.slice(0, 2)).toEqual([
      { command: command(false), passed: false, basis: 'current' },
      { command: command(true), passed: true, basis: 'current' },
    ]);
    const [, observed] = (await checks()) ?? [];
    // A later word of its agent does not replace it.
    await repository.ok(evidenceRecord, { command: observed?.command ?? '', passed: false });
    expect(await checks()).toContainEqual({ command: command(true), passed: true, basis: 'current' });
    repository.now += 1000;
    commit();
    expect(await checks()).toMatchObject([
      { command: command(true), passed: false, basis: 'said' },
      { command: command(false), passed: false, basis: 'earlier' },
      { command: 'npm test', passed: false, basis: 'said' },
    ]);
  });

  it('has branches that neither a lane nor an active task is on, and leaves them out where git is not to run', async () => {
    const { repository: folder } = repository;
    repository.git('worktree', 'add', '-q', '-b', 'claude/fix', join(folder, '.claude/worktrees/fix'));
    repository.git('worktree', 'add', '-q', '-b', 'by-hand', join(repository.directory, 'by-hand'));
    repository.git('worktree', 'add', '-q', '--detach', join(repository.directory, 'detached'));
    await repository.ok(taskStart, { objective: 'Search in titles' });
    await repository.spawn('docs', { description: 'Describe it' });
    const { elsewhere } = await repository.ok(repositoryBoard, {}, person);
    expect(elsewhere).toEqual([
      { branch: 'by-hand', worktreePath: join(repository.directory, 'by-hand'), maker: null },
      { branch: 'claude/fix', worktreePath: join(folder, '.claude/worktrees/fix'), maker: 'Claude Code' },
    ]);
    const quiet = await repository.ok(repositoryBoard, { noWorktrees: true }, person);
    expect(quiet.elsewhere).toEqual([]);
  });
});
