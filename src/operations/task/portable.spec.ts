import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { seedLongTask } from '../../../test/support/seedLongTask.js';
import { otherAgent, person, startOfTime } from '../../../test/support/testRepository.js';
import { actionAdd } from '../action/actionAdd.js';
import { actionComplete } from '../action/actionComplete.js';
import { blockerAdd } from '../blocker/blockerAdd.js';
import { compactionRecord } from '../compaction/compactionRecord.js';
import { decisionList } from '../decision/decisionList.js';
import { decisionRecord } from '../decision/decisionRecord.js';
import { evidenceRun } from '../evidence/evidenceRun.js';
import { evidenceShow } from '../evidence/evidenceShow.js';
import { findingRecord } from '../finding/findingRecord.js';
import { findingShow } from '../finding/findingShow.js';
import { findingSupersede } from '../finding/findingSupersede.js';
import { planRegister } from '../plan/planRegister.js';
import { reviewStart } from '../review/reviewStart.js';
import { runStart } from '../run/runStart.js';
import { sliceStart } from '../slice/sliceStart.js';
import { touchedRecord } from '../touched/touchedRecord.js';
import { taskArchive } from './taskArchive.js';
import { taskExport } from './taskExport.js';
import { taskImport } from './taskImport.js';
import { taskList } from './taskList.js';
import { taskShow } from './taskShow.js';
import { taskUpdate } from './taskUpdate.js';

let here: GitTestRepository;
let there: GitTestRepository;
beforeEach(() => {
  here = new GitTestRepository();
  there = new GitTestRepository();
});
afterEach(async () => {
  await here.close();
  await there.close();
});

/** A task `retry-1` with one of everything, two findings of which one took the place of the other. */
async function fill(repo: GitTestRepository): Promise<void> {
  await repo.task('retry-1', { objective: 'Retry on 503' });
  repo.write('.stateroom/plans/retry.md', '# Retry\n\n- [ ] Count the retries {#count}\n');
  await repo.ok(planRegister, { plan: 'retry', task: 'retry-1' });
  await repo.ok(sliceStart, { title: 'Count the retries', test: 'false' });
  await repo.ok(decisionRecord, { decision: 'codex_choice_retry-1_backoff', rationale: 'Because it is kind.' });
  await repo.ok(blockerAdd, { description: 'No key for the server' });
  const { action } = await repo.ok(actionAdd, { text: 'Write the test' });
  await repo.ok(actionComplete, { id: action.ref });
  await repo.ok(touchedRecord, { files: [{ path: 'README.md', change: 'edit' }] });
  await repo.ok(evidenceRun, { command: ['true'] });
  await repo.ok(
    findingRecord,
    { severity: 'high', path: 'README.md', line: '2', text: 'No limit', task: 'T-1' },
    otherAgent,
  );
  await repo.ok(findingRecord, { severity: 'low', path: 'README.md', text: 'No words', task: 'T-1' }, otherAgent);
  await repo.ok(findingSupersede, { ids: ['F-2'], by: 'F-1' });
  await repo.ok(reviewStart, { task: 'T-1' }, otherAgent);
  await repo.ok(compactionRecord, { summary: { done: ['The counter'] } });
}

async function exported(repo: GitTestRepository, task?: string): Promise<Record<string, unknown>> {
  const { content } = await repo.ok(taskExport, task === undefined ? {} : { task });
  if (content === null) throw new Error('Nothing was exported.');
  return content;
}

const counts = {
  decisions: 1,
  slices: 1,
  blockers: 1,
  nextActions: 1,
  touchedFiles: 1,
  evidence: 2,
  plans: 1,
  planCursors: 0,
  findings: 2,
  reviewRuns: 1,
  compactions: 1,
};

describe('task.export', () => {
  it('tells all of a task, without logs and without what holds on one machine only', async () => {
    await fill(here);
    const { task, counts: told, content, file } = await here.ok(taskExport, {});
    expect([task, file, told]).toEqual(['T-1', null, counts]);
    expect(content).toMatchObject({
      format: 'stateroom-task',
      version: 1,
      task: { number: 1, ref: 'retry-1', objective: 'Retry on 503', status: 'in_progress', created_by: 'codex' },
      blockers: [{ number: 1, description: 'No key for the server', status: 'open', actor: 'codex', role: 'agent' }],
      nextActions: [{ action: 'Write the test', status: 'done' }],
    });
    expect(JSON.stringify(content)).not.toMatch(/log_file|worktree_path|repository_id/);
  });

  it('names the investigation of a decision, which stays where it is', async () => {
    await here.task('retry-1');
    await here.ok(decisionRecord, { decision: 'codex_choice_retry-1_before', rationale: 'Why.' });
    await here.ok(runStart, { request: 'Why is it slow?' });
    await here.ok(decisionRecord, { decision: 'codex_choice_retry-1_within', rationale: 'Why.' });
    const content = await exported(here);
    const runs = (file: Record<string, unknown>) =>
      Object.fromEntries((file.decisions as { number: number; run?: string }[]).map(row => [row.number, row.run]));
    expect(runs(content)).toEqual({ 1: undefined, 2: 'R-1' });
    expect(await here.ok(taskImport, { content: JSON.stringify(content) })).toMatchObject({ outcome: 'unchanged' });

    const imported = await there.ok(taskImport, { content: JSON.stringify(content) }, person);
    expect(imported.notes).toEqual(['Investigations of its decisions, which are not imported: R-1.']);
    expect((await there.ok(decisionList, {})).decisions.map(({ run }) => run)).toEqual([null, null]);
    const back = await exported(there);
    expect(runs(back)).toEqual({ 1: undefined, 2: undefined });
    expect(await here.ok(taskImport, { content: JSON.stringify(back) })).toMatchObject({ outcome: 'unchanged' });

    await here.ok(decisionRecord, { decision: 'codex_choice_retry-1_later', rationale: 'Why.' });
    const replaced = await here.ok(taskImport, { content: JSON.stringify(content), replace: true }, person);
    expect(replaced).toMatchObject({ outcome: 'replaced', notes: [] });
    expect((await here.ok(decisionList, {})).decisions.map(({ run }) => run)).toEqual(['R-1', null]);
  });

  it('does not name the investigation of another decision that had the same number', async () => {
    await here.task('retry-1');
    await here.ok(decisionRecord, { decision: 'codex_choice_retry-1_first', rationale: 'Why.' });
    const content = await exported(here);
    await here.ok(runStart, { request: 'Why is it slow?' });
    await here.ok(decisionRecord, { decision: 'codex_choice_retry-1_within', rationale: 'Why.' });
    const [first] = content.decisions as [object];
    const other = { ...first, id: '01KF5E3S00ABCDEFGHJKMNPQRS', number: 2, decision: 'codex_choice_retry-1_other' };
    const file = JSON.stringify({ ...content, decisions: [first, other] });
    expect(await here.ok(taskImport, { content: file, replace: true }, person)).toMatchObject({ outcome: 'replaced' });
    const { decisions } = await here.ok(decisionList, {});
    expect(decisions.map(({ ref, decision, run }) => [ref, decision, run])).toEqual([
      ['D-2', 'codex_choice_retry-1_other', null],
      ['D-1', 'codex_choice_retry-1_first', null],
    ]);
    const again = (await exported(here)).decisions as { run?: string }[];
    expect(again.map(({ run }) => run)).toEqual([undefined, undefined]);
  });

  it('writes a new file, and never over one that is there', async () => {
    await here.task('retry-1');
    expect(await here.ok(taskExport, { file: 'out/task.json' })).toMatchObject({
      file: 'out/task.json',
      content: null,
    });
    const text = readFileSync(join(here.repository, 'out/task.json'), 'utf8');
    expect(JSON.parse(text)).toMatchObject({ format: 'stateroom-task', task: { ref: 'retry-1' } });
    expect(await here.refused(taskExport, { file: 'out/task.json' })).toMatchObject({ code: 'conflict' });
    expect(await here.refused(taskExport, { task: 'T-9' })).toMatchObject({ code: 'not_found' });
  });
});

describe('task.import', () => {
  it('makes the same task in another repository, by the same ids, and one event', async () => {
    await fill(here);
    const content = await exported(here);
    const answer = await there.ok(taskImport, { content: JSON.stringify(content) }, person);
    expect(answer).toMatchObject({
      outcome: 'imported',
      task: {
        ref: 'T-1',
        name: 'retry-1',
        objective: 'Retry on 503',
        plan: '.stateroom/plans/retry.md',
        workTree: null,
      },
      counts,
      renumbered: [],
      keptAs: null,
      notes: [],
    });
    expect(await exported(there)).toEqual(content);
    expect(await there.eventTypes()).toEqual(['task_imported']);
    const { finding } = await there.ok(findingShow, { id: 'F-2' });
    expect(finding).toMatchObject({ status: 'superseded', supersededBy: 'F-1', actor: 'claude' });
    expect((await there.ok(blockerAdd, { description: 'More' })).blocker.ref).toBe('B-2');
  });

  it('changes nothing when it comes again, whatever has happened since', async () => {
    await fill(here);
    const content = JSON.stringify(await exported(here));
    await there.ok(taskImport, { content });
    await there.ok(blockerAdd, { description: 'Since then' });
    const before = await there.dump();
    expect(await there.ok(taskImport, { content })).toMatchObject({ outcome: 'unchanged', counts: { blockers: 2 } });
    expect(await there.dump()).toBe(before);
    expect(await here.ok(taskImport, { content })).toMatchObject({ outcome: 'unchanged' });
  });

  it('gives free numbers and names where there are others, and what points to them follows', async () => {
    await fill(here);
    const content = JSON.stringify(await exported(here));
    await there.task('retry-1', { archived_at: startOfTime });
    await there.task('other-1');
    await there.ok(findingRecord, { severity: 'low', path: 'README.md', text: 'Another', task: 'other-1' });
    const answer = await there.ok(taskImport, { content }, person);
    expect(answer.task).toMatchObject({ ref: 'T-3', name: 'retry-1-2' });
    expect(answer.renumbered).toEqual([
      { from: 'T-1', to: 'T-3' },
      { from: 'F-1', to: 'F-3' },
    ]);
    const { finding } = await there.ok(findingShow, { id: 'F-2' });
    expect(finding).toMatchObject({ text: 'No words', task: 'T-3', supersededBy: 'F-3' });
    expect(
      (await there.ok(findingRecord, { severity: 'low', path: 'a', text: 'x', task: 'other-1' })).finding.ref,
    ).toBe('F-4');
  });

  it('keeps the grade of a proof for a person alone', async () => {
    await fill(here);
    const content = JSON.stringify(await exported(here));
    const { notes } = await there.ok(taskImport, { content });
    expect(notes).toEqual([
      'Evidence that counts as reported here: 2.',
      'Findings that were reopened, because a person must decide on them: 1.',
    ]);
    const { evidence } = await there.ok(evidenceShow, { id: 'E-2' });
    expect(evidence).toMatchObject({ grade: 'reported', passed: true, actor: 'codex' });
  });

  it('replaces a task only for a person who says so, and keeps what it was', async () => {
    await fill(here);
    const content = JSON.stringify(await exported(here));
    await here.ok(decisionRecord, { decision: 'codex_choice_retry-1_jitter', rationale: 'Later.' });
    const later = await exported(here);
    expect(await here.refused(taskImport, { content }, person)).toMatchObject({
      code: 'conflict',
      message: 'T-1 (retry-1) already exists here and differs from the file.',
    });
    expect(await here.refused(taskImport, { content, replace: true })).toMatchObject({ code: 'not_allowed' });
    const { outcome, keptAs, task, renumbered } = await here.ok(taskImport, { content, replace: true }, person);
    expect([outcome, task.ref, task.name, renumbered]).toEqual(['replaced', 'T-1', 'retry-1', []]);
    expect((await here.ok(decisionList, {})).decisions.map(({ decision }) => decision)).toEqual([
      'codex_choice_retry-1_backoff',
    ]);
    expect((await here.ok(evidenceShow, { id: 'E-2' })).log).toBe('');
    const folder = join(here.directory, 'store', 'replaced');
    expect(readdirSync(folder).map(name => `replaced/${name}`)).toEqual([keptAs]);
    expect(JSON.parse(readFileSync(join(here.directory, 'store', keptAs ?? ''), 'utf8'))).toEqual(later);
    const back = readFileSync(join(here.directory, 'store', keptAs ?? ''), 'utf8');
    expect(await here.ok(taskImport, { content: back, replace: true }, person)).toMatchObject({
      outcome: 'replaced',
      counts: { decisions: 2 },
    });
    expect((await here.eventTypes()).filter(type => type === 'task_imported')).toHaveLength(2);
  });

  it('takes a long task to another store, row for row', async () => {
    await seedLongTask(here.store, here.now, null);
    const content = await exported(here);
    const answer = await there.ok(taskImport, { content: JSON.stringify(content) }, person);
    expect(answer.counts).toMatchObject({
      decisions: 1000,
      findings: 500,
      touchedFiles: 5000,
      blockers: 2,
      slices: 12,
    });
    expect(await exported(there)).toEqual(content);
  });

  it('refuses a second live task on one branch', async () => {
    await here.task('retry-1', { branch: 'feature/retry-1' });
    const content = JSON.stringify(await exported(here));
    await there.task('other-1', { branch: 'feature/retry-1' });
    expect(await there.refused(taskImport, { content })).toMatchObject({
      code: 'conflict',
      message: 'T-1 (other-1) already uses branch feature/retry-1.',
    });
    await here.ok(taskArchive, { task: 'T-1' });
    const archived = JSON.stringify(await exported(here, 'T-1'));
    expect((await there.ok(taskImport, { content: archived })).task.archivedAt).toBe('2026-11-02T10:00:00.000Z');
    expect((await there.ok(taskList, { archived: true })).tasks).toHaveLength(1);
  });

  it('refuses what is cut off, foreign, too new or wrong, in a sentence, and changes nothing', async () => {
    await fill(here);
    const content = await exported(here);
    const text = JSON.stringify(content);
    const [blocker] = content.blockers as object[];
    const cases: readonly (readonly [string, string])[] = [
      ['', 'The file is empty.'],
      [text.slice(0, 1000), 'The file is truncated: its JSON is incomplete.'],
      ['# A plan', 'The file is not valid JSON.'],
      ['[]', 'The file is not an exported task.'],
      ['{"version":"2.1.0","runs":[]}', 'The file is not an exported task.'],
      [
        JSON.stringify({ ...content, version: 2, planets: [] }),
        'The file was written by a newer version of Stateroom: its version is 2, but this one reads 1.',
      ],
      [JSON.stringify({ ...content, blockers: undefined }), 'Cannot import the file: blockers is missing.'],
      [
        JSON.stringify({ ...content, blockers: [{ ...blocker, status: 'gone' }] }),
        'Cannot import the file: blockers[0].status: it must be one of open, resolved.',
      ],
      [
        JSON.stringify({ ...content, blockers: [{ ...blocker, resolved_at: 1 }] }),
        'Cannot import the file: blockers[0]: its status and its end time contradict each other.',
      ],
      [
        JSON.stringify({ ...content, blockers: [blocker, blocker] }),
        'Cannot import the file: blockers: two of them have the same id, number.',
      ],
      [
        JSON.stringify({ ...content, task: { ...(content.task as object), objective: 'x'.repeat(2001) } }),
        'Cannot import the file: task.objective: it is longer than 2000 characters.',
      ],
      ['x'.repeat(65 * 1024 * 1024), 'The file is 65 MB; an exported task can be at most 64 MB.'],
    ];
    await there.task('other-1');
    for (const [bad, message] of cases) {
      expect(await there.refused(taskImport, { content: bad }, person)).toMatchObject({
        code: 'invalid_input',
        message,
      });
    }
  });

  it('goes on as a task of this repository', async () => {
    await fill(here);
    await there.ok(taskImport, { content: JSON.stringify(await exported(here)) });
    const { task } = await there.ok(taskShow, {});
    await there.ok(taskUpdate, { focus: 'The jitter' });
    expect((await there.ok(taskShow, {})).task).toMatchObject({ focus: 'The jitter', revision: task.revision + 1 });
  });
});
