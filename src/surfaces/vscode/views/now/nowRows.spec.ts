import { describe, expect, it } from 'vitest';
import type { Slice } from '../../../../domain/slice/slice.js';
import type { NextAction, Task } from '../../../../domain/task/task.js';
import { type GateReason, gateReasons, reasonCodes } from '../../../../gates/gate.js';
import type { GateAnswer } from '../../../../operations/gate/gateCheck.js';
import type { Now } from '../../../../operations/repository/repositoryNow.js';
import type { NowRow } from '../../../../present/nowRow.js';
import { RowNodes } from '../rowNodes.js';
import { remedy } from './gateRows.js';
import { nowRows } from './nowRows.js';

const at = Date.UTC(2026, 10, 21, 12, 0, 0);
const minutesAgo = (minutes: number): string => new Date(at - minutes * 60_000).toISOString();

const author = { actor: 'codex', role: 'agent', harness: null, branch: null, commit: null } as const;

function task(number: number, more: Partial<Task> = {}): Task {
  return {
    ref: `T-${number}`,
    id: `id-${number}`,
    name: `t${number}-x`,
    objective: `Objective ${number}`,
    focus: null,
    status: 'in_progress',
    light: false,
    branch: `feature/t${number}`,
    base: 'main',
    workTree: '/repositories/shop',
    plan: null,
    workItem: null,
    observedCommit: null,
    createdBy: 'codex',
    updatedBy: 'codex',
    finishedAt: null,
    archivedAt: null,
    archiveNote: null,
    createdAt: minutesAgo(60),
    updatedAt: minutesAgo(5),
    revision: 1,
    ...more,
  };
}

function slice(number: number, status: Slice['status']): Slice {
  return {
    ref: `S-${number}`,
    id: `id-${number}`,
    task: 'T-1',
    title: `Slice ${number}`,
    status,
    testCommand: null,
    redEvidence: null,
    planItem: null,
    base: null,
    changedFiles: [],
    decision: null,
    model: null,
    effort: null,
    session: null,
    ...author,
    startedAt: minutesAgo(30),
    closedAt: status === 'closed' ? minutesAgo(10) : null,
    updatedAt: minutesAgo(20),
    revision: 1,
  };
}

function action(number: number, status: NextAction['status']): NextAction {
  return {
    ref: `A-${number}`,
    id: `id-${number}`,
    task: 'T-1',
    action: `Action ${number}`,
    priority: 100,
    status,
    note: null,
    endedAt: status === 'pending' ? null : minutesAgo(3),
    ...author,
    createdAt: minutesAgo(9),
    revision: 1,
  };
}

const empty: Now = {
  task: null,
  elsewhere: null,
  candidates: [],
  others: [],
  plan: null,
  slices: { open: 0, committed: 0, closed: 0, rows: [] },
  actions: { pending: 0, rows: [] },
  blockers: [],
  changes: [],
  lastEventId: 0,
};

function gate(name: GateAnswer['gate'], reasons: GateReason[]): GateAnswer {
  return {
    gate: name,
    ready: reasons.length === 0,
    task: 'T-1',
    branch: 'feature/t1',
    base: 'main',
    commit: null,
    tree: null,
    reasons,
    warnings: [],
    commands: [],
    next: null,
  };
}
const reason = (code: GateReason['code'], about: string[] = []): GateReason => ({
  code,
  owner: gateReasons[code].owner,
  text: `Text of ${code}`,
  fix: `Fix of ${code}`,
  about,
});

const judging = { state: 'judging' } as const;
const lines = (rows: readonly NowRow[], depth = 0): string[] =>
  rows.flatMap(({ label, description, children = [] }) => [
    `${'  '.repeat(depth)}${label} | ${description}`,
    ...lines(children, depth + 1),
  ]);

describe('the rows of the Now view', () => {
  it('are none without a task and without news, so that the welcome page shows', () => {
    expect(nowRows(empty, judging, false, at)).toEqual([]);
  });

  it('say how to begin where there is news but no task', () => {
    const changes = [
      {
        type: 'work_item_asked',
        outcome: null,
        count: 1,
        refs: ['W-2'],
        actor: 'codex',
        text: 'Red or blue?',
        at: minutesAgo(5),
      },
    ];
    expect(lines(nowRows({ ...empty, changes }, judging, false, at))).toEqual([
      'No task in this worktree | start one…',
      'Since your last visit | 1',
      '  W-2 waiting for an answer: Red or blue? | codex · 5 min ago',
    ]);
  });

  it('name the worktree that a task is worked on in, and no gates of this one', () => {
    const rows = nowRows({ ...empty, task: task(1), elsewhere: '/repositories/shop.worktrees/t1' }, judging, false, at);
    expect(lines(rows).slice(0, 2)).toEqual(['Objective 1 | T-1 · in progress', 'T-1 is worked on in t1 | open…']);
    expect(rows[1]?.command).toEqual({ command: 'stateroom.now.openWorkTree', arguments: [{ task: 'T-1' }] });
    expect(rows.filter(({ id }) => id.startsWith('gate.'))).toEqual([]);
    expect(
      nowRows({ ...empty, task: task(1) }, judging, false, at).filter(({ id }) => id.startsWith('gate.')),
    ).toHaveLength(2);
  });

  it('begin with the task and its focus, as what changed may be more than the view is high', () => {
    const change = { type: 'slice_closed', outcome: null, count: 1, actor: 'codex', text: null, at: minutesAgo(5) };
    const changes = Array.from({ length: 10 }, (_, index) => ({ ...change, refs: [`S-${index + 1}`] }));
    const rows = nowRows({ ...empty, task: task(1, { focus: 'The counter' }), changes }, judging, false, at);
    expect(rows.slice(0, 4).map(({ label, children = [] }) => [label, children.length])).toEqual([
      ['Objective 1', 0],
      ['The counter', 0],
      ['Since your last visit', 10],
      ['Slices', 0],
    ]);
  });

  it('offer every task that could be meant, and guess none', () => {
    const rows = nowRows({ ...empty, candidates: [task(1), task(2, { status: 'review' })] }, judging, false, at);
    expect(lines(rows)).toEqual([
      'Select a task | 2 active tasks, none on this branch',
      '  Objective 1 | T-1 · in progress',
      '  Objective 2 | T-2 · in review',
    ]);
    expect(rows[0]?.children?.[1]?.command).toEqual({
      command: 'stateroom.now.chooseTask',
      arguments: [{ task: 'T-2' }],
    });
  });

  it('show the task with all that belongs to it, then the gates and the other tasks', () => {
    const now: Now = {
      ...empty,
      task: task(1, { focus: 'The counter' }),
      others: [task(2)],
      slices: { open: 1, committed: 0, closed: 1, rows: [slice(2, 'open'), slice(1, 'closed')] },
      actions: { pending: 1, rows: [action(2, 'pending'), action(1, 'done')] },
      blockers: [
        {
          ref: 'B-1',
          id: 'b1',
          task: 'T-1',
          description: 'No key',
          status: 'open',
          resolution: null,
          resolvedAt: null,
          ...author,
          createdAt: minutesAgo(2),
          revision: 1,
        },
      ],
    };
    const gates = {
      state: 'judged',
      gates: [gate('review-ready', []), gate('close-check', [reason('open_high_finding', ['F-1', 'F-4'])])],
    } as const;
    const rows = nowRows(now, gates, true, at);
    expect(lines(rows)).toEqual([
      'Objective 1 | T-1 · in progress · selected by you',
      'The counter | focus',
      'Slices | 1 open · 1 closed',
      '  Slice 2 | S-2 · open · codex',
      '  Slice 1 | S-1 · closed · codex',
      'Next actions | 1',
      '  Action 2 | A-2',
      '  Action 1 | A-1 · done',
      'Blockers | 1',
      '  No key | B-1 · codex',
      'review-ready | ready',
      'close-check | not ready: 1 issue',
      '  Text of open_high_finding | Fix of open_high_finding',
      '    F-1 | open in editor',
      '    F-4 | open in editor',
      'Other active tasks | 1',
      '  Objective 2 | T-2 · in progress',
    ]);
    const actions = rows.find(({ id }) => id === 'section.actions')?.children ?? [];
    expect(actions.map(({ tick }) => tick)).toEqual([
      { action: 'A-2', ticked: false },
      { action: 'A-1', ticked: true },
    ]);
  });

  it('say that gates are not judged, and why', () => {
    const rows = nowRows({ ...empty, task: task(1) }, { state: 'unknown', reason: 'No git here.' }, false, at);
    const shown = rows.filter(({ id }) => id.startsWith('gate.'));
    expect(shown.map(({ label, description, tooltip }) => [label, description, tooltip])).toEqual([
      ['review-ready', 'not checked', 'No git here.'],
      ['close-check', 'not checked', 'No git here.'],
    ]);
  });

  it('have ids of their own, also when two reasons have one code', () => {
    const reasons = [reason('missing_test_evidence', ['npm test']), reason('missing_test_evidence', ['npm run lint'])];
    const gates = { state: 'judged', gates: [gate('review-ready', reasons), gate('close-check', reasons)] } as const;
    const ids = (rows: readonly NowRow[]): string[] => rows.flatMap(row => [row.id, ...ids(row.children ?? [])]);
    const all = ids(nowRows({ ...empty, task: task(1) }, gates, false, at));
    expect(new Set(all).size).toBe(all.length);
  });
});

describe('what fixes a reason', () => {
  it('opens the place of its remedy', () => {
    const commands = Object.fromEntries(
      reasonCodes.map(code => [gateReasons[code].remedy, remedy(reason(code, ['X-1']))?.command]),
    );
    expect(commands).toEqual({
      startTask: 'stateroom.task.start',
      chooseTask: 'stateroom.now.chooseTask',
      installHooks: 'stateroom.hooks.install',
      commit: 'workbench.view.scm',
      checkFix: 'stateroom.finding.show',
      nameProof: 'stateroom.requireCommand',
      setModel: undefined,
      sourceControl: 'workbench.view.scm',
      updateTask: 'stateroom.task.update',
      openFindings: 'stateroom.finding.openAtLine',
      prove: 'stateroom.now.prove',
      readChanges: 'stateroom.review.changes',
      showFinding: 'stateroom.finding.show',
      listReviews: 'stateroom.review.list',
      startReview: 'stateroom.review.start',
      closeSlice: 'stateroom.slice.close',
      resolveBlocker: 'stateroom.blocker.resolve',
      nextActions: 'stateroom.now.revealRow',
      tickPlan: 'stateroom.plan.sync',
      registerPlan: 'stateroom.plan.register',
      openPlan: 'stateroom.now.openPlan',
      reviewPlan: 'stateroom.review.start',
    });
  });

  it('names what it is about', () => {
    expect(remedy(reason('open_high_finding', ['F-1']))).toEqual({
      command: 'stateroom.finding.openAtLine',
      arguments: ['F-1'],
    });
    expect(remedy(reason('open_high_finding', ['F-1', 'F-2']))?.command).toBe('stateroom.findings.focus');
    expect(remedy(reason('open_slice', ['S-3']))?.arguments).toEqual([{ slice: 'S-3' }]);
    expect(remedy(reason('stale_test_evidence', ['E-7']))?.arguments).toEqual([{ about: 'E-7' }]);
  });
});

describe('the nodes', () => {
  it('stay the same while their rows are shown, and tell whether anything differs', () => {
    const model = new RowNodes<NowRow>();
    const now = { ...empty, task: task(1) };
    expect(model.show(nowRows(now, judging, false, at))).toBe('all');
    const before = model.find('task.T-1');
    expect(model.show(nowRows(now, judging, false, at))).toEqual([]);
    expect(model.show(nowRows({ ...now, task: task(1, { status: 'review' }) }, judging, false, at))).toEqual([before]);
    expect(model.find('task.T-1')).toBe(before);
    expect(before?.row.description).toBe('T-1 · in review');
    expect(model.show([])).toBe('all');
    expect(model.find('task.T-1')).toBeUndefined();
  });
});
