import { type FindingSeverity, findingSeverities, severityFacts } from '../domain/finding/findingSeverity.js';
import type { ReviewVerdict } from '../domain/review/reviewVerdict.js';
import { listWords } from '../domain/text/listWords.js';

/** `"high", "medium" or "low"`: what a language model may answer as a severity. */
export const severityChoice = listWords(
  findingSeverities.map(severity => `"${severity}"`),
  'or',
);

/** The verdict that follows from what a review found. */
export function verdictOf(findings: readonly { readonly severity: FindingSeverity }[]): ReviewVerdict {
  if (findings.some(({ severity }) => severityFacts[severity].failsReview)) return 'fail';
  return findings.length > 0 ? 'pass_with_findings' : 'pass';
}
