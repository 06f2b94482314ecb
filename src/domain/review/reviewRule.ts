import { message } from '../../messages/message.js';
import { type Refusal, refuse } from '../refusal/refusal.js';
import type { ReviewMode, ReviewRunRow, ReviewSubjectKind } from './reviewRunRow.js';
import type { ReviewVerdict } from './reviewVerdict.js';

export type ReviewState = Pick<ReviewRunRow, 'number' | 'status' | 'verdict' | 'request_changes'>;

/** Refuses a second verdict; the same one again is idempotent, see `isSameVerdict`. */
export function checkRecord(run: ReviewState, verdict: ReviewVerdict): Refusal | undefined {
  if (run.status === 'started') return undefined;
  const ref = `V-${run.number}`;
  return refuse(
    'transition_not_allowed',
    message('reviews.alreadyJudged', {
      run: ref,
      verdict: run.verdict === null ? '' : message(`state.${run.verdict}`),
    }),
    { hint: 'reviews.alreadyJudgedHint', details: { run: ref, verdict: run.verdict, wanted: verdict } },
  );
}

export function isSameVerdict(run: ReviewState, verdict: ReviewVerdict): boolean {
  return run.status === 'recorded' && run.verdict === verdict;
}

export function checkRequestChanges(run: ReviewState): Refusal | undefined {
  if (run.status === 'started' || run.verdict !== 'pass') return undefined;
  const ref = `V-${run.number}`;
  return refuse('transition_not_allowed', message('reviews.passedAlready', { run: ref }), {
    hint: 'reviews.passedAlreadyHint',
    details: { run: ref, verdict: run.verdict },
  });
}

export function modeOf(kind: ReviewSubjectKind): ReviewMode {
  return kind === 'branch' ? 'branch' : 'planning';
}

/** Prefix of the tree in the subject of a review of staged changes; not a plausible branch or path. */
export const stagedName = 'staged:';

export function isStagedSubject(name: string): boolean {
  return name.startsWith(stagedName);
}
