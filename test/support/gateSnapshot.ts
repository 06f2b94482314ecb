import type { GateSnapshot, JudgedEvidence, PlanFacts, TaskFacts } from '../../src/gates/gateSnapshot.js';
import type { GateState } from './gateState.js';

const rita = { actor: 'Rita', role: 'human', harness: null, model: null, session: null, lane: null } as const;

/** What the predicate sees of a state. */
export function gateSnapshot(state: GateState): GateSnapshot {
  const live = state.task === 'one' || state.task === 'light';
  return {
    tree: {
      hasCommit: true,
      branch: state.head === 'detached' ? undefined : state.head === 'protected' ? 'main' : 'feature/x',
      base: 'main',
      baseExists: true,
      ahead: state.ahead ? 2 : 0,
      changed: state.dirty ? ['src/a.ts'] : [],
      missedHooks: undefined,
      operation: undefined,
      proofChanges: { commands: [], tests: [] },
      changedLines: undefined,
      replaced: { here: [], elsewhere: [] },
      mergesCleanly: !state.conflict,
      hash: 'tree',
    },
    task: live ? taskFacts(state) : undefined,
    candidates: state.task === 'two' ? ['T-1', 'T-2'] : [],
    config: {
      gate: {
        commands: state.command ? ['make test'] : [],
        blockLow: state.blockLow,
        push: 'review',
        minimumGrade: 'observed',
        ciKeys: [],
      },
      review: {
        independent: false,
        reviewers: state.reviewers,
        holdSession: false,
        coAuthored: false,
        minimumGrade: 'observed',
      },
      protect: { branches: ['main'], paths: ['**'], documents: [], edits: 'advise' },
    },
  };
}

function taskFacts(state: GateState): TaskFacts {
  const proofs = proofsOf(state);
  return {
    row: {
      number: 1,
      ref: 'x',
      status: 'in_progress',
      light: state.task === 'light' ? 1 : 0,
      branch: 'feature/x',
      worktree_path: '/work',
      archived_at: null,
    },
    isMadeForLane: false,
    openFindings: state.findings.map((severity, index) => ({ number: index + 1, severity, path: 'src/a.ts' })),
    earlier: [],
    fixedWithoutCommit: state.fixedWithoutCommit ? [{ number: 9 }] : [],
    fixedUnchanged: [],
    withoutModel: [],
    deferredFindings: [],
    proofs,
    ownEvidence: new Set(proofs.map(proof => proof.number)),
    slices: slicesOf(state),
    openBlockers: state.blocker ? [{ number: 1, description: 'No key.' }] : [],
    pendingActions: state.action ? [{ number: 1, action: 'Write the docs.' }] : [],
    reviewRuns: reviewRunsOf(state),
    authors: [],
    plan: planOf(state),
  };
}

function proofsOf({ proof }: GateState): JudgedEvidence[] {
  if (proof === 'none') return [];
  return [
    {
      number: 1,
      command: proof === 'other-command' ? 'make other' : 'make test',
      directory: '',
      passed: proof === 'failing' ? 0 : 1,
      grade: proof === 'weak' ? 'reported' : 'observed',
      tree_hash: proof === 'stale' ? 'another tree' : 'tree',
    },
  ];
}

function slicesOf({ slice }: GateState): TaskFacts['slices'] {
  if (slice === 'none') return [];
  if (slice === 'no-decision') return [{ number: 1, status: 'closed', decision_id: null }];
  return [{ number: 1, status: slice, decision_id: slice === 'closed' ? 'decision' : null }];
}

function reviewRunsOf({ review }: GateState): TaskFacts['reviewRuns'] {
  if (review === 'none') return [];
  return [
    {
      number: 1,
      status: 'recorded',
      verdict: review === 'changes' ? 'fail' : 'pass',
      subject_hash: review === 'old-pass' ? 'another tree' : 'tree',
      request_changes: review === 'changes' ? 1 : 0,
      grade: 'observed',
      ...rita,
    },
  ];
}

function planOf({ plan }: GateState): PlanFacts | undefined {
  if (plan === 'none') return undefined;
  return {
    acceptance: {
      plan: { path: '.stateroom/plans/x.md' },
      contentHash: plan === 'gone' ? undefined : 'plan',
      authors: [],
      runs: [{ number: 2, verdict: 'pass', subject_hash: 'plan', grade: 'observed', ...rita }],
      openFindings: [],
    },
    acceptedHash: plan === 'never' ? null : plan === 'edited' ? 'older plan' : 'plan',
    dueBoxes: [],
    unattestedBoxes: [],
  };
}
