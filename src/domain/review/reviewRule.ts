import { message } from '../../messages/message.js';
import { type Refusal, refuse } from '../refusal/refusal.js';
import type { ReviewMode, ReviewRunRow, ReviewSubjectKind } from './reviewRunRow.js';
import type { ReviewVerdict } from './reviewVerdict.js';

/** The state of a review run, with its verdict and whether it asks for changes. */
export type ReviewState = Pick<ReviewRunRow, 'number' | 'status' | 'verdict' | 'request_changes'>;

/**
 * Refuses a verdict on a run that has one: a run has one verdict. Recording the same verdict again changes nothing and is
 * answered with the run as it is, see `isSameVerdict`.
 */
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

/** True when this verdict was recorded in this run before, so that repeating it changes nothing. */
export function isSameVerdict(run: ReviewState, verdict: ReviewVerdict): boolean {
  return run.status === 'recorded' && run.verdict === verdict;
}

/** Refuses to ask for changes in a run that passed without any. */
export function checkRequestChanges(run: ReviewState): Refusal | undefined {
  if (run.status === 'started' || run.verdict !== 'pass') return undefined;
  const ref = `V-${run.number}`;
  return refuse('transition_not_allowed', message('reviews.passedAlready', { run: ref }), {
    hint: 'reviews.passedAlreadyHint',
    details: { run: ref, verdict: run.verdict },
  });
}

/** The mode of a review that names none: code for branches, planning for documents. */
export function modeOf(kind: ReviewSubjectKind): ReviewMode {
  return kind === 'branch' ? 'branch' : 'planning';
}

/** Before the tree in the name of what is staged. No branch and hardly a path is called so. */
export const stagedName = 'staged:';

/** True for a review of what was staged. */
export function isStagedSubject(name: string): boolean {
  return name.startsWith(stagedName);
}
