import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { otherAgent } from '../../../test/support/testRepository.js';
import { queueClaim } from '../queue/queueClaim.js';
import { queueResolve } from '../queue/queueResolve.js';
import { queueShow } from '../queue/queueShow.js';
import { taskStart } from '../task/taskStart.js';
import { findingFix } from './findingFix.js';
import { findingList } from './findingList.js';
import { findingMerge } from './findingMerge.js';
import { findingRecord } from './findingRecord.js';
import { findingReopen } from './findingReopen.js';
import { findingShow } from './findingShow.js';
import { findingWontfix } from './findingWontfix.js';
import { findingWorkItem } from './findingWorkItem.js';

let repository: GitTestRepository;
beforeEach(() => {
  repository = new GitTestRepository();
});
afterEach(() => repository.close());

async function record(task: string, text: string, more: object = {}): Promise<string> {
  const { finding } = await repository.ok(findingRecord, { severity: 'high', path: 'README.md', text, task, ...more });
  return finding.ref;
}

async function statusOfItems(): Promise<string[]> {
  const found: string[] = [];
  for (const id of ['W-1', 'W-2', 'W-3', 'W-4']) found.push((await repository.ok(queueShow, { id })).item.status);
  return found;
}

describe('a work item from a finding', () => {
  it('is made once and linked both ways', async () => {
    await repository.task('one');
    await record('one', 'The retry\nnever ends', { line: '2', fix: 'Count them' });
    const made = await repository.ok(findingWorkItem, { id: 'F-1', labels: ['review'] });
    expect(made).toMatchObject({
      inserted: true,
      item: {
        ref: 'W-1',
        title: 'Fix F-1: The retry never ends',
        kind: 'finding',
        priority: 1,
        labels: ['review'],
        payload: {
          finding: 'F-1',
          path: 'README.md',
          line: 2,
          severity: 'high',
          text: 'The retry\nnever ends',
          fix: 'Count them',
        },
      },
      finding: { workItem: 'W-1', status: 'open', revision: 2 },
    });
    expect(await repository.ok(findingWorkItem, { id: 'F-1', priority: 4 }, otherAgent)).toMatchObject({
      inserted: false,
      item: { ref: 'W-1', priority: 1 },
    });
    repository.commit('Fix', { 'README.md': 'one\n' });
    await repository.ok(findingFix, { ids: ['F-1'] });
    const { events } = await repository.ok(queueShow, { id: 'W-1' });
    expect(events.map(({ type }) => type)).toEqual([
      'work_item_resolved',
      'finding_fixed',
      'finding_queued',
      'work_item_created',
    ]);
  });

  it('ends with the finding, and is reopened with it', async () => {
    await repository.task('one');
    for (const text of ['one', 'two', 'three', 'four'])
      await repository.ok(findingWorkItem, { id: await record('one', text) });
    repository.commit('Fix', { 'README.md': 'one\n' });
    await repository.ok(queueClaim, { id: 'W-2' }, otherAgent);
    await repository.ok(taskStart, { workItem: 'W-3', here: true });
    await repository.ok(findingFix, { ids: ['F-1', 'F-2'] });
    await repository.ok(findingWontfix, { ids: ['F-3', 'F-4'], note: 'no' });
    // W-2 is someone else's, and W-3 ends with its task.
    expect(await statusOfItems()).toEqual(['done', 'in_flight', 'in_flight', 'cancelled']);
    await repository.ok(findingReopen, { ids: ['F-1', 'F-4'], reason: 'came back' });
    await repository.ok(findingReopen, { ids: ['F-2', 'F-3'], reason: 'came back' });
    expect(await statusOfItems()).toEqual(['pending', 'in_flight', 'in_flight', 'pending']);
    await repository.ok(queueResolve, { id: 'W-1', status: 'failed' });
    await repository.ok(findingWontfix, { ids: ['F-1'], note: 'no' });
    await repository.ok(findingReopen, { ids: ['F-1'], reason: 'came back' });
    // What failed by itself did not end with the finding.
    expect((await statusOfItems())[0]).toBe('failed');
  });

  it('weighs as the finding does, and is not made for one that has ended', async () => {
    await repository.task('one');
    await record('one', 'low one', { severity: 'low' });
    await record('one', 'medium one', { severity: 'medium' });
    expect((await repository.ok(findingWorkItem, { id: 'F-1' })).item.priority).toBe(3);
    expect((await repository.ok(findingWorkItem, { id: 'F-2', priority: 0 })).item.priority).toBe(0);
    await record('one', 'not to be');
    await repository.ok(findingWontfix, { ids: ['F-3'], note: 'no' });
    expect(await repository.refused(findingWorkItem, { id: 'F-3' })).toMatchObject({
      code: 'transition_not_allowed',
      message: 'F-3 is marked as won’t fix, so there is nothing left to do.',
    });
  });
});

describe('merging findings of tasks', () => {
  beforeEach(async () => {
    await repository.task('main');
    await repository.task('left');
    await repository.task('right');
  });

  it('copies them with their history, and again changes nothing', async () => {
    await record('left', 'open one', { id: 'mine' });
    await record('left', 'fixed one');
    repository.commit('Fix', { 'README.md': 'one\n' });
    await repository.ok(findingFix, { ids: ['F-2'], note: 'done' });
    await repository.ok(findingReopen, { ids: ['F-2'], reason: 'came back' });
    await repository.ok(findingFix, { ids: ['F-2'], note: 'done again' });
    await record('right', 'another', {}).then(ref => repository.ok(findingWontfix, { ids: [ref], note: 'no' }));
    const done = await repository.ok(findingMerge, { from: ['left', 'T-3'], task: 'main' }, otherAgent);
    expect(
      done.findings.map(({ ref, task, key, status, note, reopenCount, reopenReason, mergedFrom, actor }) => ({
        ref,
        task,
        key,
        status,
        note,
        reopenCount,
        reopenReason,
        mergedFrom,
        actor,
      })),
    ).toEqual([
      {
        ref: 'F-4',
        task: 'T-1',
        key: 'mine',
        status: 'open',
        note: null,
        reopenCount: 0,
        reopenReason: null,
        mergedFrom: ['F-1'],
        actor: 'codex',
      },
      {
        ref: 'F-5',
        task: 'T-1',
        key: null,
        status: 'fixed',
        note: 'done again',
        reopenCount: 1,
        reopenReason: 'came back',
        mergedFrom: ['F-2'],
        actor: 'codex',
      },
      {
        ref: 'F-6',
        task: 'T-1',
        key: null,
        status: 'wontfix',
        note: 'no',
        reopenCount: 0,
        reopenReason: null,
        mergedFrom: ['F-3'],
        actor: 'codex',
      },
    ]);
    const before = await repository.dump();
    expect(await repository.ok(findingMerge, { from: ['left', 'right'], task: 'main' })).toEqual({
      merged: 0,
      known: 3,
      findings: [],
    });
    expect(await repository.dump()).toBe(before);
  });

  it('leaves what the task has decided itself', async () => {
    await record('main', 'the same');
    await repository.ok(findingWontfix, { ids: ['F-1'], note: 'decided here' });
    await record('left', 'The same.');
    expect(await repository.ok(findingMerge, { from: ['left'], task: 'main' })).toMatchObject({ merged: 0, known: 1 });
    expect((await repository.ok(findingShow, { id: 'F-1' })).finding).toMatchObject({
      status: 'wontfix',
      note: 'decided here',
      mergedFrom: ['F-2'],
    });
    repository.commit('Fix', { 'README.md': 'one\n' });
    await repository.ok(findingFix, { ids: ['F-2'] });
    await repository.ok(findingMerge, { from: ['left'], task: 'main' });
    expect((await repository.ok(findingShow, { id: 'F-1' })).finding.status).toBe('wontfix');
  });

  it('takes the open one where two tasks say the same', async () => {
    await record('left', 'the same');
    repository.commit('Fix', { 'README.md': 'one\n' });
    await repository.ok(findingFix, { ids: ['F-1'] });
    await record('right', 'the same');
    const { findings } = await repository.ok(findingMerge, { from: ['left', 'right'], task: 'main' });
    expect(findings).toMatchObject([{ ref: 'F-3', status: 'open', mergedFrom: ['F-2', 'F-1'] }]);
    expect((await repository.ok(findingList, { task: 'main' })).findings).toHaveLength(1);
  });

  it('needs other tasks', async () => {
    expect((await repository.refused(findingMerge, { from: ['main'], task: 'main' })).message).toBe(
      'T-1 (main) cannot be merged into itself.',
    );
    expect((await repository.refused(findingMerge, { from: ['gone'], task: 'main' })).code).toBe('not_found');
    expect((await repository.refused(findingMerge, { from: ['left'] })).code).toBe('ambiguous');
  });
});
