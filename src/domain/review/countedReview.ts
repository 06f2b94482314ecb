import type { ReviewRunRow } from './reviewRunRow.js';

/** What the reviewers of a branch must be, from the base branch's config `review`. */
export interface ReviewPolicy {
  /** A review counts only when its reviewer is not an author. */
  readonly independent: boolean;
  /** How many different reviewers must have passed it; 0 asks for none. */
  readonly reviewers: number;
}

export type ReviewReasonCode = 'review_missing' | 'review_not_independent' | 'review_stale' | 'changes_requested';

export interface ReviewReason {
  readonly code: ReviewReasonCode;
  /** Refs of the runs that it is about. */
  readonly about: readonly string[];
  readonly text: string;
}

type JudgedRun = Pick<ReviewRunRow, 'number' | 'verdict' | 'status' | 'subject_hash' | 'request_changes' | 'actor'>;

/** Same name: one actor. Another session or program of that name is no second opinion. */
export function isSameActor(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** True when what was reviewed has changed since; undefined when that cannot be told. */
export function isReviewStale(
  { subject_hash }: Pick<ReviewRunRow, 'subject_hash'>,
  subjectHash: string | undefined,
): boolean | undefined {
  return subject_hash === null || subjectHash === undefined ? undefined : subject_hash !== subjectHash;
}

/**
 * The run whose request for changes stands: the newest recorded one that asks for them, unless a later one passed.
 * `runs` are of one subject, the latest verdict first.
 */
export function standingRequest<Run extends JudgedRun>(runs: readonly Run[]): Run | undefined {
  for (const run of runs) {
    if (run.status !== 'recorded') continue;
    if (run.request_changes === 1) return run;
    if (run.verdict === 'pass') return undefined;
  }
  return undefined;
}

/**
 * Why the reviews of a branch do not suffice, empty when they do. `runs` are its branch reviews, the latest verdict
 * first; `authors` the names of who worked on it; `treeHash` the tree that is judged. A reviewer's last word counts; a pass of another
 * tree does not, nor one whose tree is unknown; conditional and qualified verdicts are no pass.
 */
export function reviewReasons(
  runs: readonly JudgedRun[],
  authors: readonly string[],
  policy: ReviewPolicy,
  treeHash: string,
): ReviewReason[] {
  const reasons: ReviewReason[] = [];
  const request = standingRequest(runs);
  if (request !== undefined) {
    const ref = `V-${request.number}`;
    reasons.push({ code: 'changes_requested', about: [ref], text: `${request.actor} asks for changes in ${ref}.` });
  }
  const wanted = Math.max(policy.reviewers, policy.independent ? 1 : 0);
  if (wanted === 0) return reasons;
  const passes = lastWords(runs).filter(run => run.verdict === 'pass');
  const independent = passes.filter(
    run => !policy.independent || !authors.some(author => isSameActor(author, run.actor)),
  );
  const counted = independent.filter(run => isReviewStale(run, treeHash) === false);
  if (counted.length >= wanted) return reasons;
  return [...reasons, ...shortfall(passes, independent, counted, wanted)];
}

/** How many more passes are needed and which of those there are do not count. */
function shortfall(
  passes: readonly JudgedRun[],
  independent: readonly JudgedRun[],
  counted: readonly JudgedRun[],
  wanted: number,
): ReviewReason[] {
  const reasons: ReviewReason[] = [];
  const stale = refsOf(independent.filter(run => !counted.includes(run)));
  if (stale.length > 0) {
    const text = `${stale.join(', ')} passed another tree than the one that is judged.`;
    reasons.push({ code: 'review_stale', about: stale, text });
  }
  const own = refsOf(passes.filter(run => !independent.includes(run)));
  if (own.length > 0) {
    const text = `${own.join(', ')} was recorded by an author of the work.`;
    reasons.push({ code: 'review_not_independent', about: own, text });
  }
  if (passes.length < wanted) {
    const text = `${wanted === 1 ? 'A review has' : `${wanted} different reviewers have`} to pass this; ${passes.length} did.`;
    reasons.push({ code: 'review_missing', about: [], text });
  }
  return reasons;
}

/** The newest recorded run of each reviewer. */
function lastWords(runs: readonly JudgedRun[]): JudgedRun[] {
  const last: JudgedRun[] = [];
  for (const run of runs) {
    if (run.status === 'recorded' && !last.some(other => isSameActor(other.actor, run.actor))) last.push(run);
  }
  return last;
}

function refsOf(runs: readonly JudgedRun[]): string[] {
  return runs.map(run => `V-${run.number}`);
}
