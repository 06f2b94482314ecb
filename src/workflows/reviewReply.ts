import * as z from 'zod';
import { type FindingSeverity, findingSeverities, severityFacts } from '../domain/finding/findingSeverity.js';
import type { ReviewVerdict } from '../domain/review/reviewVerdict.js';
import { listWords } from '../domain/text/listWords.js';
import type { BriefSection } from '../domain/workflow/brief.js';
import { severityLooks } from '../present/severity.js';
import type { WorkflowCall } from './workflow.js';

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

/** A text that a language model answers with, of so many characters. */
export const replyText = (length: number) => z.string().trim().min(1).max(length);

/** A finding of a language model, before anybody recorded it. */
interface ProposedFinding {
  readonly severity: FindingSeverity;
  /** `src/a.ts:3`, raw; empty where it is about all. */
  readonly place: string;
  readonly text: string;
  readonly fix?: string | undefined;
  /** What is to be said of the place. */
  readonly note?: string | undefined;
}

/** What a language model found, as it is shown before it is recorded. */
export function proposedSections(
  { markup, translate: t }: WorkflowCall,
  summary: string,
  findings: readonly ProposedFinding[],
): BriefSection[] {
  const lines = findings.map(({ severity, place, text, fix, note }, index) => {
    const head = [severityLooks[severity].word(t), ...(place === '' ? [] : [markup.text(place)])].join(', ');
    const said = [
      markup.text(text),
      ...(fix === undefined ? [] : [t('Suggested fix: {0}', markup.text(fix))]),
      ...(note === undefined ? [] : [note]),
    ];
    return markup.entry(`${head}: ${said.join(' ')}`, index + 1);
  });
  return [
    { heading: t('Language model summary'), lines: [markup.text(summary)] },
    { heading: t('Findings'), lines: lines.length === 0 ? [t('None. You decide whether it passes.')] : lines },
  ];
}
