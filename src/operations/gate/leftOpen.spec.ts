import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { command, GateScene, reviewer, worker } from '../../../test/support/gateScene.js';
import { newEvent } from '../../domain/event/newEvent.js';
import { findTask } from '../../records/task/taskAccess.js';
import { evidenceRun } from '../evidence/evidenceRun.js';
import { findingFix } from '../finding/findingFix.js';
import { findingRecord } from '../finding/findingRecord.js';
import { gateSteps } from '../gateSteps.js';
import { reviewRecord } from '../review/reviewRecord.js';
import { reviewRequestChanges } from '../review/reviewRequestChanges.js';
import { taskArchive } from '../task/taskArchive.js';
import { taskStart } from '../task/taskStart.js';
import { askGate } from './askGate.js';

let scene: GateScene;
beforeEach(() => {
  scene = new GateScene();
});
afterEach(() => scene.close());

describe('what a task left open', () => {
  const open = ['open_high_finding'];
  const found = async () => {
    await scene.begin('good');
    await scene.ok(
      findingRecord,
      { severity: 'high', path: 'src/a.txt', text: 'Not good enough', task: 'T-1' },
      reviewer,
    );
  };
  const again = () => scene.ok(taskStart, { objective: 'Write a again', light: true, new: true }, worker);
  const prove = async () => {
    await scene.prove();
    await scene.approve();
  };
  /** Archives the task as versions before did. */
  const archiveAsBefore = async (task: string) => {
    await scene.ok(taskArchive, { task }, worker);
    await scene.store.transaction(async transaction => {
      const row = await findTask(transaction, task);
      const payload = { status: row.status };
      await transaction.events.append([newEvent(worker, scene.now, 'task_archived', null, payload, row.id)]);
    });
  };

  it.each<readonly [string, () => Promise<unknown>, string]>([
    [
      'archiving it and starting another on its branch',
      async () => {
        await scene.ok(taskArchive, { task: 'T-1' }, worker);
        await again();
      },
      '1 open high finding of T-1, which was archived before it was done: F-1.',
    ],
    [
      'archiving it, renaming the branch and committing more',
      async () => {
        await scene.ok(taskArchive, { task: 'T-1' }, worker);
        scene.git('branch', '-m', 'feature/renamed');
        await again();
        scene.commit('More', { 'src/b.txt': 'more\n' });
      },
      '1 open high finding of T-1, which was archived before it was done: F-1.',
    ],
    [
      'starting another on a second branch at its commit',
      async () => {
        scene.git('switch', '-q', '-c', 'feature/second');
        await again();
      },
      '1 open high finding of T-1, whose work this branch contains: F-1.',
    ],
    [
      'renaming the branch of the task that goes on',
      async () => {
        scene.git('branch', '-m', 'feature/renamed');
        await again();
      },
      '1 open high finding of T-1, whose work this branch contains: F-1.',
    ],
    [
      'archiving it with an older version',
      async () => {
        await archiveAsBefore('T-1');
        await again();
      },
      '1 open high finding of T-1, which was archived before it was done: F-1.',
    ],
  ])('is not shed by %s', async (_, act, sentence) => {
    await found();
    await act();
    await prove();
    expect(await scene.codes()).toEqual(open);
    expect(await scene.codes('review-ready')).toEqual(open);
    expect(await scene.says('open_high_finding')).toEqual([sentence]);
    expect(await scene.pushes()).toBe(false);
    // What a lane of the new task is asked before it is merged.
    const tip = { branch: scene.git('branch', '--show-current'), commit: scene.git('rev-parse', 'HEAD') };
    const { reasons } = await askGate(scene.context(worker), { gate: 'close-check', task: 'T-2', tip });
    expect(reasons.map(({ code }) => code)).toEqual(open);
    // The call that the gate names closes it.
    const [step] = reasons.flatMap(gateSteps);
    expect([step?.operation.name, step?.input]).toEqual(['finding.fix', { ids: ['F-1'] }]);
    scene.commit('Fix', { 'src/c.txt': 'fixed\n' });
    await scene.ok(findingFix, { ids: ['F-1'] }, worker);
    await prove();
    expect(await scene.codes()).toEqual([]);
  });

  it.each<readonly [string, () => Promise<unknown>, string]>([
    [
      'archiving it and writing its commit anew on a second branch',
      async () => {
        await scene.ok(taskArchive, { task: 'T-1' }, worker);
        scene.git('switch', '-q', '-c', 'feature/again');
        scene.git('commit', '-q', '--amend', '-m', 'Write a anew');
        await again();
      },
      '1 open high finding of T-1, which was archived before it was done: F-1.',
    ],
    [
      'archiving it and writing its commit anew with another content',
      async () => {
        await scene.ok(taskArchive, { task: 'T-1' }, worker);
        scene.git('switch', '-q', '-c', 'feature/again');
        scene.write('src/a.txt', 'good, really\n');
        scene.git('commit', '-q', '--amend', '-a', '-m', 'Write a anew');
        await again();
      },
      '1 open high finding of T-1, which was archived before it was done: F-1.',
    ],
    [
      'writing its commit anew on a second branch',
      async () => {
        scene.git('switch', '-q', '-c', 'feature/again');
        scene.git('commit', '-q', '--amend', '-m', 'Write a anew');
        await again();
      },
      '1 open high finding of T-1, whose work this branch contains: F-1.',
    ],
  ])('is not shed by %s', async (_, act, sentence) => {
    await found();
    await act();
    await prove();
    expect(await scene.codes()).toEqual(open);
    expect(await scene.says('open_high_finding')).toEqual([sentence]);
    expect(await scene.pushes()).toBe(false);
  });

  it('is a request for changes as well, until a review passes', async () => {
    await scene.begin('good');
    await scene.ok(reviewRequestChanges, { comment: 'Say why' }, reviewer);
    await scene.ok(taskArchive, { task: 'T-1' }, worker);
    await again();
    await scene.prove();
    expect(await scene.codes()).toEqual(['changes_requested', 'review_missing']);
    expect(await scene.says('changes_requested')).toEqual(['claude requested changes in V-1.']);
    await scene.approve();
    expect(await scene.codes()).toEqual([]);
  });

  it('is that its authors do not review it', async () => {
    await scene.begin('good');
    await scene.ok(taskArchive, { task: 'T-1' }, worker);
    await scene.ok(taskStart, { objective: 'Write a again', light: true, new: true }, reviewer);
    await scene.ok(evidenceRun, { command: [command] }, reviewer);
    await scene.ok(reviewRecord, { verdict: 'pass' }, worker);
    expect(await scene.codes()).toEqual(['review_not_independent']);
  });

  it('is nothing where it was archived by an older version without a high finding', async () => {
    await scene.begin('good');
    await scene.ok(
      findingRecord,
      { severity: 'medium', path: 'src/a.txt', text: 'Could be better', task: 'T-1' },
      reviewer,
    );
    await archiveAsBefore('T-1');
    await again();
    await prove();
    expect(await scene.codes()).toEqual([]);
  });

  it('is nothing where nothing is open, and where the work has nothing of it', async () => {
    await scene.begin('good');
    await scene.ok(taskArchive, { task: 'T-1' }, worker);
    await again();
    await prove();
    expect(await scene.codes()).toEqual([]);
    await scene.ok(
      findingRecord,
      { severity: 'high', path: 'src/a.txt', text: 'Not good enough', task: 'T-2' },
      reviewer,
    );
    scene.git('switch', '-q', '-c', 'feature/other', 'main');
    await scene.ok(taskStart, { objective: 'Something else', light: true, new: true }, worker);
    scene.commit('Other', { 'src/a.txt': 'good too\n' });
    await prove();
    expect(await scene.codes()).toEqual([]);
  });
});
