/**
 * States of a task, its plan, its evidence and its branch, with the reasons that each gate must give: said here, not asked
 * from the code under test. `makeGateStates` is the same for the same seed.
 */
export interface GateState {
  readonly name: string;
  readonly task: 'one' | 'light' | 'none' | 'two';
  readonly head: 'branch' | 'protected' | 'detached';
  readonly ahead: boolean;
  readonly dirty: boolean;
  readonly conflict: boolean;
  readonly findings: readonly ('high' | 'medium' | 'low')[];
  readonly fixedWithoutCommit: boolean;
  readonly blockLow: boolean;
  /** What the base branch's configuration names. */
  readonly command: boolean;
  readonly proof: 'none' | 'fresh' | 'stale' | 'failing' | 'weak' | 'other-command';
  readonly slice: 'none' | 'open' | 'committed' | 'closed' | 'no-decision';
  readonly blocker: boolean;
  readonly action: boolean;
  readonly plan: 'none' | 'accepted' | 'never' | 'edited' | 'gone';
  readonly reviewers: 0 | 1;
  readonly review: 'none' | 'pass' | 'old-pass' | 'changes';
  readonly reviewReady: readonly string[];
  readonly closeCheck: readonly string[];
  /** What review-ready says of the tip of the branch, which has nothing of the worktree's own state. */
  readonly tip: readonly string[];
}

type Facts = Omit<GateState, 'name' | 'reviewReady' | 'closeCheck' | 'tip'>;

export function makeGateStates(count: number, seed = 7): GateState[] {
  const chance = randomFrom(seed);
  return Array.from({ length: count }, (_, index) => {
    const facts = draw(chance, index);
    const reviewReady = expectedOfReview(facts);
    const closeCheck = expectedOfClose(facts);
    const tip = expectedOfTip(facts);
    return {
      name: `state ${index + 1}`,
      ...facts,
      reviewReady: reviewReady.sort(),
      closeCheck: closeCheck.sort(),
      tip: tip.sort(),
    };
  });
}

/** Every tenth state has nothing wrong, so that "ready" is seen too. */
function draw(chance: () => number, index: number): Facts {
  const rarely = () => chance() < 0.15;
  const oneOf = <T>(...choices: readonly T[]): T => choices[Math.floor(chance() * choices.length)] as T;
  const mostly = <T>(usual: T, ...others: readonly T[]): T => (chance() < 0.7 ? usual : oneOf(...others));
  if (index % 10 === 0) {
    return {
      task: oneOf('one', 'light'),
      head: 'branch',
      ahead: true,
      dirty: false,
      conflict: false,
      findings: [],
      fixedWithoutCommit: false,
      blockLow: oneOf(true, false),
      command: oneOf(true, false),
      proof: 'fresh',
      slice: oneOf('none', 'closed'),
      blocker: false,
      action: false,
      plan: oneOf('none', 'accepted'),
      reviewers: oneOf(0, 1),
      review: 'pass',
    };
  }
  const head = mostly('branch' as const, 'protected', 'detached');
  const ahead = head !== 'protected' && !rarely();
  return {
    task: mostly('one' as const, 'light', 'light', 'none', 'two'),
    head,
    ahead,
    dirty: rarely(),
    conflict: ahead && rarely(),
    findings: (['high', 'medium', 'low'] as const).filter(rarely),
    fixedWithoutCommit: rarely(),
    blockLow: oneOf(true, false),
    command: oneOf(true, false),
    proof: mostly('fresh' as const, 'none', 'stale', 'failing', 'weak', 'other-command'),
    slice: mostly('closed' as const, 'none', 'open', 'committed', 'no-decision'),
    blocker: rarely(),
    action: rarely(),
    plan: mostly('none' as const, 'accepted', 'never', 'edited', 'gone'),
    reviewers: oneOf(0, 1),
    review: oneOf('none', 'pass', 'old-pass', 'changes'),
  };
}

function expectedOfReview(facts: Facts): string[] {
  const codes = [...ofBranch(facts)];
  if (facts.task === 'two') return ['ambiguous_task'];
  if (facts.task === 'none') return [...codes, 'no_active_task'];
  if (!facts.ahead) codes.push('no_changes_against_base');
  for (const severity of facts.findings) {
    if (severity !== 'low' || facts.blockLow) codes.push(`open_${severity}_finding`);
  }
  return [...codes, ...ofProof(facts), ...ofPlan(facts)];
}

/**
 * The task of a state on the protected branch has no branch of its own, so that its push is no one's. Evidence of a dirty
 * tree is none of the commit, and the commit still holds the accepted plan that is gone from the worktree.
 */
function expectedOfTip(facts: Facts): string[] {
  if (facts.task === 'none' || facts.task === 'two' || facts.head === 'protected') return [];
  const codes: string[] = [];
  if (!facts.ahead) codes.push('no_changes_against_base');
  for (const severity of facts.findings) {
    if (severity !== 'low' || facts.blockLow) codes.push(`open_${severity}_finding`);
  }
  const { proof, dirty } = facts;
  const [ofWorkTree] = ofProof(facts);
  if (!dirty) codes.push(...ofProof(facts));
  else if (ofWorkTree === undefined) codes.push('stale_test_evidence');
  else codes.push(proof === 'failing' ? 'missing_test_evidence' : ofWorkTree);
  return facts.plan === 'gone' ? codes : [...codes, ...ofPlan(facts)];
}

function expectedOfClose(facts: Facts): string[] {
  const codes = [...ofBranch(facts)];
  if (facts.task === 'two') return ['ambiguous_task'];
  if (facts.task === 'none') return [...codes, 'no_active_task'];
  if (facts.conflict) codes.push('unmergeable');
  for (const severity of facts.findings) codes.push(`open_${severity}_finding`);
  if (facts.fixedWithoutCommit) codes.push('missing_provenance');
  if (facts.task === 'one' && (facts.slice === 'open' || facts.slice === 'committed')) codes.push('open_slice');
  if (facts.task === 'one' && facts.slice === 'no-decision') codes.push('slice_without_decision');
  if (facts.blocker) codes.push('open_blocker');
  if (facts.action) codes.push('pending_next_action');
  if (facts.review === 'changes') codes.push('changes_requested');
  if (facts.reviewers === 1 && (facts.review === 'none' || facts.review === 'changes')) codes.push('review_missing');
  if (facts.reviewers === 1 && facts.review === 'old-pass') codes.push('review_stale');
  return [...codes, ...ofProof(facts), ...ofPlan(facts)];
}

function ofBranch(facts: Facts): string[] {
  const codes: string[] = [];
  if (facts.head === 'detached') codes.push('detached_head');
  if (facts.head === 'protected') codes.push('on_protected_base');
  if (facts.dirty) codes.push('dirty_worktree');
  return codes;
}

/** Evidence of `make other` proves the work only where no command is named. */
function ofProof({ proof, command }: Facts): string[] {
  if (proof === 'fresh' || (proof === 'other-command' && !command)) return [];
  if (proof === 'stale') return ['stale_test_evidence'];
  if (proof === 'failing') return ['failing_test_evidence'];
  return ['missing_test_evidence'];
}

function ofPlan({ plan, task }: Facts): string[] {
  if (task === 'light' || plan === 'none' || plan === 'accepted') return [];
  return [{ never: 'plan_not_accepted', edited: 'plan_stale', gone: 'plan_missing_baseline' }[plan]];
}

/** The generator of Lehmer: small, and the same everywhere. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
