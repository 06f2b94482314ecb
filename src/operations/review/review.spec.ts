import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitTestRepository } from '../../../test/support/gitTestRepository.js';
import { agent, otherAgent, person } from '../../../test/support/testRepository.js';
import type { Actor } from '../../domain/actor/actor.js';
import { isRefusal } from '../../domain/refusal/refusal.js';
import type { ReviewRunRow } from '../../domain/review/reviewRunRow.js';
import { randomIds } from '../../platform/idSource.js';
import { findingFix } from '../finding/findingFix.js';
import { findingRecord } from '../finding/findingRecord.js';
import { planRegister } from '../plan/planRegister.js';
import { reviewCoverage } from './reviewCoverage.js';
import { reviewList } from './reviewList.js';
import { reviewRecord } from './reviewRecord.js';
import { reviewRequestChanges } from './reviewRequestChanges.js';
import { reviewStart } from './reviewStart.js';

let repository: GitTestRepository;
beforeEach(async () => {
  repository = new GitTestRepository();
  repository.git('switch', '-q', '-c', 'feature/w1-limits');
  repository.commit('Limit', { 'src/limit.ts': 'one\n', 'src/other.ts': 'one\n' });
  await repository.task('w1-limits', { branch: 'feature/w1-limits' });
});
afterEach(() => repository.close());

const rows = async (sql: string) => (await repository.store.maintenance.query(sql, 100)).rows;

describe('a review run', () => {
  it('is started, named by findings, and ended with a verdict that is a decision too', async () => {
    const { run } = await repository.ok(reviewStart, {}, otherAgent);
    expect(run).toMatchObject({
      ref: 'V-1',
      task: 'T-1',
      subject: 'feature/w1-limits',
      subjectKind: 'branch',
      mode: 'branch',
      status: 'started',
      verdict: null,
      stale: false,
      decision: null,
      requestChanges: false,
      actor: 'claude',
      harness: 'claude-code',
      branch: 'feature/w1-limits',
      commit: repository.git('rev-parse', 'HEAD'),
      startedAt: '2026-11-02T10:00:00.000Z',
      reviewedAt: null,
    });
    await repository.ok(findingRecord, { severity: 'low', path: 'src/limit.ts', text: 'One?', run: 'V-1' }, otherAgent);
    repository.now += 5000;
    const input = {
      verdict: 'pass_with_findings' as const,
      run: 'V-1',
      summary: 'It counts.',
      coveredFiles: ['src/limit.ts', './src/limit.ts'],
    };
    const recorded = await repository.ok(reviewRecord, input, { ...otherAgent, session: 'second' });
    expect(recorded.run).toMatchObject({
      ref: 'V-1',
      status: 'recorded',
      verdict: 'pass_with_findings',
      summary: 'It counts.',
      coveredFiles: ['src/limit.ts'],
      decision: 'D-1',
      session: 'second',
      reviewedAt: '2026-11-02T10:00:05.000Z',
      revision: 2,
    });
    expect(await rows('select decision, rationale, origin, actor, task_id is not null from decisions')).toEqual([
      [
        'review_verdict_T-1_v1_pass_with_findings',
        'V-1 on feature/w1-limits: pass_with_findings.\n\nIt counts.',
        'agent',
        'claude',
        1,
      ],
    ]);
    expect((await repository.eventTypes()).filter(type => type !== 'finding_recorded')).toEqual([
      'review_started',
      'review_recorded',
    ]);
    expect(await repository.ok(reviewRecord, input, otherAgent)).toEqual(recorded);
    expect(await rows('select count(*) from decisions')).toEqual([[1]]);
  });

  it.each([
    [agent, 'agent'],
    [person, 'human'],
  ] as const)('gives the decision the origin of who recorded it', async (actor: Actor, origin) => {
    await repository.ok(reviewRecord, { verdict: 'pass' }, actor);
    expect(await rows('select origin from decisions')).toEqual([[origin]]);
  });

  it('is recorded in one call, once for the same id', async () => {
    const input = { verdict: 'fail', subject: 'feature/w1-limits', id: 'nightly-1' } as const;
    const first = await repository.ok(reviewRecord, input);
    expect(first.run).toMatchObject({ ref: 'V-1', key: 'nightly-1', verdict: 'fail' });
    expect(await repository.ok(reviewRecord, input)).toEqual(first);
    expect(await repository.ok(reviewStart, { id: 'nightly-1' })).toEqual(first);
    expect(await repository.refused(reviewRecord, { ...input, verdict: 'pass' })).toMatchObject({
      code: 'transition_not_allowed',
      message: 'V-1 already has a verdict: fail.',
    });
    repository.write('docs/adr.md', '# Decision\n');
    expect(await repository.refused(reviewStart, { subject: 'docs/adr.md', id: 'nightly-1' })).toMatchObject({
      code: 'conflict',
      message: 'The id nightly-1 is already used by V-1, a branch review of feature/w1-limits.',
    });
  });

  it('does not pass while a finding of it is open', async () => {
    await repository.ok(reviewStart, {});
    await repository.ok(findingRecord, { severity: 'low', path: 'src/limit.ts', text: 'One?', run: 'V-1' });
    expect(await repository.refused(reviewRecord, { verdict: 'pass', run: 'V-1' })).toMatchObject({
      code: 'conflict',
      message: 'V-1 cannot pass: F-1 is still open.',
      hint: 'Use pass_with_findings, or close the findings first.',
    });
    repository.commit('Fix', { 'src/limit.ts': 'two\n' });
    await repository.ok(findingFix, { ids: ['F-1'] });
    expect((await repository.ok(reviewRecord, { verdict: 'pass', run: 'V-1' })).run.verdict).toBe('pass');
  });

  it('is ended by who started it', async () => {
    await repository.ok(reviewStart, {}, otherAgent);
    for (const operation of [reviewRecord, reviewRequestChanges]) {
      const input = operation === reviewRecord ? { verdict: 'pass', run: 'V-1' } : { comment: 'No', run: 'V-1' };
      expect(await repository.refused(operation, input, agent)).toMatchObject({
        code: 'conflict',
        message: 'V-1 is a review by claude. Only claude can end it.',
      });
    }
  });
});

/** Puts a run of `claude` into a state, past every rule; its ref is V-1. */
async function put(state: Partial<ReviewRunRow>): Promise<void> {
  await repository.store.transaction(async transaction =>
    transaction.reviewRuns.insert([
      {
        id: randomIds.ulid(repository.now),
        number: await transaction.reviewRuns.takeNumbers(1),
        task_id: (await transaction.tasks.live())[0]?.id ?? null,
        key: null,
        subject_path: 'feature/w1-limits',
        subject_kind: 'branch',
        mode: 'branch',
        status: 'recorded',
        verdict: null,
        summary: null,
        covered_files: '[]',
        subject_hash: null,
        decision_id: null,
        request_changes: 0,
        actor: 'claude',
        role: 'agent',
        harness: 'claude-code',
        model: null,
        effort: null,
        session: null,
        lane: null,
        branch: 'feature/w1-limits',
        commit_sha: null,
        started_at: repository.now,
        reviewed_at: state.status === 'started' ? null : repository.now,
        revision: 1,
        ...state,
      },
    ]),
  );
}

const started = { status: 'started' } as const;
const states: Readonly<Record<string, Partial<ReviewRunRow>>> = {
  started,
  pass: { verdict: 'pass' },
  pass_with_findings: { verdict: 'pass_with_findings' },
  conditional_pass: { verdict: 'conditional_pass' },
  fail: { verdict: 'fail' },
  'fail, changes requested': { verdict: 'fail', request_changes: 1 },
};
const no = 'transition_not_allowed';
/** What each act makes of each state; a code where it is refused, `same` where nothing changes. */
const matrix = {
  started: {
    pass: 'pass',
    pass_with_findings: 'pass_with_findings',
    conditional_pass: 'conditional_pass',
    fail: 'fail',
    request: 'fail, changes requested',
  },
  pass: { pass: 'same', pass_with_findings: no, conditional_pass: no, fail: no, request: no },
  pass_with_findings: {
    pass: no,
    pass_with_findings: 'same',
    conditional_pass: no,
    fail: no,
    request: 'pass_with_findings, changes requested',
  },
  conditional_pass: {
    pass: no,
    pass_with_findings: no,
    conditional_pass: 'same',
    fail: no,
    request: 'conditional_pass, changes requested',
  },
  fail: { pass: no, pass_with_findings: no, conditional_pass: no, fail: 'same', request: 'fail, changes requested' },
  'fail, changes requested': {
    pass: no,
    pass_with_findings: no,
    conditional_pass: no,
    fail: 'same',
    request: 'fail, changes requested',
  },
} as const;

describe('the states of a review run', () => {
  for (const [from, acts] of Object.entries(matrix)) {
    it.each(Object.entries(acts))(`${from}: %s → %s`, async (act, expected) => {
      await put(states[from] ?? {});
      const before = await repository.dump();
      repository.now += 1000;
      const result =
        act === 'request'
          ? await repository.call(reviewRequestChanges, { comment: 'Count per user', run: 'V-1' }, otherAgent)
          : await repository.call(reviewRecord, { verdict: act as 'pass', run: 'V-1' }, otherAgent);
      if (isRefusal(result)) {
        expect(result.code).toBe(expected);
        expect(await repository.dump()).toBe(before);
        return;
      }
      if (expected === 'same') {
        expect(await repository.dump()).toBe(before);
        return;
      }
      const { verdict, requestChanges } = result.run;
      expect(`${verdict}${requestChanges ? ', changes requested' : ''}`).toBe(expected);
      expect(await repository.eventTypes()).toEqual([act === 'request' ? 'changes_requested' : 'review_recorded']);
    });
  }
});

describe('what a review saw', () => {
  const stale = async () => (await repository.ok(reviewList, {})).runs.map(run => run.stale);

  it('is the tree of the branch: an edit makes it stale, a commit of what was seen does not', async () => {
    repository.write('src/limit.ts', 'two\n');
    await repository.ok(reviewRecord, { verdict: 'pass' });
    expect(await stale()).toEqual([false]);
    repository.commit('As it was seen');
    expect(await stale()).toEqual([false]);
    repository.write('.stateroom/plans/x.md', '# X\n');
    expect(await stale()).toEqual([false]);
    repository.write('new.txt', 'new\n');
    expect(await stale()).toEqual([true]);
    repository.remove('new.txt');
    repository.git('switch', '-q', 'main');
    expect(await stale()).toEqual([false]);
    repository.git('branch', '-q', '-D', 'feature/w1-limits');
    expect(await stale()).toEqual([null]);
  });

  it('is what it was when the review began, however long it took', async () => {
    await repository.ok(reviewStart, {});
    repository.commit('Meanwhile', { 'src/limit.ts': 'two\n' });
    expect((await repository.ok(reviewRecord, { verdict: 'pass', run: 'V-1' })).run.stale).toBe(true);
  });

  it('is the text of a document, for a Markdown one without its checkbox marks', async () => {
    repository.write('docs/adr.md', '# Decision\n\n- [ ] a\n');
    repository.write('notes.txt', '- [ ] a\n');
    await repository.ok(reviewRecord, { verdict: 'pass', subject: 'docs/adr.md', kind: 'adr' });
    await repository.ok(reviewRecord, { verdict: 'pass', subject: 'notes.txt' });
    repository.write('docs/adr.md', '# Decision\n\n- [x] a\n');
    repository.write('notes.txt', '- [x] a\n');
    expect((await repository.ok(reviewList, {})).runs).toMatchObject([
      { subject: 'notes.txt', subjectKind: 'other', mode: 'planning', stale: true },
      { subject: 'docs/adr.md', subjectKind: 'adr', mode: 'planning', stale: false },
    ]);
  });

  it.each([
    ['feature/none', undefined, 'not_found', 'Nothing to review: file feature/none not found.'],
    ['feature/none', 'branch', 'not_found', 'Nothing to review: branch feature/none not found.'],
    ['../away.md', undefined, 'invalid_input', '../away.md is outside this repository.'],
  ] as const)('refuses %s', async (subject, kind, code, message) => {
    expect(await repository.refused(reviewStart, { subject, ...(kind === undefined ? {} : { kind }) })).toMatchObject({
      code,
      message,
    });
  });

  it('refuses a detached HEAD without a subject', async () => {
    repository.git('switch', '-q', '--detach');
    expect(await repository.refused(reviewStart, {})).toMatchObject({
      code: 'invalid_input',
      message: 'HEAD is detached, so there is no branch to review.',
    });
    expect((await repository.ok(reviewStart, { subject: 'feature/w1-limits' })).run.stale).toBe(false);
  });
});

describe('the task of a review', () => {
  it('is that of the branch or of the plan, and none for a document where no task lives', async () => {
    repository.write('docs/a.md', '# A\n');
    repository.write('docs/b.md', '# B\n');
    await repository.task('w2-other', { branch: 'feature/w2-other' });
    await repository.ok(planRegister, { plan: 'docs/b.md', task: 'w2-other' });
    const taskOf = async (subject: string) =>
      (await repository.ok(reviewRecord, { verdict: 'pass', subject })).run.task;
    expect([await taskOf('feature/w1-limits'), await taskOf('docs/b.md'), await taskOf('docs/a.md')]).toEqual([
      'T-1',
      'T-2',
      'T-1',
    ]);
    repository.git('switch', '-q', 'main');
    expect(await repository.refused(reviewRecord, { verdict: 'pass', subject: 'docs/a.md' })).toMatchObject({
      code: 'ambiguous',
    });
    await repository.store.transaction(async transaction => {
      for (const task of await transaction.tasks.live()) await transaction.tasks.change(task, { status: 'done' });
    });
    const { run } = await repository.ok(reviewRecord, { verdict: 'pass', subject: 'docs/a.md' });
    expect([run.task, run.decision]).toEqual([null, null]);
    expect(await repository.refused(reviewRecord, { verdict: 'pass', subject: 'main' })).toMatchObject({
      code: 'not_found',
    });
  });
});

describe('a request for changes', () => {
  it('sends the task back to work with a next action, in one event', async () => {
    await repository.store.transaction(async transaction => {
      for (const task of await transaction.tasks.live()) await transaction.tasks.change(task, { status: 'review' });
    });
    const { run, taskStatus } = await repository.ok(reviewRequestChanges, { comment: 'Count per user' }, person);
    expect(run).toMatchObject({ ref: 'V-1', verdict: 'fail', requestChanges: true, summary: 'Count per user' });
    expect(taskStatus).toBe('in_progress');
    expect(await rows('select action, priority, status, actor from next_actions')).toEqual([
      ['V-1 requests changes: Count per user', 10, 'pending', 'Ada'],
    ]);
    expect(await rows('select status, updated_by, revision from tasks')).toEqual([['in_progress', 'Ada', 3]]);
    expect(await rows('select rationale from decisions')).toEqual([
      ['V-1 on feature/w1-limits: fail, changes requested.\n\nCount per user'],
    ]);
    expect(await repository.eventTypes()).toEqual(['changes_requested']);
  });

  it('is settled with its next action by the later pass of its reviewer, and by no other', async () => {
    await repository.ok(reviewRequestChanges, { comment: 'Count per user' }, person);
    await repository.ok(reviewRecord, { verdict: 'pass' }, otherAgent);
    await repository.ok(reviewRecord, { verdict: 'pass_with_findings' }, person);
    expect(await rows('select status from next_actions')).toEqual([['pending']]);
    await repository.ok(reviewRecord, { verdict: 'pass', id: 'again' }, person);
    expect(await rows('select status, note from next_actions')).toEqual([['done', 'V-4 passes.']]);
    expect(await repository.eventTypes()).toEqual([
      ...['changes_requested', 'review_recorded', 'review_recorded', 'next_action_completed', 'review_recorded'],
    ]);
  });

  it('leaves a task that is blocked as it is', async () => {
    await repository.store.transaction(async transaction => {
      for (const task of await transaction.tasks.live()) await transaction.tasks.change(task, { status: 'blocked' });
    });
    expect((await repository.ok(reviewRequestChanges, { comment: 'x'.repeat(2000) })).taskStatus).toBe('blocked');
    expect(await rows('select length(action) from next_actions')).toEqual([[500]]);
  });
});

describe('review coverage', () => {
  it('says which changed files were read as they are, before they changed, or not at all', async () => {
    await repository.ok(reviewStart, { id: 'first' }, otherAgent);
    await repository.ok(
      findingRecord,
      { severity: 'high', path: 'src/limit.ts', text: 'One?', run: 'first' },
      otherAgent,
    );
    await repository.ok(
      findingRecord,
      { severity: 'low', path: 'src/limit.ts', text: 'Two?', run: 'first' },
      otherAgent,
    );
    repository.commit('Fix');
    await repository.ok(findingFix, { ids: ['F-2'] });
    const covered = { coveredFiles: ['src/limit.ts', 'README.md'] };
    await repository.ok(reviewRecord, { verdict: 'fail', run: 'first', ...covered }, otherAgent);
    repository.commit('More', { 'src/limit.ts': 'two\n' });
    repository.write('src/third.ts', 'one\n');
    await repository.ok(reviewRecord, { verdict: 'pass', coveredFiles: ['src/other.ts'] }, person);
    expect(await repository.ok(reviewCoverage, {})).toEqual({
      task: 'T-1',
      files: { changed: 3, covered: 1, stale: ['src/limit.ts'], uncovered: ['src/third.ts'], truncated: false },
      findings: { high: { open: 1, ended: 0 }, medium: { open: 0, ended: 0 }, low: { open: 0, ended: 1 } },
      runs: [
        expect.objectContaining({
          ref: 'V-2',
          verdict: 'pass',
          stale: false,
          actor: 'Ada',
          findings: { high: { open: 0, ended: 0 }, medium: { open: 0, ended: 0 }, low: { open: 0, ended: 0 } },
        }),
        expect.objectContaining({
          ref: 'V-1',
          verdict: 'fail',
          stale: true,
          coveredFiles: 2,
          findings: { high: { open: 1, ended: 0 }, medium: { open: 0, ended: 0 }, low: { open: 0, ended: 1 } },
        }),
      ],
      reviewers: ['Ada', 'claude'],
    });
  });
});

describe('listing reviews', () => {
  it('goes page by page with filters, the newest first', async () => {
    for (const verdict of ['pass', 'fail', 'pass'] as const) await repository.ok(reviewRecord, { verdict });
    await repository.ok(reviewStart, {});
    const refs = async (
      input: Parameters<typeof repository.ok<typeof reviewList.input, typeof reviewList.output>>[1],
    ) => {
      const { runs, nextCursor } = await repository.ok(reviewList, input);
      return { refs: runs.map(run => run.ref), nextCursor };
    };
    const first = await refs({ limit: 3 });
    expect(first.refs).toEqual(['V-4', 'V-3', 'V-2']);
    expect(await refs({ limit: 3, cursor: first.nextCursor ?? '' })).toEqual({ refs: ['V-1'], nextCursor: null });
    expect((await refs({ verdict: 'pass' })).refs).toEqual(['V-3', 'V-1']);
    expect((await refs({ status: 'started', task: 'T-1' })).refs).toEqual(['V-4']);
    expect((await refs({ subject: 'main' })).refs).toEqual([]);
    expect(await repository.refused(reviewList, { cursor: 'nonsense' })).toMatchObject({ code: 'invalid_input' });
  });
});
