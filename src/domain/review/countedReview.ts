import { type Message, message } from '../../messages/message.js';
import { mayBeSameActor, type RecordedActor } from '../actor/sameActor.js';
import { isAtLeast } from '../evidence/freshness.js';
import { dependence, type IndependencePolicy, type IndependenceWay, waysOf } from './independence.js';
import type { ReviewGrade } from './reviewGrade.js';
import type { ReviewRunRow } from './reviewRunRow.js';

/** Requirements on a branch's reviews, from `review` in the base branch's configuration. */
export interface ReviewPolicy extends IndependencePolicy {
  /** Required number of different reviewers; 0 for none. */
  readonly reviewers: number;
  readonly minimumGrade: ReviewGrade;
}

export type ReviewReasonCode = 'review_missing' | 'review_not_independent' | 'review_stale' | 'changes_requested';

export interface ReviewReason {
  readonly code: ReviewReasonCode;
  readonly about: readonly string[];
  readonly text: Message;
}

export type GradedRun = Pick<ReviewRunRow, 'number' | 'verdict' | 'status' | 'subject_hash' | 'request_changes'> &
  RecordedActor & { readonly grade: ReviewGrade; readonly commit_sha?: string | null };

/** True if the subject has changed since the review; undefined if unknown. */
export function isReviewStale(
  { subject_hash }: Pick<ReviewRunRow, 'subject_hash'>,
  subjectHash: string | undefined,
): boolean | undefined {
  return subject_hash === null || subjectHash === undefined ? undefined : subject_hash !== subjectHash;
}

/** Newest recorded request for changes at any grade, unless a later pass counts. `runs` are latest verdict first. */
export function standingRequest(runs: readonly GradedRun[], minimum: ReviewGrade): GradedRun | undefined {
  for (const run of runs) {
    if (run.status !== 'recorded') continue;
    if (run.request_changes === 1) return run;
    if (run.verdict === 'pass' && isAtLeast(run.grade, minimum)) return undefined;
  }
  return undefined;
}

/**
 * Reasons against a branch's reviews. `runs` are its branch reviews, latest verdict first. Each reviewer's latest verdict counts
 * if it is `pass` (not conditional or qualified), on this tree, and at least of the min grade.
 */
export function reviewReasons(
  runs: readonly GradedRun[],
  authors: readonly RecordedActor[],
  policy: ReviewPolicy,
  treeHash: string,
): ReviewReason[] {
  const reasons: ReviewReason[] = [];
  const request = standingRequest(runs, policy.minimumGrade);
  if (request !== undefined) {
    const words = { actor: request.actor, review: `V-${request.number}` };
    const isChanged = isReviewStale(request, treeHash) === true;
    const text = isChanged ? message('reviews.changedSince', words) : message('reviews.changesRequested', words);
    reasons.push({ code: 'changes_requested', about: [words.review], text });
  }
  const ways = waysOf(policy);
  const wanted = Math.max(policy.reviewers, ways.length > 0 ? 1 : 0);
  if (wanted === 0) return reasons;
  const strong = runs.filter(run => isAtLeast(run.grade, policy.minimumGrade));
  const passes = lastWords(strong).filter(run => run.verdict === 'pass');
  const dependent = new Map<GradedRun, IndependenceWay>();
  for (const run of passes) {
    const way = dependence(run, authors, ways);
    if (way !== undefined) dependent.set(run, way);
  }
  const independent = passes.filter(run => !dependent.has(run));
  const counted = independent.filter(run => isReviewStale(run, treeHash) === false);
  if (counted.length >= wanted) return reasons;
  const weak = runs.filter(run => run.verdict === 'pass' && !strong.includes(run));
  return [
    ...reasons,
    ...shortfall({ passes, dependent, independent, counted, weak }, { ...policy, reviewers: wanted }),
  ];
}

interface Passes {
  readonly passes: readonly GradedRun[];
  /** Runs of dependent reviewers, with the violated rule. */
  readonly dependent: ReadonlyMap<GradedRun, IndependenceWay>;
  readonly independent: readonly GradedRun[];
  readonly counted: readonly GradedRun[];
  readonly weak: readonly GradedRun[];
}

/** Reports how many passes are missing, and which existing ones do not count. */
function shortfall({ passes, dependent, independent, counted, weak }: Passes, policy: ReviewPolicy): ReviewReason[] {
  const reasons: ReviewReason[] = [];
  const stale = refsOf(independent.filter(run => !counted.includes(run)));
  if (stale.length > 0) {
    const text = message('reviews.passedOtherTree', { reviews: stale.join(', ') });
    reasons.push({ code: 'review_stale', about: stale, text });
  }
  for (const way of new Set(dependent.values())) {
    const own = refsOf(passes.filter(run => dependent.get(run) === way));
    reasons.push({ code: 'review_not_independent', about: own, text: dependenceText(way, own) });
  }
  const { reviewers: wanted, minimumGrade } = policy;
  if (passes.length < wanted) {
    const text = message('reviews.tooFew', { wanted, passed: passes.length });
    reasons.push({ code: 'review_missing', about: refsOf(weak), text: withImported(text, weak, minimumGrade) });
  }
  return reasons;
}

export function withImported(
  text: Message,
  runs: readonly Pick<GradedRun, 'number' | 'grade'>[],
  minimum: ReviewGrade,
): Message {
  if (runs.length === 0) return text;
  const reviews = runs.map(({ number, grade }) => `V-${number} (${grade})`).join(', ');
  return message('reviews.importedWeaker', { text, minimum, reviews });
}

export function dependenceText(way: IndependenceWay, runs: readonly string[]): Message {
  const reviews = runs.join(', ');
  if (way === 'person') return message('reviews.notByPerson', { reviews });
  return way === 'family' ? message('reviews.sameFamily', { reviews }) : message('reviews.byAuthor', { reviews });
}

function lastWords(runs: readonly GradedRun[]): GradedRun[] {
  const last: GradedRun[] = [];
  for (const run of runs) {
    if (run.status === 'recorded' && !last.some(other => mayBeSameActor(other, run))) last.push(run);
  }
  return last;
}

function refsOf(runs: readonly Pick<GradedRun, 'number'>[]): string[] {
  return runs.map(run => `V-${run.number}`);
}
