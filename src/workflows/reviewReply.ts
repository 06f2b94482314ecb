import * as z from 'zod';
import { type FindingSeverity, findingSeverities, severityFacts } from '../domain/finding/findingSeverity.js';
import type { ReviewVerdict } from '../domain/review/reviewVerdict.js';
import { listWords } from '../domain/text/listWords.js';
import type { BriefSection } from '../domain/workflow/brief.js';
import type { WorkflowName } from '../domain/workflow/workflowNames.js';
import { reviewSubmit } from '../operations/review/reviewSubmit.js';
import { severityLooks } from '../present/severity.js';
import type { Proposal, WorkflowCall } from './workflow.js';

/** `"high", "medium" or "low"`, as offered to a language model. */
export const severityChoice = listWords(
  findingSeverities.map(severity => `"${severity}"`),
  'or',
);

function verdictOf(findings: readonly { readonly severity: FindingSeverity }[]): ReviewVerdict {
  if (findings.some(({ severity }) => severityFacts[severity].failsReview)) return 'fail';
  return findings.length > 0 ? 'pass_with_findings' : 'pass';
}

export const replyText = (length: number) => z.string().trim().min(1).max(length);

export const findingReply = {
  severity: z.enum(findingSeverities),
  text: replyText(2000),
  fix: replyText(2000).nullish(),
};

export interface ProposedFinding {
  readonly path: string;
  readonly line: string | undefined;
  readonly severity: FindingSeverity;
  readonly text: string;
  readonly fix?: string | null | undefined;
  /** `src/a.ts:3`; empty for a finding on the whole. */
  readonly place: string;
  readonly note?: string | undefined;
}

interface ProposedReview {
  /** Input of `review.submit`, without the fields derived from the findings. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly name: WorkflowName;
  readonly summary: string;
  readonly findings: readonly ProposedFinding[];
  /** Sections below the findings. `accept` is the button. */
  more(accept: string): readonly BriefSection[];
}

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
          // One id per proposal: a second press of the button records nothing.
          id: `${name}-${now}`,
        },
      },
    ],
  };
}

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
