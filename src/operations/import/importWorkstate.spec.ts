import { describe, expect, it } from 'vitest';
import { importRig } from '../../../test/support/importRig.js';
import { agent, person } from '../../../test/support/testRepository.js';
import { otherSha, sha, workstateDatabase } from '../../../test/support/workstateDatabase.js';
import { findingShow } from '../finding/findingShow.js';
import { queueShow } from '../queue/queueShow.js';
import { reviewList } from '../review/reviewList.js';
import { taskExport } from '../task/taskExport.js';
import { taskShow } from '../task/taskShow.js';
import { importTracker } from './importTracker.js';

const rig = importRig();
const { write, run, counted } = rig;
const itemOf = async (id: string) => (await rig.repository.ok(queueShow, { id })).item;

describe('importing from workstate', () => {
  it('lists what becomes what, with counts', async () => {
    const result = await run(write('.task-state/handoff.db', await workstateDatabase()), {}, person);
    expect(result).toMatchObject({
      format: 'workstate',
      files: 1,
      added: 3,
      existing: 0,
      firstRef: 'W-1',
      lastRef: 'W-3',
    });
    expect(result.conversions.map(({ field, from, to, count }) => `${field}: ${from} → ${to} ${count}`)).toEqual([
      'status: done → done 1',
      'status: in_progress → in_flight 1',
      'status: pending → pending 1',
      'kind: task → task 3',
      'owner: of an item that is not started → payload 1',
      'task: done → done 1',
      'task: in_progress, archived → archived 1',
      'task: review → review 1',
      'decision: agent → agent 2',
      'decision: slice_complete → slice too 1',
      'decision: system → system 1',
      'blocker: open → open 1',
      'blocker: resolved → resolved 1',
      'next action: done → done 1',
      'next action: pending → pending 1',
      'test: failed → reported 1',
      'test: passed → reported 1',
      'file: edit → edit 1',
      'finding: open → open 2',
      'finding: resolved_on_branch → resolved_on_branch 1',
      'finding: wontfix → wontfix 1',
      'review: pass_with_findings → pass_with_findings 1',
      'entry: lane → left out 1',
      'entry: test trace → left out 1',
    ]);
  });

  it('makes a work item of each task, held by the task while it is active', async () => {
    await run(write('handoff.db', await workstateDatabase()), {}, person);
    expect(await itemOf('login-2')).toMatchObject({
      title: 'Limit the rate of logins',
      kind: 'task',
      status: 'in_flight',
      owner: 'Opus 4 high',
      leaseUntil: null,
      createdAt: '2026-10-01T08:00:00.000Z',
      updatedAt: '2026-10-05T10:00:00.000Z',
      payload: { plan: 'docs/plans/login.md', worktree: '/home/ana/login-2', integrationCommit: otherSha },
    });
    expect(await itemOf('footer-1')).toMatchObject({
      status: 'done',
      resolvedAt: '2026-09-02T10:00:00.000Z',
    });
    expect(await itemOf('old-3')).toMatchObject({ title: 'Old work', status: 'pending' });
    expect(
      await counted(
        `select tasks.ref, tasks.status, tasks.archived_at is null, work_items.key from tasks
         join work_items on work_items.id = work_item_id order by tasks.number`,
      ),
    ).toEqual([
      ['login-2', 'review', 1, 'login-2'],
      ['footer-1', 'done', 1, 'footer-1'],
      ['old-3', 'in_progress', 0, 'old-3'],
    ]);
  });

  it('keeps every field of a task and of what belongs to it', async () => {
    await run(write('handoff.db', await workstateDatabase()), {}, person);
    expect((await rig.repository.ok(taskShow, { task: 'login-2' })).task).toMatchObject({
      ref: 'T-1',
      name: 'login-2',
      objective: 'Limit the rate of logins',
      focus: 'the retry',
      status: 'review',
      branch: 'feature/login-2',
      workItem: 'W-1',
      observedCommit: sha,
      createdBy: 'Opus 4 high',
      updatedBy: 'Opus 4 high',
      createdAt: '2026-10-01T08:00:00.000Z',
      updatedAt: '2026-10-05T10:00:00.000Z',
      revision: 7,
    });
    const exported = await rig.repository.ok(taskExport, { task: 'login-2' });
    const content = exported.content as Record<string, { number: number }[]> | null;
    const by = {
      actor: 'Opus 4 high',
      role: 'agent',
      harness: 'claude-code',
      model: 'Opus 4',
      session: 's1',
      lane: null,
      branch: 'feature/login-2',
      commit_sha: sha,
    };
    const at = (day: number, hour: number) => Date.UTC(2026, 9, day, hour);
    const sorted = (kind: string) => (content?.[kind] ?? []).sort((a, b) => a.number - b.number);
    expect(sorted('decisions')).toMatchObject([
      {
        decision: 'claude_choice_login-2_one_bucket',
        rationale: 'One bucket is enough.',
        origin: 'agent',
        changed_files: '["src/a.ts"]',
        ...by,
        created_at: at(1, 8),
      },
      { decision: 'claude_slice_complete_login-2_retry_works', ...by },
      { decision: 'claude_review_login-2_verdict', origin: 'system', ...by },
    ]);
    const [, sliceDecision, verdict] = sorted('decisions') as unknown as { id: string; slice_id: string }[];
    expect(sorted('slices')).toMatchObject([
      {
        id: sliceDecision?.slice_id,
        title: 'retry works',
        status: 'closed',
        changed_files: '["src/b.ts"]',
        decision_id: sliceDecision?.id,
        ...by,
        closed_at: at(2, 8),
      },
    ]);
    expect(sorted('blockers')).toMatchObject([
      { description: 'No access', status: 'open', resolved_at: null, ...by, created_at: at(3, 8) },
      { description: 'No key', status: 'resolved', resolved_at: at(4, 8) },
    ]);
    expect(sorted('nextActions')).toMatchObject([
      { action: 'Ask for a review', priority: 10, status: 'pending', ended_at: null, ...by },
      { action: 'Write the test', priority: 100, status: 'done', ended_at: at(3, 9) },
    ]);
    expect(sorted('evidence')).toMatchObject([
      {
        command: 'npm test',
        passed: 1,
        exit_code: 0,
        result: '12 passed',
        grade: 'reported',
        tree_hash: null,
        ...by,
        created_at: at(4, 8),
      },
      { command: 'npm run lint', passed: 0, exit_code: 1, result: '1 error', grade: 'reported' },
    ]);
    expect(content?.touchedFiles).toMatchObject([
      { path: 'src/a.ts', change_kind: 'edit', actor: 'Opus 4 high', commit_sha: sha, touched_at: at(2, 8) },
    ]);
    const [run1] = sorted('reviewRuns') as unknown as { id: string }[];
    expect(run1).toMatchObject({
      key: 'run-1',
      subject_path: 'feature/login-2',
      subject_kind: 'branch',
      mode: 'branch',
      status: 'recorded',
      verdict: 'pass_with_findings',
      decision_id: verdict?.id,
      ...by,
      reviewed_at: at(4, 8),
    });
    expect(sorted('findings')).toMatchObject([
      {
        key: 'R1-01',
        severity: 'high',
        status: 'open',
        mode: 'branch',
        path: 'src/a.ts',
        line_start: 3,
        line_end: 5,
        text: 'The retry never ends.',
        fix: 'Stop after five.',
        review_run_id: run1?.id,
        reopen_count: 1,
        reopen_reason: 'found again',
        reopened_at: at(4, 7),
        resolved_at: null,
        ...by,
        created_at: at(3, 8),
        updated_at: at(4, 7),
      },
      {
        key: 'R1-02',
        status: 'resolved_on_branch',
        note: 'Corrected.',
        fixed_sha: otherSha,
        resolved_ref: 'feature/login-2',
        resolved_at: at(4, 8),
        line_start: null,
      },
      { key: 'R1-03', status: 'wontfix', note: 'By design.', resolved_by: 'Opus 4 high' },
    ]);
    expect((await rig.repository.ok(findingShow, { id: 'REPO-1' })).finding).toMatchObject({
      task: null,
      path: 'README.md',
      text: 'It is out of date.',
      status: 'open',
      createdAt: '2026-09-01T08:00:00.000Z',
    });
  });

  it('counts reviews of a person’s import as reported, and trusts an agent’s import less', async () => {
    const path = write('handoff.db', await workstateDatabase());
    await run(path, {}, agent);
    const { runs } = await rig.repository.ok(reviewList, { task: 'login-2' });
    expect(runs).toMatchObject([
      {
        key: 'run-1',
        verdict: 'pass_with_findings',
        grade: 'said',
        imported: { by: 'codex', says: { actor: 'Opus 4 high' } },
      },
    ]);
    expect(await counted("select key, status, reopen_count from findings where key like 'R1%' order by key")).toEqual([
      ['R1-01', 'open', 1],
      ['R1-02', 'resolved_on_branch', 0],
      ['R1-03', 'open', 1],
    ]);
  });

  it('grades reviews of a person’s import as reported', async () => {
    await run(write('handoff.db', await workstateDatabase()), {}, person);
    expect((await rig.repository.ok(reviewList, { task: 'login-2' })).runs).toMatchObject([{ grade: 'reported' }]);
  });

  it('adds nothing when the same is imported again, and later only new tasks', async () => {
    const path = write('handoff.db', await workstateDatabase());
    await run(path, {}, person);
    const before = await rig.repository.dump();
    expect(await run(path, {}, person)).toMatchObject({
      added: 0,
      existing: 3,
      conversions: [
        { field: 'entry', from: 'lane', count: 1 },
        { field: 'entry', from: 'test trace', count: 1 },
      ],
    });
    expect(await rig.repository.dump()).toBe(before);
    write(
      'handoff.db',
      await workstateDatabase("insert into handoff_state (task_ref, objective) values ('new-4', 'New')"),
    );
    expect(await run(path, {}, person)).toMatchObject({ added: 1, firstRef: 'W-4' });
    expect((await rig.repository.ok(taskShow, { task: 'new-4' })).task).toMatchObject({ ref: 'T-4', workItem: 'W-4' });
  });

  it('writes nothing in a dry run, and answers the same', async () => {
    const path = write('handoff.db', await workstateDatabase());
    const before = await rig.repository.dump();
    const tried = await run(path, { dryRun: true }, person);
    expect(await rig.repository.dump()).toBe(before);
    expect(await run(path, {}, person)).toEqual({ ...tried, dryRun: false, firstRef: 'W-1', lastRef: 'W-3' });
  });

  it('counts times that cannot be read', async () => {
    const broken = "update handoff_state set updated_at = 'soon' where task_ref = 'login-2'";
    const { conversions } = await run(write('.task-state/handoff.db', await workstateDatabase(broken)));
    expect(conversions).toContainEqual({ field: 'entry', from: 'time of handoff_state', to: 'left out', count: 1 });
  });

  it('leaves a branch to the first of several active tasks', async () => {
    const second =
      "insert into handoff_state (task_ref, objective, target_branch) values ('second-5', 'Second', 'feature/login-2')";
    const result = await run(write('handoff.db', await workstateDatabase(second)), {}, person);
    expect(result.conversions).toContainEqual({
      field: 'branch',
      from: 'of another active task',
      to: 'left out',
      count: 1,
    });
    expect((await rig.repository.ok(taskShow, { task: 'second-5' })).task.branch).toBe(null);
    expect(await itemOf('second-5')).toMatchObject({ payload: { branch: 'feature/login-2' } });
  });

  it('refuses references to what is not there, and leaves them out on request', async () => {
    const path = write(
      'handoff.db',
      await workstateDatabase(
        "update review_findings set review_run_id = 'run-9' where finding_id = 'R1-01'",
        "update review_runs set verdict_decision = 'gone'",
        "insert into blockers (task_ref, description, status) values ('lost-1', 'x', 'open')",
      ),
    );
    expect(await rig.repository.refused(importTracker, { path }, person)).toMatchObject({
      message:
        '3 dependencies cannot be imported: blockers 3 → lost-1 (not found), login-2/R1-01 → run-9 (not found), login-2/run-1 → gone (not found).',
      details: {
        brokenDependencies: [
          { kind: 'task_ref', problem: 'missing', table: 'blockers', line: 3 },
          { kind: 'review_run_id', table: 'review_findings', line: 1 },
          { kind: 'verdict_decision', table: 'review_runs', line: 1 },
        ],
      },
    });
    await run(path, { skipBrokenDependencies: true }, person);
    expect(await counted("select review_run_id from findings where key = 'R1-01'")).toEqual([[null]]);
    expect(await counted('select count(*) from blockers')).toEqual([[2]]);
  });
});

describe('a broken handoff.db is refused, and nothing is written:', () => {
  const broken = async (content: string | Uint8Array) => {
    const path = write('.task-state/handoff.db', content);
    const { message } = await rig.repository.refused(importTracker, { path }, person);
    return message.replaceAll(path, 'FILE');
  };

  it.each<[string, string, string]>([
    [
      'a newer schema',
      'pragma user_version = 33',
      'FILE was written by a newer version of workstate: its schema is 33, and the newest known one is 32.',
    ],
    ['other tables', 'drop table handoff_state', 'FILE is not a database of workstate: it has no table handoff_state.'],
    [
      'a text in a column of integers',
      "update verified_tests set passed = 'yes' where id = 1",
      'FILE, table verified_tests, row 1: passed: it must be a number, not text.',
    ],
    [
      'an unknown status',
      "update review_findings set status = 'gone' where finding_id = 'R1-02'",
      'FILE, table review_findings, row 2: status: it must be one of open, fixed, wontfix, deferred, resolved_on_branch, integrated, superseded.',
    ],
    [
      'an unknown severity',
      "update review_findings set severity = 'urgent' where finding_id = 'R1-01'",
      'FILE, table review_findings, row 1: severity: it must be one of high, medium, low.',
    ],
    [
      'a column that was renamed',
      'alter table decisions rename column decision to name',
      '4 problems: FILE, table decisions, row 1 (decision is missing), FILE, table decisions, row 2 (decision is missing), FILE, table decisions, row 3 (decision is missing), login-2/run-1 → claude_review_login-2_verdict (not found).',
    ],
    [
      'an empty objective',
      "update handoff_state set objective = '' where task_ref = 'footer-1'",
      'FILE, table handoff_state, row 2: objective: it is empty.',
    ],
  ])('one with %s', async (_, statement, sentence) => {
    expect(await broken(await workstateDatabase(statement))).toBe(sentence);
  });

  it('one that is no database', async () => {
    expect(await broken('not a database')).toBe('FILE cannot be read: it is not an SQLite database.');
  });
  it('a truncated one', async () => {
    const image = await workstateDatabase();
    expect(await broken(image.subarray(0, image.length / 2))).toBe('FILE cannot be read: it is truncated or damaged.');
  });
  it('one whose changes are still in its write-ahead log', async () => {
    write('.task-state/handoff.db-wal', 'frames');
    expect(await broken(await workstateDatabase())).toBe(
      'FILE is not complete: FILE-wal holds changes that are not in it yet.',
    );
  });
});
