import { describe, expect, it } from 'vitest';
import {
  attempts,
  author,
  config,
  events,
  exported,
  forgedRun,
  fresh,
  fromServer,
  fromShell,
  marks,
  missing,
  reasons,
  refusedTwice,
  repository,
  robin,
  useRepository,
  worked,
} from '../../../test/support/forgery.js';
import { decisionRecord } from '../../operations/decision/decisionRecord.js';
import { evidenceRun } from '../../operations/evidence/evidenceRun.js';
import { gateCheck } from '../../operations/gate/gateCheck.js';
import { workerApprove } from '../../operations/lane/worker/workerApprove.js';
import { reviewList } from '../../operations/review/reviewList.js';
import { reviewRecord } from '../../operations/review/reviewRecord.js';
import { reviewRequestChanges } from '../../operations/review/reviewRequestChanges.js';
import { reviewStart } from '../../operations/review/reviewStart.js';
import { taskImport } from '../../operations/task/taskImport.js';

useRepository();

describe('an agent makes no review of its own work', () => {
  it('by a name or a variable on the command line', async () => {
    await worked();
    const names = [
      fromShell(marks, 'Boss Lady'),
      fromShell({ ...marks, STATEROOM_ACTOR: 'Robin', STATEROOM_ROLE: 'human', USER: 'robin' }),
      // Without its session, and without any mark of its program: nothing but the name tells them apart.
      fromShell({ CODEX_SANDBOX: 'seatbelt' }, 'Robin'),
      { role: 'agent', name: 'Robin' } as const,
    ];
    expect(await reasons()).toEqual([missing]);
    for (const [index, name] of names.entries()) {
      expect(name.role).toBe('agent');
      await repository.ok(reviewRecord, { verdict: 'pass' }, name);
      const run = `V-${index + 1}`;
      expect(await reasons()).toEqual([`review_not_independent: An author of the work recorded ${run}.`]);
    }
    await repository.ok(reviewRecord, { verdict: 'pass' }, fromShell({ ...marks, CODEX_THREAD_ID: 'thread-2' }));
    expect(await reasons()).toEqual([]);
  });

  it('in a lane, under another name', async () => {
    await worked();
    const inLane = fromShell({ ...marks, CODEX_THREAD_ID: 'thread-3', STATEROOM_LANE: 'login' });
    await repository.ok(evidenceRun, { command: ['true'], task: 'T-1' }, inLane);
    await repository.ok(
      reviewRecord,
      { verdict: 'pass' },
      fromShell({ CLAUDECODE: '1', STATEROOM_LANE: 'login' }, 'Robin'),
    );
    expect(await reasons()).toEqual(['review_not_independent: An author of the work recorded V-1.']);
  });

  it('in a lane that it names', async () => {
    const claude = fromShell({ CLAUDECODE: '1' });
    await worked(repository, {}, claude);
    for (const lane of ['zzz', 'login']) {
      await repository.ok(
        reviewRecord,
        { verdict: 'pass' },
        fromShell({ CLAUDECODE: '1', STATEROOM_LANE: lane }, 'Boss'),
      );
      await repository.spawn(lane);
    }
    expect(await reasons()).toEqual(['review_not_independent: An author of the work recorded V-2.']);
  });

  it('outside of the lane that it worked in', async () => {
    await worked(repository, {}, fromShell({ CLAUDECODE: '1', STATEROOM_LANE: 'login' }));
    await repository.ok(reviewRecord, { verdict: 'pass' }, fromShell({ CLAUDECODE: '1' }, 'Boss'));
    expect(await reasons()).toEqual(['review_not_independent: An author of the work recorded V-1.']);
  });

  it('over MCP, nor an approval', async () => {
    await worked();
    const boss = fromServer({ ...marks, STATEROOM_ACTOR: 'Robin' });
    await repository.ok(reviewRecord, { verdict: 'pass' }, boss);
    expect(await reasons()).toEqual(['review_not_independent: An author of the work recorded V-1.']);
    await repository.spawn('login');
    expect(await refusedTwice(workerApprove, { lane: 'login' }, boss)).toMatchObject({
      code: 'not_allowed',
      message: 'Agents may not approve L-1 (login).',
    });
    expect(await attempts()).toEqual(['Robin (agent): worker.approve on L-1']);
  });

  it('in a review that a person has begun', async () => {
    await worked();
    await repository.ok(reviewStart, {}, robin);
    const refusal = await refusedTwice(reviewRecord, { verdict: 'pass', run: 'V-1' }, { role: 'agent', name: 'Robin' });
    expect(refusal).toMatchObject({
      code: 'conflict',
      message: 'V-1 is a review by a different reviewer named Robin. Only that reviewer can end it.',
    });
    expect(await attempts()).toEqual(['Robin (agent): review.record on V-1']);
    expect(await reasons()).toEqual([missing]);
  });

  it('by importing a task that has one', async () => {
    await worked();
    const run = await forgedRun();
    const content = await exported(() => ({ reviewRuns: [run] }));
    await fresh();
    const { notes } = await repository.ok(taskImport, { content }, author);
    await repository.ok(evidenceRun, { command: ['true'] }, author);
    const imported =
      'review_missing: 1 passing review is required; 0 so far. Imported and graded below observed: V-1 (said).';
    expect(await reasons()).toEqual([imported]);
    expect(notes).toContain('Reviews imported from a file (not counted): 1.');
    const says = { actor: 'Robin', role: 'human' };
    const { runs } = await repository.ok(reviewList, {}, author);
    expect(runs).toMatchObject([
      {
        ref: 'V-1',
        verdict: 'pass',
        grade: 'said',
        actor: author.name,
        role: 'agent',
        imported: { by: author.name, role: 'agent', at: '2026-11-02T10:00:00.000Z', says },
      },
    ]);
    expect(await events('review_imported')).toEqual([
      [
        author.name,
        'agent',
        {
          task: 'T-1',
          run: 'V-1',
          subject: 'feature/x',
          verdict: 'pass',
          grade: 'said',
          says: { ...says, harness: null, session: null, at: repository.now },
        },
      ],
    ]);
    // Nor by another agent, which would have to review it: whoever imports work is one of its authors.
    await repository.ok(reviewRecord, { verdict: 'pass' }, fromShell(marks, 'Boss Lady'));
    expect(await reasons()).toEqual(['review_not_independent: An author of the work recorded V-2.']);
    // Words in the settings here change nothing either.
    repository.write('.stateroom/config.json', '{"review":{"minimumGrade":"reported"}}');
    expect((await reasons()).join()).toMatch(/review_not_independent/);
  });

  it('by having a person import it, unless the base branch says that this counts', async () => {
    await worked();
    const run = await forgedRun();
    const content = await exported(() => ({ reviewRuns: [run] }));
    await fresh();
    await repository.ok(taskImport, { content }, robin);
    await repository.ok(evidenceRun, { command: ['true'] }, author);
    expect(await reasons()).toEqual([
      'review_missing: 1 passing review is required; 0 so far. Imported and graded below observed: V-1 (reported).',
    ]);
    expect((await repository.ok(reviewList, {}, author)).runs).toMatchObject([
      { grade: 'reported', actor: 'Robin', role: 'human', imported: { by: 'Robin', role: 'human' } },
    ]);
    repository.git('switch', '-q', 'main');
    const loose = { ...config, review: { ...config.review, minimumGrade: 'reported' } };
    repository.commit('Take them', { '.stateroom/config.json': JSON.stringify(loose) });
    repository.git('push', '-q', 'origin', 'main');
    repository.git('switch', '-q', 'feature/x');
    expect(await reasons()).toEqual([]);
  });

  it('by an import of the release before, which wrote what the file says', async () => {
    await worked();
    const run = await forgedRun();
    await repository.store.transaction(async transaction => {
      const [task] = await transaction.tasks.live();
      if (task === undefined) throw new Error('There is no task.');
      const number = await transaction.reviewRuns.takeNumbers(1);
      await transaction.reviewRuns.insert([{ ...run, number, task_id: task.id } as never]);
    });
    // Without an import of its task a row is what it says, as all rows of a store of 0.1.0 are.
    expect(await reasons()).toEqual([]);
    await repository.store.transaction(async transaction => {
      const [task] = await transaction.tasks.live();
      await transaction.events.append([
        {
          ts: repository.now,
          type: 'task_imported',
          actor: author.name,
          role: 'agent',
          harness: 'codex',
          model: null,
          effort: null,
          session: 'thread-1',
          lane: null,
          work_item_id: null,
          task_id: task?.id ?? null,
          payload: '{"task":"T-1","objective":"Limit","digest":"d","replaced":false,"keptAs":null}',
        },
      ]);
    });
    expect(await reasons()).toEqual([
      'review_missing: 1 passing review is required; 0 so far. Imported and graded below observed: V-1 (said).',
    ]);
    expect((await repository.ok(reviewList, {}, author)).runs).toMatchObject([
      { grade: 'said', actor: author.name, role: 'agent', imported: { says: { actor: 'Robin', role: 'human' } } },
    ]);
  });

  it('that it replaces, and a person’s own export brings back what was recorded here', async () => {
    await worked();
    await repository.ok(reviewRecord, { verdict: 'pass' }, robin);
    const content = await exported(() => ({}));
    expect(await reasons()).toEqual([]);
    repository.now += 1000;
    await repository.ok(decisionRecord, { decision: 'codex_choice_t1_later', rationale: 'Because.' }, author);
    expect(await refusedTwice(taskImport, { content, replace: true }, author)).toMatchObject({ code: 'not_allowed' });
    expect(await attempts()).toEqual([`${author.name} (agent): task.import on T-1`]);
    await repository.ok(taskImport, { content, replace: true }, robin);
    expect((await repository.ok(reviewList, {}, robin)).runs).toMatchObject([
      { grade: 'observed', actor: 'Robin', role: 'human', imported: null },
    ]);
    expect(await reasons()).toEqual([]);
    expect(await events('review_imported')).toEqual([]);
  });
});

describe('an edited export, imported by a person over the task, brings back as recorded here', () => {
  /** Imports the export of the task with its only review changed; what the gate then says. */
  async function imported(change: object): Promise<string[]> {
    const content = await exported(file => {
      const [run] = file.reviewRuns as readonly object[];
      return { reviewRuns: [{ ...run, ...change }] };
    });
    await repository.ok(taskImport, { content, replace: true }, robin);
    return reasons();
  }

  const weaker =
    'review_missing: 1 passing review is required; 0 so far. Imported and graded below observed: V-1 (reported).';

  it('no pass on a different tree', async () => {
    await worked();
    await repository.ok(reviewRecord, { verdict: 'pass' }, robin);
    repository.commit('More', { 'src/a.ts': 'export const more = 1;\n' });
    await repository.ok(evidenceRun, { command: ['true'] }, author);
    expect((await reasons()).map(reason => reason.split(':')[0])).toEqual(['review_stale']);
    const { tree } = await repository.ok(gateCheck, { gate: 'close-check' }, author);
    expect(await imported({ subject_hash: tree })).toEqual([weaker]);
    expect(await events('review_imported')).toMatchObject([['Robin', 'human', { run: 'V-1', grade: 'reported' }]]);
  });

  it('no pass by another agent than its own', async () => {
    await worked();
    await repository.ok(reviewRecord, { verdict: 'pass' }, author);
    for (const change of [
      { session: 'thread-2' },
      { harness: 'gemini' },
      { role: 'human' },
      { actor: 'Robin', role: 'human' },
    ]) {
      expect(await imported(change)).toEqual([weaker]);
    }
  });

  it('no pass without the changes that it asks for, nor from another lane or of other files', async () => {
    await worked();
    await repository.ok(reviewRecord, { verdict: 'pass_with_findings' }, robin);
    await repository.ok(reviewRequestChanges, { run: 'V-1', comment: 'Shorter' }, robin);
    for (const change of [
      { verdict: 'pass', request_changes: 0 },
      { verdict: 'pass_with_findings', request_changes: 0 },
      { lane: 'x' },
      { covered_files: '["b"]' },
    ]) {
      await imported(change);
      expect((await repository.ok(reviewList, {}, robin)).runs).toMatchObject([{ grade: 'reported' }]);
    }
  });

  it('no review of the release before, whose events say nothing of what was judged', async () => {
    await worked();
    await repository.ok(reviewRecord, { verdict: 'pass' }, robin);
    const content = await exported(() => ({}));
    const { id } = (JSON.parse(content) as { task: { id: string } }).task;
    await fresh();
    await repository.store.transaction(async transaction => {
      await transaction.events.append([
        {
          ts: repository.now,
          type: 'review_recorded',
          actor: 'Robin',
          role: 'human',
          harness: null,
          model: null,
          effort: null,
          session: null,
          lane: null,
          work_item_id: null,
          task_id: id,
          payload: '{"run":"V-1","subject":"feature/x","mode":"branch","verdict":"pass","coveredFiles":0}',
        },
      ]);
    });
    await repository.ok(taskImport, { content }, robin);
    expect((await repository.ok(reviewList, {}, robin)).runs).toMatchObject([{ ref: 'V-1', grade: 'reported' }]);
  });
});
