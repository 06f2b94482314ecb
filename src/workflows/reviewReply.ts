import * as z from 'zod';
import { type FindingSeverity, findingSeverities, severityFacts } from '../domain/finding/findingSeverity.js';
import type { ReviewVerdict } from '../domain/review/reviewVerdict.js';
import { listWords } from '../domain/text/listWords.js';
import type { BriefSection } from '../domain/workflow/brief.js';
import type { WorkflowName } from '../domain/workflow/workflowNames.js';
import { reviewSubmit } from '../operations/review/reviewSubmit.js';
import { severityLooks } from '../present/severity.js';
import type { Proposal, WorkflowCall } from './workflow.js';

/** `"high", "medium" or "low"`: what a language model may answer as a severity. */
export const severityChoice = listWords(
  findingSeverities.map(severity => `"${severity}"`),
  'or',
);

/** The verdict that follows from what a review found. */
function verdictOf(findings: readonly { readonly severity: FindingSeverity }[]): ReviewVerdict {
  if (findings.some(({ severity }) => severityFacts[severity].failsReview)) return 'fail';
  return findings.length > 0 ? 'pass_with_findings' : 'pass';
}

/** A text that a language model answers with, of so many characters. */
export const replyText = (length: number) => z.string().trim().min(1).max(length);

/** Common fields of each finding of a reply. */
export const findingReply = {
  severity: z.enum(findingSeverities),
  text: replyText(2000),
  fix: replyText(2000).nullish(),
};

/** A finding of a language model, before it is recorded. */
export interface ProposedFinding {
  readonly path: string;
  readonly line: string | undefined;
  readonly severity: FindingSeverity;
  readonly text: string;
  readonly fix?: string | null | undefined;
  /** `src/a.ts:3`, as it is shown; empty where it is about all. */
  readonly place: string;
  /** What is to be said of the place that the model gave. */
  readonly note?: string | undefined;
}

interface ProposedReview {
  /** Of `review.submit`, without what follows from the findings. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly name: WorkflowName;
  readonly summary: string;
  readonly findings: readonly ProposedFinding[];
  /** Shown below the findings; `accept` is the button. */
  more(accept: string): readonly BriefSection[];
}

/** What would be recorded of a language model's review. */
export function proposeReview(call: WorkflowCall, { input, name, summary, findings, more }: ProposedReview): Proposal {
  const { translate: t, now } = call;
  const verdict = verdictOf(findings);
  const accept = verdict === 'pass' ? t('Record Pass') : t('Record Review and Findings');
  const recorded = findings.map(({ path, line, severity, text, fix }) => ({
    path,
    severity,
    text,
    ...(line === undefined ? {} : { line }),
    ...(fix == null ? {} : { fix }),
  }));
  return {
    sections: [...proposedSections(call, summary, findings), ...more(accept)],
    accept,
    acts: [
      {
        title: t('Record Review and Findings'),
        operation: reviewSubmit.name,
        input: {
          ...input,
          verdict,
          summary,
          ...(recorded.length === 0 ? {} : { findings: recorded }),
          // One proposal, one id: pressed twice, the button records one review.
          id: `${name}-${now}`,
        },
      },
    ],
  };
}

/** What a language model found, as it is shown before it is recorded. */
function proposedSections(
  { markup, translate: t }: WorkflowCall,
  summary: string,
  findings: readonly ProposedFinding[],
): BriefSection[] {
  const lines = findings.map(({ severity, place, text, fix, note }, index) => {
    const head = [severityLooks[severity].word(t), ...(place === '' ? [] : [markup.text(place)])].join(', ');
    const notes = [
      markup.text(text),
      ...(fix == null ? [] : [t('Suggested fix: {0}', markup.text(fix))]),
      ...(note === undefined ? [] : [note]),
    ];
    return markup.entry(`${head}: ${notes.join(' ')}`, index + 1);
  });
  return [
    { heading: t('Language model summary'), lines: [markup.text(summary)] },
    { heading: t('Findings'), lines: lines.length === 0 ? [t('None. You decide whether it passes.')] : lines },
  ];
}
