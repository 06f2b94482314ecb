import { type Message, message } from '../../messages/message.js';
import { mayBeSameActor, type RecordedActor } from '../actor/sameActor.js';
import { isAtLeast } from '../evidence/freshness.js';
import { dependence, type IndependencePolicy, type IndependenceWay, waysOf } from './independence.js';
import type { ReviewGrade } from './reviewGrade.js';
import type { ReviewRunRow } from './reviewRunRow.js';

/** What the reviewers of a branch must be, from the base branch's config `review`. */
export interface ReviewPolicy extends IndependencePolicy {
  /** How many different reviewers must have passed it; 0 asks for none. */
  readonly reviewers: number;
  /** The weakest grade of a review that counts. */
  readonly minimumGrade: ReviewGrade;
}

export type ReviewReasonCode = 'review_missing' | 'review_not_independent' | 'review_stale' | 'changes_requested';

export interface ReviewReason {
  readonly code: ReviewReasonCode;
  /** Refs of the runs that it is about. */
  readonly about: readonly string[];
  readonly text: Message;
}

/** A review run as it is judged. */
export type GradedRun = Pick<ReviewRunRow, 'number' | 'verdict' | 'status' | 'subject_hash' | 'request_changes'> &
  RecordedActor & { readonly grade: ReviewGrade; readonly commit_sha?: string | null };

/** True when what was reviewed has changed since; undefined when that is unknown. */
export function isReviewStale(
  { subject_hash }: Pick<ReviewRunRow, 'subject_hash'>,
  subjectHash: string | undefined,
): boolean | undefined {
  return subject_hash === null || subjectHash === undefined ? undefined : subject_hash !== subjectHash;
}

/**
 * The run whose request for changes is in effect: the newest recorded one that asks for them, unless a later one passed that
 * counts. A request is in effect whatever its grade. `runs` are of one subject, the latest verdict first.
 */
export function standingRequest(runs: readonly GradedRun[], minimum: ReviewGrade): GradedRun | undefined {
  for (const run of runs) {
    if (run.status !== 'recorded') continue;
    if (run.request_changes === 1) return run;
    if (run.verdict === 'pass' && isAtLeast(run.grade, minimum)) return undefined;
  }
  return undefined;
}

/**
 * Why the reviews of a branch do not suffice, empty when they do. `runs` are its branch reviews, the latest verdict
 * first; `authors` those who worked on it; `treeHash` the tree being checked. A reviewer's last word counts; a pass of
 * another tree does not, nor one whose tree is unknown, nor one of a weaker grade than the policy asks for; conditional and
 * qualified verdicts do not count as a pass.
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
    const ref = `V-${request.number}`;
    reasons.push({
      code: 'changes_requested',
      about: [ref],
      text: message('reviews.changesRequested', { actor: request.actor, review: ref }),
    });
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
  /** Those whose reviewer is not independent, with the way in which. */
  readonly dependent: ReadonlyMap<GradedRun, IndependenceWay>;
  readonly independent: readonly GradedRun[];
  readonly counted: readonly GradedRun[];
  /** Those whose grade is too weak. */
  readonly weak: readonly GradedRun[];
}

/** How many more passes are needed and which of those there are do not count. */
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

/** Says as well which runs were imported and do not count for that. */
export function withImported(
  text: Message,
  runs: readonly Pick<GradedRun, 'number' | 'grade'>[],
  minimum: ReviewGrade,
): Message {
  if (runs.length === 0) return text;
  const reviews = runs.map(({ number, grade }) => `V-${number} (${grade})`).join(', ');
  return message('reviews.importedWeaker', { text, minimum, reviews });
}

/** Why these runs do not count. */
export function dependenceText(way: IndependenceWay, runs: readonly string[]): Message {
  const reviews = runs.join(', ');
  if (way === 'person') return message('reviews.notByPerson', { reviews });
  return way === 'family' ? message('reviews.sameFamily', { reviews }) : message('reviews.byAuthor', { reviews });
}

/** The newest recorded run of each reviewer. */
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
