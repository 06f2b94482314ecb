import { type Message, message } from '../../messages/message.js';
import type { RecordedActor } from '../actor/sameActor.js';
import { isAtLeast } from '../evidence/freshness.js';
import type { FindingRow } from '../finding/findingRow.js';
import { dependenceText, type GradedRun, type ReviewPolicy, withImported } from '../review/countedReview.js';
import { dependence, waysOf } from '../review/independence.js';
import type { ReviewRunRow } from '../review/reviewRunRow.js';
import type { PlanRow } from './planRow.js';

export type PlanReasonCode =
  | 'plan_missing'
  | 'plan_review_missing'
  | 'plan_review_not_pass'
  | 'plan_review_stale'
  | 'plan_review_not_independent'
  | 'open_planning_finding';

export interface PlanAcceptanceFacts {
  readonly plan: Pick<PlanRow, 'path'>;
  /** SHA-256 of the current text, checkbox marks aside; undefined if there is no file. */
  readonly contentHash: string | undefined;
  /** Recorded planning reviews of the plan, latest verdict first. */
  readonly runs: readonly (Pick<GradedRun, 'number' | 'verdict' | 'subject_hash' | 'grade'> & RecordedActor)[];
  readonly authors: readonly RecordedActor[];
  readonly openFindings: readonly Pick<FindingRow, 'number'>[];
}

export interface PlanReason {
  readonly code: PlanReasonCode;
  readonly about: readonly string[];
  readonly text: Message;
}

/**
 * Reasons against acceptance. The latest planning review must pass the current text, with no open planning finding; if reviews
 * must be independent, its reviewer must differ from the one who registered the plan (`dependence`). Ignores reviews below the
 * min grade.
 */
export function planAcceptanceReasons(
  facts: PlanAcceptanceFacts,
  policy: Omit<ReviewPolicy, 'reviewers'>,
): PlanReason[] {
  const { plan, contentHash, runs, authors, openFindings } = facts;
  const reasons: PlanReason[] = [];
  if (contentHash === undefined)
    reasons.push({ code: 'plan_missing', about: [], text: message('plans.noFile', { path: plan.path }) });
  const latest = runs.find(run => isAtLeast(run.grade, policy.minimumGrade));
  if (latest === undefined) {
    const review = message('plans.noReview', { plan: plan.path });
    reasons.push({
      code: 'plan_review_missing',
      about: runs.map(({ number }) => `V-${number}`),
      text: withImported(review, runs, policy.minimumGrade),
    });
  } else {
    const reason = judge(latest, contentHash);
    const way = dependence(latest, authors, waysOf(policy));
    if (reason !== undefined) reasons.push(reason);
    else if (way !== undefined) {
      const ref = `V-${latest.number}`;
      const text =
        way === 'session'
          ? message('plans.ownReview', { review: ref, actor: latest.actor })
          : dependenceText(way, [ref]);
      reasons.push({ code: 'plan_review_not_independent', about: [ref], text });
    }
  }
  if (openFindings.length > 0) {
    const about = openFindings.map(finding => `F-${finding.number}`);
    reasons.push({
      code: 'open_planning_finding',
      about,
      text: message('plans.findingsOpen', { count: about.length, findings: listed(about) }),
    });
  }
  return reasons;
}

/** Undefined if the plan was never accepted or is gone. */
export function isPlanStale(
  { accepted_hash }: Pick<PlanRow, 'accepted_hash'>,
  contentHash: string | undefined,
): boolean | undefined {
  return accepted_hash === null || contentHash === undefined ? undefined : accepted_hash !== contentHash;
}

function judge(
  run: Pick<ReviewRunRow, 'number' | 'verdict' | 'subject_hash'>,
  contentHash: string | undefined,
): PlanReason | undefined {
  const ref = `V-${run.number}`;
  if (run.verdict !== 'pass') {
    const verdict = run.verdict === null ? message('plans.nothingYet') : message(`state.${run.verdict}`);
    const text = message('plans.reviewNotPass', { review: ref, verdict });
    return { code: 'plan_review_not_pass', about: [ref], text };
  }
  if (contentHash === undefined || run.subject_hash === contentHash) return undefined;
  return { code: 'plan_review_stale', about: [ref], text: message('plans.editedAfterReview', { review: ref }) };
}

function listed(refs: readonly string[]): string | Message {
  const more = refs.length - 10;
  return more > 0 ? message('input.listed', { names: refs.slice(0, 10).join(', '), more }) : refs.join(', ');
}
