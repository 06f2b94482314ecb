import { chmodSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { otherAgent, person } from '../../../test/support/testRepository.js';
import { isRefusal } from '../../domain/refusal/refusal.js';
import { actionAdd } from '../action/actionAdd.js';
import { actionComplete } from '../action/actionComplete.js';
import { actionSkip } from '../action/actionSkip.js';
import { actionUpdate } from '../action/actionUpdate.js';
import { blockerAdd } from '../blocker/blockerAdd.js';
import { blockerResolve } from '../blocker/blockerResolve.js';
import { decisionRecord } from '../decision/decisionRecord.js';
import { evidenceRun } from '../evidence/evidenceRun.js';
import { invoke } from '../invoke.js';
import type { AnyOperation } from '../operation.js';
import { taskArchive } from './taskArchive.js';
import { taskFinish } from './taskFinish.js';
import { taskList } from './taskList.js';
import { taskRestore } from './taskRestore.js';
import { taskShow } from './taskShow.js';
import { taskStart } from './taskStart.js';
import { taskUpdate } from './taskUpdate.js';

let repo: GitTestRepository;
beforeEach(() => {
  repo = new GitTestRepository();
});
afterEach(() => repo.close());

describe('starting', () => {
  it('makes a branch and a worktree beside the repository, and one event', async () => {
    const { task, made } = await repo.ok(taskStart, { objective: '  Limit the rate of logins  ', here: false });
    expect(made).toBe(true);
    expect(task).toMatchObject({
      ref: 'T-1',
      name: 't1-limit-the-rate-of',
      objective: 'Limit the rate of logins',
      status: 'in_progress',
      light: false,
      branch: 'feature/t1-limit-the-rate-of',
      base: 'main',
      workTree: `${repo.repository}.worktrees/t1-limit-the-rate-of`,
      createdBy: 'codex',
      revision: 1,
    });
    expect(repo.git('branch', '--list', 'feature/*').trim()).toBe('+ feature/t1-limit-the-rate-of');
    expect(await repo.eventTypes()).toEqual(['work_item_created', 'work_item_claimed', 'task_started']);
  });

  it.each([
    ['a worktree of its own', {}],
    ['a name', { ref: 'login-2' }],
    ['a work item', { workItem: 'W-1' }],
    ['a branch here', { here: true }],
    ['a small fix', { light: true }],
  ])('goes on with the task that the same caller has started, with %s', async (_what, more) => {
    await repo.add('The login');
    const input = { objective: 'Limit the logins', ...more };
    const first = await repo.ok(taskStart, input);
    expect(first.repeated).toBe(false);
    repo.now += 1000;
    const before = [await repo.dump(), repo.git('branch', '--list'), repo.git('worktree', 'list')];
    expect(await repo.ok(taskStart, input)).toEqual({ ...first, made: false, repeated: true });
    expect(await repo.refused(taskStart, input, otherAgent)).toMatchObject({
      code: 'conflict',
      message: `codex is already working on T-1 (${first.task.name}).`,
      details: { task: 'T-1', actor: 'codex' },
    });
    expect([await repo.dump(), repo.git('branch', '--list'), repo.git('worktree', 'list')]).toEqual(before);
  });

  it('starts a second task of one objective when that is wanted, or goes on with the item of the first', async () => {
    const input = { objective: 'Limit the logins' };
    await repo.ok(taskStart, input);
    expect(await repo.refused(taskStart, input, otherAgent)).toMatchObject({
      hint: 'Switch to it to continue it, or start a second task (--new).',
    });
    const second = await repo.ok(taskStart, { ...input, new: true }, otherAgent);
    expect([second.task.ref, second.made, second.repeated]).toEqual(['T-2', true, false]);
    await repo.ok(taskArchive, { task: 'T-1' });
    await repo.ok(taskArchive, { task: 'T-2' }, otherAgent);
    expect(await repo.refused(taskStart, input)).toMatchObject({
      code: 'conflict',
      message: 'W-1 “Limit the logins” is open and has the same title.',
      next: [{ operation: 'task.start', input: { workItem: 'W-1' } }],
    });
    expect((await repo.ok(taskStart, { ...input, workItem: 'W-1' })).task).toMatchObject({
      ref: 'T-3',
      workItem: 'W-1',
    });
  });

  it('makes one task of two same calls at the same moment', async () => {
    const input = { objective: 'Limit the logins' };
    const answers = await Promise.all([repo.call(taskStart, input), repo.call(taskStart, input)]);
    expect((await repo.ok(taskList, {})).tasks).toHaveLength(1);
    expect(answers.filter(answer => 'task' in answer)).not.toHaveLength(0);
  });

  it('takes the number of an item in place of an objective for that item, and refuses one that is not there', async () => {
    await repo.add('The login');
    const { task } = await repo.ok(taskStart, { objective: 'w-1' });
    expect([task.objective, task.workItem]).toEqual(['The login', 'W-1']);
    const refused = await repo.call(taskStart, { objective: 'W-7' });
    expect(refused).toMatchObject({ refused: true, code: 'not_found' });
    expect(await repo.eventTypes()).toEqual(['work_item_created', 'work_item_claimed', 'task_started']);
  });

  it('takes a ref, a slug and a work item', async () => {
    await repo.add('The login');
    const { task } = await repo.ok(taskStart, {
      objective: 'Do it',
      slug: 'login-form',
      workItem: 'W-1',
      here: false,
    });
    expect([task.name, task.branch, task.workItem]).toEqual(['w1-do-it', 'feature/w1-do-it-login-form', 'W-1']);
    const named = await repo.ok(taskStart, { objective: 'Other', ref: 'retry-503', here: false });
    expect(named.task.branch).toBe('feature/retry-503');
    expect(await repo.refused(taskStart, { objective: 'Again', workItem: 'W-1', light: true })).toMatchObject({
      code: 'conflict',
      message: 'T-1 (w1-do-it) already covers W-1.',
    });
  });

  it('stays here with a new branch, and keeps the changes that are there', async () => {
    repo.write('README.md', 'changed\n');
    const { task } = await repo.ok(taskStart, { objective: 'Here', here: true });
    expect(task).toMatchObject({ branch: 'feature/t1-here', workTree: repo.repository });
    expect(repo.git('branch', '--show-current')).toBe('feature/t1-here');
    expect(repo.git('status', '--short')).toBe('M README.md');
  });

  it('takes a light task on the branch at hand, and off a protected one', async () => {
    repo.git('switch', '-q', '-c', 'fix-typo');
    const light = await repo.ok(taskStart, { objective: 'Fix the typo', light: true });
    expect(light.task).toMatchObject({ light: true, branch: 'fix-typo', workTree: repo.repository });
    expect(light.made).toBe(false);
    repo.git('switch', '-q', 'main');
    const other = await repo.ok(taskStart, { objective: 'Fix another', light: true });
    expect(other.task).toMatchObject({ light: true, branch: 'feature/t2-fix-another' });
    expect(repo.git('branch', '--show-current')).toBe('feature/t2-fix-another');
  });

  it('uses a worktree again that has the branch', async () => {
    repo.git('worktree', 'add', '-q', '-b', 'feature/retry-503', join(repo.directory, 'mine'));
    const { task, made } = await repo.ok(taskStart, { objective: 'Retry', ref: 'retry-503' });
    expect(made).toBe(false);
    expect(task.workTree).toMatch(/\/mine$/);
  });

  it('refuses names that cannot be, with one that could', async () => {
    const refusals: [object, string, string | undefined][] = [
      [{ ref: 'login' }, 'it must be two or more words of lowercase letters and digits', 'Use, for example, login-1.'],
      [
        { ref: 'Rate Limit 2' },
        'it must be two or more words of lowercase letters and digits',
        'Use, for example, rate-limit-2.',
      ],
      [{ ref: 'rate-limit' }, 'it must contain a digit', 'Use, for example, rate-limit-1.'],
      [{ ref: 'T-3' }, 'it looks like one of Stateroom’s own ids', undefined],
      [
        { slug: 'a b' },
        'Invalid slug “a b”: it must be words of lowercase letters and digits',
        'Use words such as login-form, or leave it out.',
      ],
    ];
    for (const [input, message, hint] of refusals) {
      const refusal = await repo.refused(taskStart, { objective: 'X', ...input });
      expect(refusal.code).toBe('invalid_input');
      expect(refusal.message).toContain(message);
      if (hint !== undefined) expect(refusal.hint).toBe(hint);
    }
    expect((await repo.refused(taskStart, { objective: ' ' })).code).toBe('invalid_input');
    expect(await repo.refused(taskStart, { objective: 'X', base: 'nowhere' })).toMatchObject({
      code: 'not_found',
      message: 'Branch or commit nowhere not found.',
    });
    expect((await repo.store.health()).state).toBe('absent');
  });

  it('leaves no branch and no worktree behind when the store refuses', async () => {
    await repo.ok(taskStart, { objective: 'One', ref: 'one-1' });
    await repo.add('Item');
    await repo.ok(taskStart, { objective: 'Two', ref: 'two-2', workItem: 'W-2' });
    const before = [repo.git('branch', '--list'), repo.git('worktree', 'list')];
    for (const input of [
      { objective: 'Three', ref: 'three-3', workItem: 'W-2' },
      { objective: 'Three', ref: 'three-3', workItem: 'W-2', here: true },
    ]) {
      expect((await repo.refused(taskStart, input)).code).toBe('conflict');
      expect([repo.git('branch', '--list'), repo.git('worktree', 'list')]).toEqual(before);
    }
    expect(existsSync(`${repo.repository}.worktrees/three-3`)).toBe(false);
  });

  it('leaves nothing behind where a hook of the repository fails, here or in a worktree of its own', async () => {
    repo.write('.git/hooks/post-checkout', '#!/bin/sh\necho "git-lfs is not there" >&2\nexit 3\n');
    chmodSync(join(repo.repository, '.git/hooks/post-checkout'), 0o755);
    for (const here of [true, false]) {
      const refusal = await repo.refused(taskStart, { objective: 'One', ref: 'one-1', here });
      expect(refusal.message).toMatch(/^Git reported an error: .*git-lfs is not there/);
    }
    expect(repo.git('branch', '--format=%(refname:short)')).toBe('main');
    expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1);
    expect(repo.git('branch', '--show-current')).toBe('main');
    rmSync(join(repo.repository, '.git/hooks/post-checkout'));
    expect((await repo.ok(taskStart, { objective: 'One', ref: 'one-1', here: true })).made).toBe(true);
  });

  it('says what git says where a folder is in the way, in a rebase and in a repository without commits', async () => {
    repo.write('../repository.worktrees/one-1/file', 'mine\n');
    const blocked = await repo.refused(taskStart, { objective: 'One', ref: 'one-1', here: false });
    expect(blocked.code).toBe('conflict');
    expect(blocked.message).toContain('already exists');
    repo.git('switch', '-q', '-c', 'side');
    repo.commit('Side', { 'README.md': 'side\n' });
    repo.git('switch', '-q', 'main');
    repo.commit('Main', { 'README.md': 'main\n' });
    expect(() => repo.git('merge', 'side')).toThrow();
    expect(await repo.refused(taskStart, { objective: 'One', here: true })).toMatchObject({
      code: 'transition_not_allowed',
      message: `A merge is in progress in ${repo.repository}.`,
    });
    repo.git('merge', '--abort');
    repo.git('switch', '-q', '--orphan', 'empty');
    repo.git('branch', '-q', '-D', 'main', 'side');
    expect((await repo.refused(taskStart, { objective: 'One', here: false })).code).toBe('transition_not_allowed');
    expect((await repo.ok(taskStart, { objective: 'One', here: true })).task.branch).toBe('feature/t1-one');
  });
});

describe('a three-line fix', () => {
  it('takes four calls: start, prove, commit, finish', async () => {
    repo.git('switch', '-q', '-c', 'fix-typo');
    let calls = 0;
    const call = async <T>(answer: Promise<T>): Promise<T> => {
      calls += 1;
      return answer;
    };
    await call(repo.ok(taskStart, { objective: 'Fix the typo in the footer', light: true }));
    repo.write('README.md', 'one\nTWO\nthree\n');
    await call(repo.ok(evidenceRun, { command: ['grep', '-q', 'TWO', 'README.md'] }));
    calls += 1;
    repo.commit('Fix the typo');
    const { task } = await call(repo.ok(taskFinish, {}));
    expect(task).toMatchObject({ status: 'done', finishedAt: '2026-11-02T10:00:00.000Z' });
    expect(calls).toBeLessThanOrEqual(5);
  });

  it('is not closed without proof, nor by a stale one', async () => {
    repo.git('switch', '-q', '-c', 'fix-typo');
    await repo.ok(taskStart, { objective: 'Fix the typo', light: true });
    repo.commit('Fix', { 'README.md': 'two\n' });
    expect((await repo.refused(taskFinish, {})).message).toContain(
      'was not finished: No passing evidence for this tree.',
    );
    repo.write('README.md', 'half\n');
    expect((await repo.refused(taskFinish, {})).message).toMatch(
      / was not finished: Uncommitted changes in 1 path: README\.md\. And 1 more\.$/,
    );
    repo.commit('Whole', { 'README.md': 'whole\n' });
    await repo.ok(evidenceRun, { command: ['true'] });
    repo.commit('One more', { 'README.md': 'three\n' });
    const refusal = await repo.refused(taskFinish, {});
    expect(refusal).toMatchObject({ code: 'transition_not_allowed', details: { gate: 'close-check' } });
    expect(JSON.stringify(refusal.details)).toContain('stale_test_evidence');
  });
});

describe('changing', () => {
  it('needs the revision for all but the focus and its holder’s status, and tells both numbers in a conflict', async () => {
    await repo.task('x-1');
    await repo.ok(taskUpdate, { focus: 'The loop' });
    expect((await repo.ok(taskUpdate, { status: 'review', revision: 2 })).task).toMatchObject({
      status: 'review',
      focus: 'The loop',
      revision: 3,
    });
    expect(await repo.refused(taskUpdate, { status: 'blocked', revision: 2 })).toMatchObject({
      code: 'stale',
      message: 'Revision conflict: T-1 (x-1) is at revision 3, not 2.',
      details: { seen: 2, revision: 3 },
    });
    expect(await repo.refused(taskUpdate, { status: 'blocked' }, person)).toMatchObject({
      code: 'invalid_input',
      message: 'Changing status requires the current revision; T-1 (x-1) is at revision 3.',
    });
    expect((await repo.refused(taskUpdate, { status: 'blocked', objective: 'Less' })).message).toBe(
      'Changing objective requires the current revision; T-1 (x-1) is at revision 3.',
    );
    // No other agent may set it while this one holds the task.
    expect((await repo.ok(taskUpdate, { status: 'blocked' })).task).toMatchObject({ status: 'blocked', revision: 4 });
    expect((await repo.ok(taskUpdate, { status: 'review' })).task).toMatchObject({ status: 'review', revision: 5 });
    expect((await repo.refused(taskUpdate, { focus: 'Late', revision: 1 })).code).toBe('stale');
    expect((await repo.refused(taskUpdate, {})).message).toBe('Nothing to change.');
    const before = await repo.dump();
    await repo.ok(taskUpdate, { focus: 'The loop', status: 'review', revision: 5 });
    expect(await repo.dump()).toBe(before);
    expect((await repo.ok(taskUpdate, { clearFocus: true })).task.focus).toBeNull();
  });

  it('lets one of two writers win who have seen the same', async () => {
    await repo.task('x-1');
    const results = await Promise.all([
      repo.call(taskUpdate, { objective: 'Mine', revision: 1 }),
      repo.call(taskUpdate, { objective: 'Theirs', revision: 1 }, person),
    ]);
    expect(results.flatMap(result => (isRefusal(result) ? [result.code] : []))).toEqual(['stale']);
    // Either may be the first to have the store.
    const [winner] = results.flatMap(result => (isRefusal(result) ? [] : [result.task.objective]));
    expect(['Mine', 'Theirs']).toContain(winner);
    expect((await repo.ok(taskShow, { task: 'x-1' })).task).toMatchObject({ objective: winner, revision: 2 });
  });
});

/** The whole matrix: state, act, and what comes of it; written out, not taken from the product. */
const matrix: readonly (readonly [state: string, act: string, outcome: string])[] = [
  ['in_progress', 'to in_progress', 'in_progress'],
  ['in_progress', 'to blocked', 'blocked'],
  ['in_progress', 'to review', 'review'],
  ['in_progress', 'to done', 'transition_not_allowed'],
  ['in_progress', 'finish', 'done archived'],
  ['in_progress', 'archive', 'in_progress archived'],
  ['in_progress', 'restore', 'in_progress'],
  ['blocked', 'to in_progress', 'in_progress'],
  ['blocked', 'to blocked', 'blocked'],
  ['blocked', 'to review', 'review'],
  ['blocked', 'to done', 'transition_not_allowed'],
  ['blocked', 'finish', 'done archived'],
  ['blocked', 'archive', 'blocked archived'],
  ['blocked', 'restore', 'blocked'],
  ['review', 'to in_progress', 'in_progress'],
  ['review', 'to blocked', 'blocked'],
  ['review', 'to review', 'review'],
  ['review', 'to done', 'transition_not_allowed'],
  ['review', 'finish', 'done archived'],
  ['review', 'archive', 'review archived'],
  ['review', 'restore', 'review'],
  ['done', 'to in_progress', 'transition_not_allowed'],
  ['done', 'to blocked', 'transition_not_allowed'],
  ['done', 'to review', 'transition_not_allowed'],
  ['done', 'to done', 'transition_not_allowed'],
  ['done', 'finish', 'transition_not_allowed'],
  ['done', 'archive', 'done archived'],
  ['done', 'restore', 'transition_not_allowed'],
  ['archived', 'to in_progress', 'transition_not_allowed'],
  ['archived', 'to blocked', 'transition_not_allowed'],
  ['archived', 'to review', 'transition_not_allowed'],
  ['archived', 'to done', 'transition_not_allowed'],
  ['archived', 'finish', 'transition_not_allowed'],
  ['archived', 'archive', 'review archived'],
  ['archived', 'restore', 'review'],
];

describe('every transition of a task', () => {
  it.each(matrix)('%s, %s: %s', async (state, act, outcome) => {
    repo.git('switch', '-q', '-c', 'feature/x-1');
    repo.commit('Work', { 'src/a.ts': 'export {};\n' });
    const status = state === 'archived' ? 'review' : (state as 'review');
    await repo.task('x-1', {
      status,
      light: 1,
      branch: 'feature/x-1',
      worktree_path: repo.repository,
      archived_at: state === 'archived' ? repo.now : null,
      finished_at: state === 'done' ? repo.now : null,
    });
    if (act === 'finish')
      await repo.ok(evidenceRun, {
        command: ['true'],
        ...(state === 'archived' || state === 'done' ? { task: undefined } : {}),
      });
    const before = await repo.dump();
    const [operation, input] =
      act === 'finish'
        ? ([taskFinish, { task: 'x-1' }] as const)
        : act === 'archive'
          ? ([taskArchive, { task: 'x-1' }] as const)
          : act === 'restore'
            ? ([taskRestore, { task: 'x-1' }] as const)
            : ([taskUpdate, { task: 'x-1', status: act.slice(3), revision: 1 }] as const);
    const result = await invoke(operation as AnyOperation, repo.context(), input);
    if (isRefusal(result)) {
      expect(result.code).toBe(outcome);
      expect(await repo.dump()).toBe(before);
      return;
    }
    const { task } = await repo.ok(taskShow, { task: 'x-1' });
    expect(`${task.status}${task.archivedAt === null ? '' : ' archived'}`).toBe(outcome);
  });

  it('never takes a task that is done for the live one', async () => {
    await repo.task('x-1', { status: 'done' });
    expect((await repo.refused(taskShow, {})).code).toBe('not_found');
    expect((await repo.ok(taskList, { live: true })).tasks).toEqual([]);
    expect((await repo.ok(taskShow, { task: 'x-1' })).task.status).toBe('done');
  });

  it('does not bring a task back beside another one on its branch', async () => {
    await repo.task('x-1', { branch: 'feature/x', archived_at: repo.now });
    await repo.task('x-2', { branch: 'feature/x' });
    expect((await repo.refused(taskRestore, { task: 'x-1' })).message).toBe('T-2 (x-2) already uses branch feature/x.');
  });
});

describe('decisions', () => {
  it('are recorded once for a session, with who decided and where', async () => {
    await repo.task('x-1');
    const actor = { ...otherAgent, session: 'a' };
    const input = {
      decision: 'claude_choice_x-1_one_bucket',
      rationale: 'Because.',
      task: 'x-1',
      changedFiles: ['src/a.ts'],
    };
    const { decision, recorded } = await repo.ok(decisionRecord, input, actor);
    expect(recorded).toBe(true);
    expect(decision).toMatchObject({
      ref: 'D-1',
      task: 'T-1',
      origin: 'agent',
      actor: 'claude',
      session: 'a',
      branch: 'main',
      commit: repo.git('rev-parse', 'HEAD'),
      changedFiles: ['src/a.ts'],
    });
    const again = await repo.ok(decisionRecord, { ...input, rationale: 'Other.' }, actor);
    expect([again.recorded, again.differs, again.decision.ref]).toEqual([false, ['rationale'], 'D-1']);
    expect((await repo.ok(decisionRecord, input, { ...actor, session: 'b' })).decision.ref).toBe('D-2');
    expect((await repo.ok(decisionRecord, input, person)).decision).toMatchObject({ ref: 'D-3', origin: 'human' });
    expect((await repo.ok(decisionRecord, input, person)).recorded).toBe(false);
    expect(await repo.eventTypes()).toEqual(['decision_recorded', 'decision_recorded', 'decision_recorded']);
  });

  it('are refused under a wrong name or with too long a rationale, and warned of when long', async () => {
    await repo.task('x-1');
    const refusals: [string, string, string][] = [
      ['claude_choice_x-1_one-bucket', 'a', 'the slug contains a hyphen; join its words with _'],
      ['Claude_choice_x-1_a', 'a', 'the tag “Claude” must be 2 to 12 lowercase letters'],
      ['slice_complete_x-1_a', 'a', 'names without a tag are an old form that can no longer be created'],
      ['claude_choice_x-1_a', 'a'.repeat(3001), 'The rationale is 3001 characters long; the limit is 3000.'],
      ['claude_slice_complete_x-1_a', 'a', 'The rationale is missing ## Changes, ## Verification'],
    ];
    for (const [decision, rationale, message] of refusals) {
      const refusal = await repo.refused(decisionRecord, { decision, rationale });
      expect([refusal.code, refusal.message.includes(message)]).toEqual(['invalid_input', true]);
    }
    const long = await repo.ok(decisionRecord, { decision: 'claude_choice_x-1_a', rationale: 'a'.repeat(1501) });
    expect(long.warning).toBe('The rationale has 1501 characters; keep it below 1500 if possible.');
  });
});

describe('blockers and next actions', () => {
  it('come, go and are told of', async () => {
    await repo.task('x-1');
    await repo.ok(blockerAdd, { description: 'The database is down' });
    const { blocker } = await repo.ok(blockerResolve, { blocker: 'B-1', resolution: 'It is back' });
    expect(blocker).toMatchObject({ status: 'resolved', resolvedAt: '2026-11-02T10:00:00.000Z' });
    const before = await repo.dump();
    await repo.ok(blockerResolve, { blocker: 'B-1' });
    expect(await repo.dump()).toBe(before);
    await repo.ok(actionAdd, { text: 'Second' });
    await repo.ok(actionAdd, { text: 'First', priority: 5 });
    await repo.ok(actionAdd, { text: 'Never' });
    expect((await repo.ok(taskShow, {})).nextActions.map(({ action }) => action)).toEqual(['First', 'Second', 'Never']);
    await repo.ok(actionUpdate, { id: 'A-1', priority: 1 });
    await repo.ok(actionComplete, { id: 'A-2', note: 'Done' });
    await repo.ok(actionSkip, { id: 'A-3' });
    expect((await repo.ok(taskShow, {})).nextActions.map(({ action }) => action)).toEqual(['Second']);
    expect(await repo.refused(actionComplete, { id: 'A-3' })).toMatchObject({
      code: 'transition_not_allowed',
      message: 'A-3 “Never” is already skipped.',
    });
    expect((await repo.refused(actionUpdate, { id: 'A-1' })).code).toBe('invalid_input');
    expect((await repo.refused(blockerResolve, { blocker: 'B-9' })).code).toBe('not_found');
    expect(await repo.eventTypes()).toEqual([
      'blocker_added',
      'blocker_resolved',
      'next_action_added',
      'next_action_added',
      'next_action_added',
      'next_action_updated',
      'next_action_completed',
      'next_action_skipped',
    ]);
    const { rows } = await repo.store.maintenance.query(
      "select payload from events where type like 'next_action_%' order by id",
      10,
    );
    expect(rows.slice(2).map(([payload]) => JSON.parse(String(payload)))).toEqual([
      { task: 'T-1', action: 'A-3', text: 'Never' },
      { task: 'T-1', action: 'A-1', text: 'Second', priority: 1 },
      { task: 'T-1', action: 'A-2', text: 'First', status: 'done', note: 'Done' },
      { task: 'T-1', action: 'A-3', text: 'Never', status: 'skipped', note: null },
    ]);
  });

  it('are not added to a task that is over', async () => {
    await repo.task('x-1', { status: 'done' });
    await repo.task('x-2', { archived_at: repo.now });
    for (const task of ['x-1', 'x-2']) {
      expect((await repo.refused(blockerAdd, { description: 'x', task })).code).toBe('transition_not_allowed');
      expect((await repo.refused(actionAdd, { text: 'x', task })).code).toBe('transition_not_allowed');
    }
  });
});
