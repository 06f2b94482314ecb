import { describe, expect, it } from 'vitest';
import { gateSnapshot } from '../../test/support/gateSnapshot.js';
import { makeGateStates } from '../../test/support/gateState.js';
import type { RecordedActor } from '../domain/actor/sameActor.js';
import type { IndependenceWay } from '../domain/review/independence.js';
import { judgeGate } from './judgeGate.js';

const codesOf = (reasons: readonly { readonly code: string }[]) => reasons.map(({ code }) => code).sort();

describe('200 generated states', () => {
  const states = makeGateStates(200);

  it('hold every reason that a state can have, and none', () => {
    const seen = new Set(states.flatMap(state => [...state.reviewReady, ...state.closeCheck]));
    expect([...seen].sort()).toEqual([
      'ambiguous_task',
      'changes_requested',
      'detached_head',
      'dirty_worktree',
      'failing_test_evidence',
      'missing_provenance',
      'missing_test_evidence',
      'no_active_task',
      'no_changes_against_base',
      'on_protected_base',
      'open_blocker',
      'open_high_finding',
      'open_low_finding',
      'open_medium_finding',
      'open_slice',
      'pending_next_action',
      'plan_missing_baseline',
      'plan_not_accepted',
      'plan_stale',
      'review_missing',
      'review_stale',
      'slice_without_decision',
      'stale_test_evidence',
      'unmergeable',
    ]);
    expect(states.filter(state => state.closeCheck.length === 0).length).toBeGreaterThanOrEqual(20);
    expect(states.filter(state => state.reviewReady.length === 0).length).toBeGreaterThan(20);
  });

  it.each(states)('$name: review-ready says $reviewReady', state => {
    const verdict = judgeGate('review-ready', gateSnapshot(state));
    expect(codesOf(verdict.reasons), JSON.stringify(state)).toEqual(state.reviewReady);
    expect(verdict.ready).toBe(state.reviewReady.length === 0);
  });

  it.each(states)('$name: close-check says $closeCheck', state => {
    const verdict = judgeGate('close-check', gateSnapshot(state));
    expect(codesOf(verdict.reasons), JSON.stringify(state)).toEqual(state.closeCheck);
    expect(verdict.ready).toBe(state.closeCheck.length === 0);
  });
});

const [calm] = makeGateStates(1);
if (calm === undefined) throw new Error('state does not exist.');
const good = gateSnapshot({ ...calm, task: 'one', plan: 'accepted', command: false, reviewers: 0 });

describe('a reason', () => {
  it('says what is in the way, whose matter it is, the next step and what it is about', () => {
    const task = good.task;
    if (task === undefined) throw new Error('task does not exist.');
    const openFindings = [
      { number: 4, severity: 'high' as const, path: 'src/a.ts' },
      { number: 9, severity: 'high' as const, path: 'src/b.ts' },
    ];
    expect(judgeGate('review-ready', { ...good, task: { ...task, openFindings } }).reasons).toEqual([
      {
        code: 'open_high_finding',
        owner: 'handoff_evidence',
        text: '2 open high findings: F-4, F-9.',
        fix: 'Fix it and record the fix.',
        about: ['F-4', 'F-9'],
      },
    ]);
  });

  it('names the other tasks of the work whose findings are open', () => {
    const task = good.task;
    if (task === undefined) throw new Error('task does not exist.');
    const low = { number: 5, severity: 'low' as const, path: 'src/a.ts' };
    const earlier = [{ number: 7, archived: true, openFindings: [low, { ...low, number: 6 }] }];
    const judged = { ...good, task: { ...task, earlier } };
    const found = {
      code: 'open_low_finding',
      owner: 'handoff_evidence',
      text: '2 open low findings of T-7, which was archived before it was done: F-5, F-6.',
      fix: 'Fix it and record the fix.',
      about: ['F-5', 'F-6'],
    };
    expect(judgeGate('close-check', judged).reasons).toEqual([found]);
    expect(judgeGate('review-ready', judged)).toMatchObject({ ready: true, warnings: [found] });
  });

  it('comes for a merge in progress, a missing base and a task of another branch', () => {
    const tree = { ...good.tree, operation: 'merge', base: 'trunk', baseExists: false, branch: 'other' };
    expect(judgeGate('review-ready', { ...good, tree }).reasons).toEqual([
      {
        code: 'other_branch',
        owner: 'task_identity',
        text: 'T-1 is on branch feature/x, but this worktree is on other.',
        fix: 'Run this from /work.',
        about: ['feature/x'],
      },
      {
        code: 'unknown_base',
        owner: 'feature_branch',
        text: 'Base branch trunk was not found here.',
        fix: 'Fetch it, or have a person set another base branch for the task.',
        about: [],
      },
      {
        code: 'operation_in_progress',
        owner: 'feature_branch',
        text: 'A merge is in progress.',
        fix: 'Finish the merge first.',
        about: [],
      },
    ]);
  });

  it('names no more than twenty things', () => {
    const changed = Array.from({ length: 30 }, (_, index) => `file${index}`);
    const [reason] = judgeGate('review-ready', { ...good, tree: { ...good.tree, changed } }).reasons;
    expect(reason?.about).toHaveLength(20);
    expect(reason?.text).toEqual('Uncommitted changes in 30 paths: file0, file1, file2, file3, file4 and 25 more.');
  });
});

describe('a proof', () => {
  const task = good.task;
  if (task === undefined) throw new Error('task does not exist.');
  const proof = {
    number: 1,
    command: 'npm test',
    directory: '',
    passed: 1,
    grade: 'observed',
    tree_hash: 'tree',
  } as const;
  const config = (commands: string[], minimumGrade: 'reported' | 'ci' = 'reported') => ({
    ...good.config,
    gate: { ...good.config.gate, commands, minimumGrade },
  });
  const codes = (commands: string[], proofs: readonly (typeof task.proofs)[number][], minimum?: 'ci') =>
    codesOf(
      judgeGate('review-ready', { ...good, config: config(commands, minimum), task: { ...task, proofs } }).reasons,
    );

  it('counts for the command it ran, at the top of the worktree, on the judged tree', () => {
    expect(codes(['npm test'], [proof])).toEqual([]);
    expect(codes(['npm test'], [{ ...proof, directory: 'sub' }])).toEqual(['missing_test_evidence']);
    expect(codes(['npm test'], [{ ...proof, command: 'true' }])).toEqual(['missing_test_evidence']);
    expect(codes(['npm test'], [{ ...proof, tree_hash: null }])).toEqual(['stale_test_evidence']);
    expect(codes(['npm test', 'npm run lint'], [proof])).toEqual(['missing_test_evidence']);
    expect(codes(['npm test'], [proof], 'ci')).toEqual(['missing_test_evidence']);
  });

  it('is outdone by a newer run of the same command on the same tree', () => {
    expect(codes(['npm test'], [{ ...proof, number: 2, passed: 0 }, proof])).toEqual(['failing_test_evidence']);
    expect(
      codes(
        ['npm test'],
        [
          { ...proof, number: 2 },
          { ...proof, passed: 0 },
        ],
      ),
    ).toEqual([]);
    expect(codes([], [{ ...proof, number: 2, passed: 0, command: 'other' }, proof])).toEqual([]);
  });

  it('of another task on the same tree counts only for a command that the configuration names', () => {
    const foreign = { ...proof, number: 77 };
    expect(codes(['npm test'], [foreign])).toEqual([]);
    expect(codes([], [foreign])).toEqual(['missing_test_evidence']);
  });
});

describe('plan-accept', () => {
  it('is ready after a pass of this text with nothing open', () => {
    expect(judgeGate('plan-accept', good)).toEqual({ ready: true, reasons: [], warnings: [] });
  });

  it('names a review that is missing, not a pass or of another text, and open findings', () => {
    const { task } = good;
    if (task?.plan === undefined) throw new Error('plan does not exist.');
    const judged = (acceptance: Partial<typeof task.plan.acceptance>) => {
      const plan = { ...task.plan, ...{ dueBoxes: [], unattestedBoxes: [], acceptedHash: null } };
      const facts = { ...plan, acceptance: { ...task.plan?.acceptance, ...acceptance } } as typeof task.plan;
      return codesOf(judgeGate('plan-accept', { ...good, task: { ...task, plan: facts } }).reasons);
    };
    const rita = { actor: 'Rita', role: 'human', harness: null, model: null, session: null, lane: null } as const;
    const run = { ...rita, number: 1, grade: 'observed' } as const;
    expect(judged({ runs: [] })).toEqual(['plan_review_missing']);
    expect(judged({ runs: [{ ...run, verdict: 'pass_with_findings', subject_hash: 'plan' }] })).toEqual([
      'plan_review_not_pass',
    ]);
    expect(judged({ runs: [{ ...run, verdict: 'pass', subject_hash: 'old' }] })).toEqual(['plan_review_stale']);
    expect(judged({ openFindings: [{ number: 1 }] })).toEqual(['open_planning_finding']);
    const imported = { ...run, verdict: 'pass', subject_hash: 'plan', grade: 'said' } as const;
    expect(judged({ runs: [imported] })).toEqual(['plan_review_missing']);
    expect(judged({ authors: [rita] })).toEqual([]);
    expect(judged({ contentHash: undefined })).toEqual(['plan_missing']);
  });

  it('wants a reviewer who did not register the plan, where reviews are independent', () => {
    const { task, config } = good;
    if (task?.plan === undefined) throw new Error('plan does not exist.');
    const by = (author: RecordedActor) => {
      const plan = task.plan && { ...task.plan, acceptance: { ...task.plan.acceptance, authors: [author] } };
      const review = { ...config.review, independent: true };
      return judgeGate('plan-accept', { ...good, config: { ...config, review }, task: { ...task, plan } }).reasons;
    };
    const codex = { actor: 'codex', role: 'agent', harness: 'codex', model: null, session: null, lane: null } as const;
    expect(by(codex)).toEqual([]);
    expect(by({ ...codex, actor: 'Rita', role: 'human', harness: null }).map(({ code, text }) => [code, text])).toEqual(
      [['plan_review_not_independent', 'The latest planning review, V-2, is by Rita, who registered the plan.']],
    );
  });

  it('warns of records whose model is not known, and blocks nothing', () => {
    const { task } = good;
    if (task === undefined) throw new Error('task does not exist.');
    const snapshot = { ...good, task: { ...task, withoutModel: ['S-1', 'V-2'] } };
    const { ready, warnings } = judgeGate('close-check', snapshot);
    const found = warnings.filter(({ code }) => code === 'unknown_model');
    expect(ready).toBe(judgeGate('close-check', good).ready);
    expect(found.map(({ text, fix, about }) => [text, fix, about])).toEqual([
      [
        '2 records by agents without a known model: S-1, V-2.',
        'Set STATEROOM_MODEL for the agent, so that its next records name the model.',
        ['S-1', 'V-2'],
      ],
    ]);
  });

  it('wants a plan’s reviewer of another model family, where that is asked for', () => {
    const { task, config } = good;
    if (task?.plan === undefined) throw new Error('plan does not exist.');
    const codex = {
      actor: 'codex',
      role: 'agent',
      harness: 'codex',
      model: 'gpt-5.2',
      session: 's',
      lane: null,
    } as const;
    const { acceptance } = task.plan;
    const by = (model: string | null) => {
      const runs = acceptance.runs.map(run => ({ ...run, ...codex, model, session: 't' }));
      const plan = task.plan && { ...task.plan, acceptance: { ...acceptance, runs, authors: [codex] } };
      const independence: IndependenceWay[] = ['session', 'family'];
      const review = { ...config.review, independence };
      const judged = judgeGate('plan-accept', { ...good, config: { ...config, review }, task: { ...task, plan } });
      return judged.reasons.map(({ code, text }) => [code, text]);
    };
    expect(by('claude-opus-4-5')).toEqual([]);
    const refused =
      'Reviews must come from a different model family than the work. Not counted (same family or unknown model): V-2.';
    expect(by('gpt-5.1-mini')).toEqual([['plan_review_not_independent', refused]]);
    expect(by(null)).toEqual([['plan_review_not_independent', refused]]);
  });

  it('says that a task has no plan', () => {
    const { task } = good;
    if (task === undefined) throw new Error('task does not exist.');
    expect(codesOf(judgeGate('plan-accept', { ...good, task: { ...task, plan: undefined } }).reasons)).toEqual([
      'plan_missing',
    ]);
  });
});

describe('what closing has to mind', () => {
  it('names deferred findings, fixes without a change and that no command is named', () => {
    const { task, config } = good;
    if (task === undefined) throw new Error('task does not exist.');
    const facts = { ...task, fixedUnchanged: [{ number: 3 }], deferredFindings: [{ number: 1 }, { number: 2 }] };
    const { ready, warnings } = judgeGate('close-check', { ...good, task: facts });
    expect(ready).toBe(true);
    expect(warnings.map(({ code, text }) => [code, text])).toEqual([
      ['unchanged_fix', '1 finding was marked as fixed with the commit where it was found: F-3.'],
      ['deferred_finding', '2 deferred findings: F-1, F-2.'],
      ['no_named_proof', 'No required command is configured, so any passing command counts as evidence.'],
    ]);
    const named = { ...config, gate: { ...config.gate, commands: ['make test'] } };
    expect(codesOf(judgeGate('close-check', { ...good, config: named }).warnings)).toEqual([]);
  });
});

describe('hooks that git looks for in vain', () => {
  it('are named by every gate, with or without a task, and hold nothing up', () => {
    const moved = {
      ...good,
      tree: {
        ...good.tree,
        missedHooks: { hooks: ['pre-commit'], faults: [{ why: 'moved' as const, file: '/old/.git/stateroom/hooks' }] },
      },
    };
    for (const gate of ['review-ready', 'close-check'] as const) {
      const { ready, warnings } = judgeGate(gate, moved);
      expect([ready, warnings.at(-1)]).toEqual([
        true,
        {
          code: 'hooks_missed',
          owner: 'root_main_hygiene',
          text: 'Git does not run Stateroom’s hooks here: the repository was moved, and git still looks for them in /old/.git/stateroom/hooks.',
          fix: 'Reinstall them.',
          about: ['/old/.git/stateroom/hooks'],
        },
      ]);
    }
    expect(codesOf(judgeGate('plan-accept', moved).warnings)).toEqual(['hooks_missed']);
    expect(codesOf(judgeGate('close-check', { ...moved, task: undefined }).warnings)).toEqual(['hooks_missed']);
  });
});

describe('a task that is over', () => {
  it('is not judged as if it went on', () => {
    const { task } = good;
    if (task === undefined) throw new Error('task does not exist.');
    const done = { ...good, task: { ...task, row: { ...task.row, status: 'done' as const } } };
    expect(codesOf(judgeGate('close-check', done).reasons)).toEqual(['no_active_task']);
    const archived = { ...good, task: { ...task, row: { ...task.row, archived_at: 1 } } };
    expect(codesOf(judgeGate('review-ready', archived).reasons)).toEqual(['no_active_task']);
  });
});

describe('the checklist', () => {
  it('blocks closing until proven boxes are ticked, and only warns before a review', () => {
    const { task } = good;
    if (task?.plan === undefined) throw new Error('plan does not exist.');
    const due = { ...good, task: { ...task, plan: { ...task.plan, dueBoxes: ['limits'], unattestedBoxes: ['fast'] } } };
    expect(codesOf(judgeGate('close-check', due).reasons)).toEqual(['checklist_sync_pending']);
    expect(judgeGate('review-ready', due).ready).toBe(true);
    expect(judgeGate('review-ready', due).warnings.map(({ text }) => text)).toEqual([
      '1 confirmed plan item is not ticked: limits.',
      '1 ticked criterion has not been attested: fast.',
    ]);
  });
});
