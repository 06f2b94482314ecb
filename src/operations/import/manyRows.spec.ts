import { expect, it } from 'vitest';
import { importRig } from '../../../test/support/importRig.js';
import { person } from '../../../test/support/testRepository.js';
import { trackerDatabase } from '../../../test/support/trackerDatabase.js';

const rig = importRig();
const { write, run, counted } = rig;

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const every = <Value>(index: number, values: readonly Value[]): Value => values[index % values.length] as Value;

/** 2026-10-01T00:00:00.000Z. */
const start = 1_790_812_800_000;

it('imports 2,000 work items of agent-state and 4,000 events with all counts', async () => {
  const items = numbers(2000).map(index => ({
    id: `item-${index}`,
    kind: every(index, ['errand', 'release', 'discord-message', 'review me']),
    payload: JSON.stringify({ title: `Item ${index}`, index }),
    status: every(index, [
      'pending',
      'in_flight',
      'waiting_human',
      'done',
      'failed',
      'cancelled',
      'pending',
      'in_flight',
    ]),
    owner_agent: every(index, ['luna', 'echo', null]),
    created_at: start + index,
    updated_at: start + 2 * index,
    notes: every(index, [null, 'plain', '{"key":1}']),
  }));
  const events = numbers(4000).map(index => ({
    id: index + 1,
    ts: start + index,
    type: every(index, ['work_item_created', 'work_item_claimed', 'work_item_resolved', 'deploy']),
    actor: every(index, ['luna', null]),
    work_item_id: index % 5 === 0 ? null : `item-${index % 2000}`,
    payload: every(index, ['{"status":"done"}', 'text', '[1.50]']),
  }));
  const path = write('state.sqlite', await trackerDatabase('agent-state', { work_items: items, events }));
  const { added, conversions, brokenDependencies } = await run(path);
  expect([added, brokenDependencies]).toEqual([2000, []]);
  expect(conversions).toEqual([
    { field: 'status', from: 'pending', to: 'pending', count: 500 },
    { field: 'status', from: 'in_flight', to: 'in_flight', count: 334 },
    { field: 'status', from: 'cancelled', to: 'cancelled', count: 250 },
    { field: 'status', from: 'done', to: 'done', count: 250 },
    { field: 'status', from: 'failed', to: 'failed', count: 250 },
    { field: 'status', from: 'waiting_human', to: 'waiting_human', count: 250 },
    // Nobody holds them.
    { field: 'status', from: 'in_flight', to: 'pending', count: 166 },
    { field: 'kind', from: 'discord-message', to: 'discord-message', count: 500 },
    { field: 'kind', from: 'errand', to: 'errand', count: 500 },
    { field: 'kind', from: 'release', to: 'release', count: 500 },
    { field: 'kind', from: 'review me', to: 'review-me', count: 500 },
    { field: 'owner', from: 'of an item that is not started', to: 'payload', count: 500 },
    { field: 'event', from: 'deploy', to: 'event_imported', count: 1000 },
    { field: 'event', from: 'work_item_claimed', to: 'event_imported', count: 1000 },
    { field: 'event', from: 'work_item_created', to: 'event_imported', count: 1000 },
    { field: 'event', from: 'work_item_resolved', to: 'event_imported', count: 1000 },
  ]);
  expect(await counted('select status, count(*) from work_items group by status order by status')).toEqual([
    ['cancelled', 250],
    ['done', 250],
    ['failed', 250],
    ['in_flight', 334],
    ['pending', 666],
    ['waiting_human', 250],
  ]);
  expect(await counted('select kind, count(*) from work_items group by kind order by kind')).toEqual([
    ['discord-message', 500],
    ['errand', 500],
    ['release', 500],
    ['review-me', 500],
  ]);
  expect(await counted('select owner, count(*) from work_items group by owner order by owner')).toEqual([
    [null, 1166],
    ['echo', 418],
    ['luna', 416],
  ]);
  expect(
    await counted(
      "select json_extract(payload, '$.actor'), count(*), count(work_item_id) from events where type = 'event_imported' group by 1 order by 1",
    ),
  ).toEqual([
    [null, 2000, 1600],
    ['luna', 2000, 1600],
  ]);
  expect(await counted('select sum(notes is null), sum(created_at), sum(updated_at) from work_items')).toEqual([
    [667, 2000 * start + 1_999_000, 2000 * start + 3_998_000],
  ]);
  expect(await run(path)).toMatchObject({ added: 0, existing: 2000, conversions: [] });
});

it('imports 2,000 rows of workstate with all counts', async () => {
  const who = (index: number) => ({
    task_ref: `task-${index % 100}`,
    agent: every(index, ['Opus 4 high', 'GPT 5', null]),
    harness: 'codex',
    session: `s${index}`,
    branch: `feature/task-${index % 100}`,
    commit_sha: 'c'.repeat(40),
  });
  const path = write(
    '.task-state/handoff.db',
    await trackerDatabase('workstate', {
      handoff_state: numbers(100).map(index => ({
        task_ref: `task-${index}`,
        objective: `Task ${index}`,
        status: every(index, ['in_progress', 'blocked', 'review', 'done']),
        target_branch: `feature/task-${index}`,
        revision: 3,
        updated_at: '2026-10-01 10:00:00',
        updated_by: every(index, ['ana', 'ben']),
      })),
      decisions: numbers(400).map(index => ({
        ...who(index),
        decision: every(index, [`claude_choice_task-1_n${index}`, `claude_slice_complete_task-1_n${index}`]),
        rationale: 'Because.',
        decision_origin: every(index, ['agent', 'agent', 'system']),
        created_at: '2026-10-01 08:00:00',
      })),
      review_findings: numbers(700).map(index => ({
        ...who(index),
        finding_id: `R-${index}`,
        severity: every(index, ['high', 'medium', 'low']),
        file_path: `src/f${index}.ts`,
        line_start: every(index, [null, 3]),
        line_end: every(index, [null, 5]),
        description: `Finding ${index}`,
        fix: every(index, ['Mend it.', null]),
        review_mode: every(index, ['branch', 'planning', 'release_audit', null]),
        resolution_notes: 'Done.',
        reopen_count: every(index, [0, 2]),
        last_reopen_reason: every(index, [null, 'again']),
        last_reopen_at: every(index, [null, '2026-10-01 08:30:00']),
        resolved_at: '2026-10-01 08:40:00',
        verification_evidence: every(index, ['npm test', null]),
        resolved_on_branch_at_commit: 'd'.repeat(40),
        resolved_on_branch_ref: 'feature/x',
        resolved_on_branch_at_ts: '2026-10-01 08:45:00',
        integrated_at_commit: 'e'.repeat(40),
        integrated_at_ref: 'main',
        integrated_at_ts: '2026-10-01 08:50:00',
        status: every(index, [
          'open',
          'fixed',
          'wontfix',
          'deferred',
          'resolved_on_branch',
          'integrated',
          'superseded',
        ]),
        // Run n is of task n.
        review_run_id: index % 2 === 0 ? `run-${index % 100}` : null,
        created_at: '2026-10-01 08:00:00',
        updated_at: '2026-10-01 09:00:00',
      })),
      review_runs: numbers(200).map(index => ({
        ...who(index),
        review_run_id: `run-${index}`,
        subject_path: 'docs/plan.md',
        subject_kind: every(index, ['task_plan', 'branch', 'adr', 'other']),
        review_mode: every(index, ['planning', 'branch']),
        verdict: every(index, ['pass', 'pass_with_findings', 'fail', 'conditional_pass']),
        reviewed_at: '2026-10-01 08:00:00',
      })),
      verified_tests: numbers(300).map(index => ({
        ...who(index),
        command: 'npm test',
        passed: every(index, [1, 1, 0]),
        exit_code: every(index, [0, 0, 1]),
        verified_at: '2026-10-01 08:00:00',
      })),
      blockers: numbers(100).map(index => ({
        ...who(index),
        description: `Blocker ${index}`,
        status: every(index, ['open', 'resolved']),
        resolved_at: every(index, [null, '2026-10-01 08:00:00']),
      })),
      next_actions: numbers(150).map(index => ({
        ...who(index),
        action: `Act ${index}`,
        status: every(index, ['pending', 'done', 'skipped']),
      })),
      touched_files: numbers(50).map(index => ({
        ...who(index),
        file_path: `src/t${index}.ts`,
        change_kind: every(index, ['edit', 'add']),
        touched_at: '2026-10-01 08:00:00',
      })),
    }),
  );
  const { added, conversions, brokenDependencies } = await run(path, {}, person);
  expect([added, brokenDependencies]).toEqual([100, []]);
  expect(conversions).toEqual([
    { field: 'status', from: 'in_progress', to: 'in_flight', count: 75 },
    { field: 'status', from: 'done', to: 'done', count: 25 },
    { field: 'kind', from: 'task', to: 'task', count: 100 },
    { field: 'task', from: 'blocked', to: 'blocked', count: 25 },
    { field: 'task', from: 'done', to: 'done', count: 25 },
    { field: 'task', from: 'in_progress', to: 'in_progress', count: 25 },
    { field: 'task', from: 'review', to: 'review', count: 25 },
    { field: 'decision', from: 'agent', to: 'agent', count: 267 },
    { field: 'decision', from: 'slice_complete', to: 'slice too', count: 200 },
    { field: 'decision', from: 'system', to: 'system', count: 133 },
    { field: 'blocker', from: 'open', to: 'open', count: 50 },
    { field: 'blocker', from: 'resolved', to: 'resolved', count: 50 },
    { field: 'next action', from: 'done', to: 'done', count: 50 },
    { field: 'next action', from: 'pending', to: 'pending', count: 50 },
    { field: 'next action', from: 'skipped', to: 'skipped', count: 50 },
    { field: 'test', from: 'passed', to: 'reported', count: 200 },
    { field: 'test', from: 'failed', to: 'reported', count: 100 },
    { field: 'file', from: 'add', to: 'add', count: 25 },
    { field: 'file', from: 'edit', to: 'edit', count: 25 },
    { field: 'finding', from: 'deferred', to: 'deferred', count: 100 },
    { field: 'finding', from: 'fixed', to: 'fixed', count: 100 },
    { field: 'finding', from: 'integrated', to: 'integrated', count: 100 },
    { field: 'finding', from: 'open', to: 'open', count: 100 },
    { field: 'finding', from: 'resolved_on_branch', to: 'resolved_on_branch', count: 100 },
    { field: 'finding', from: 'superseded', to: 'superseded', count: 100 },
    { field: 'finding', from: 'wontfix', to: 'wontfix', count: 100 },
    { field: 'review', from: 'conditional_pass', to: 'conditional_pass', count: 50 },
    { field: 'review', from: 'fail', to: 'fail', count: 50 },
    { field: 'review', from: 'pass', to: 'pass', count: 50 },
    { field: 'review', from: 'pass_with_findings', to: 'pass_with_findings', count: 50 },
  ]);
  expect(await counted('select status, count(*) from tasks group by status order by status')).toEqual([
    ['blocked', 25],
    ['done', 25],
    ['in_progress', 25],
    ['review', 25],
  ]);
  expect(await counted('select status, owner, count(*) from work_items group by 1, 2 order by 1, 2')).toEqual([
    ['done', 'ben', 25],
    ['in_flight', 'ana', 50],
    ['in_flight', 'ben', 25],
  ]);
  expect(await counted('select status, count(*) from findings group by status order by status')).toEqual([
    ['deferred', 100],
    ['fixed', 100],
    ['integrated', 100],
    ['open', 100],
    ['resolved_on_branch', 100],
    ['superseded', 100],
    ['wontfix', 100],
  ]);
  expect(await counted('select severity, count(*) from findings group by severity order by severity')).toEqual([
    ['high', 234],
    ['low', 233],
    ['medium', 233],
  ]);
  expect(await counted('select count(distinct key), count(review_run_id) from findings')).toEqual([[700, 350]]);
  expect(await counted('select verdict, count(*), count(distinct key) from review_runs group by 1 order by 1')).toEqual(
    [
      ['conditional_pass', 50, 50],
      ['fail', 50, 50],
      ['pass', 50, 50],
      ['pass_with_findings', 50, 50],
    ],
  );
  expect(await counted('select grade, passed, count(*) from evidence group by 1, 2 order by 1, 2')).toEqual([
    ['reported', 0, 100],
    ['reported', 1, 200],
  ]);
  expect(await counted('select actor, count(*) from decisions group by 1 order by 1')).toEqual([
    ['GPT 5', 133],
    ['Opus 4 high', 134],
    ['codex', 133],
  ]);
  expect(await counted('select mode, count(*) from findings group by mode order by mode')).toEqual([
    ['branch', 350],
    ['planning', 175],
    ['release_audit', 175],
  ]);
  // Those that are open have no end.
  expect(
    await counted(
      `select count(line_start), sum(line_end), count(fix), sum(reopen_count), count(reopen_reason), count(reopened_at),
       count(note), count(fixed_sha), count(resolved_ref), count(resolved_at), max(resolved_at) from findings`,
    ),
  ).toEqual([[350, 1750, 350, 700, 350, 350, 700, 600, 600, 600, Date.UTC(2026, 9, 1, 8, 50)]]);
  expect(
    await counted(
      "select harness, branch, count(distinct session) from findings where actor = 'GPT 5' group by 1, 2 limit 2",
    ),
  ).toEqual([
    ['codex', 'feature/task-0', 2],
    ['codex', 'feature/task-1', 3],
  ]);
  expect(await counted('select count(*) from slices')).toEqual([[200]]);
  expect(await counted('select count(*) from touched_files')).toEqual([[50]]);
  expect(await run(path, {}, person)).toMatchObject({ added: 0, existing: 100, conversions: [] });
});
