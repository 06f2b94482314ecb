import type { TimelineEvent } from '../domain/event/event.js';
import type { Finding } from '../domain/finding/finding.js';
import { oneLine } from '../domain/text/oneLine.js';
import { madeText, modelText } from './decisionPart.js';
import type { FindingPlace } from './findingPlace.js';
import { onSide, placeText } from './findingRow.js';
import { commitText, optional, type Page, type Pen } from './page.js';
import { severityLooks } from './severity.js';
import { findingStatusLooks } from './status.js';

export interface FindingPageContent {
  readonly finding: Finding;
  /** Undefined if it was not determined, as in Restricted Mode. */
  readonly place?: FindingPlace | undefined;
  /** Newest first. */
  readonly events?: readonly TimelineEvent[];
  readonly more?: boolean;
}

const titleLength = 80;

export function findingPage({ finding, place, events = [], more = false }: FindingPageContent, pen: Pen): Page {
  const { t, text } = pen;
  const title = titleOf(finding.text);
  return {
    ref: finding.ref,
    title: text(title),
    fields: [
      [t('Severity'), severityText(finding, pen)],
      [t('Status'), status(finding, pen)],
      [t('Location'), placeNow(finding, place, pen)],
      [t('Rule'), optional(finding.rule, text)],
      [t('Task'), finding.task],
      [t('Review run'), finding.reviewRun],
      [t('Work item'), finding.workItem],
      [t('Fixed in'), commitText(finding.fixedCommit, pen)],
      [t('Evidence'), finding.fixEvidence],
      [t('Branch'), optional(finding.resolvedRef, text)],
      [t('Superseded by'), finding.supersededBy],
      [t('Merged from'), finding.mergedFrom.length === 0 ? null : finding.mergedFrom.join(', ')],
      [t('Id'), optional(finding.key, text)],
      [t('Found'), madeText(finding.createdAt, finding.tool ?? finding.actor, finding.commit, pen)],
      [t('Model'), modelText(finding, pen)],
      [t('Description'), { prose: text(title) === text(finding.text) ? null : finding.text }],
      [t('Suggested fix'), { prose: finding.fix }],
      [t('Repro command'), { list: finding.repro === null ? [] : [repro(finding, finding.repro, pen)] }],
      [t('Note'), { prose: finding.note }],
      [t('Reason for reopening'), { prose: finding.reopenReason }],
    ],
    parts: finding.replies.map(({ actor, at, text: said }) => ({
      title: t('Reply by {0}, {1}', text(actor), pen.time(at)),
      fields: [],
      prose: said,
    })),
    timeline: { events, more },
  };
}

function titleOf(text: string): string {
  const [line = ''] = text.split(/\r?\n/, 1);
  return oneLine(line).length <= titleLength ? line : `${line.slice(0, titleLength - 1).trimEnd()}…`;
}

function severityText({ severity, status }: Finding, pen: Pen): string {
  return pen.tone(status === 'open' ? severityLooks[severity].tone : 'none', severityLooks[severity].word(pen.t));
}

function status({ status: state, reopenCount, resolvedAt, resolvedBy }: Finding, { t, text, time }: Pen): string {
  const word = findingStatusLooks[state].word(t);
  const again =
    reopenCount === 0
      ? word
      : reopenCount === 1
        ? t('{0}, reopened once', word)
        : t('{0}, reopened {1} times', word, reopenCount);
  if (resolvedAt === null) return again;
  const since = t('{0} since {1}', again, time(resolvedAt));
  return resolvedBy === null ? since : t('{0} by {1}', since, text(resolvedBy));
}

function placeNow(finding: Finding, place: FindingPlace | undefined, { t, code }: Pen): string {
  const { side } = finding;
  const location = code(placeText(finding));
  const recorded = onSide(location, side, t);
  if (place === undefined) return recorded;
  // A line that the branch removed is gone from its file.
  if (place.outdated && side === 'base') return recorded;
  if (place.outdated) return t('{0} (outdated: its text no longer exists)', recorded);
  const { path, lines } = place;
  const now = code(placeText({ path, lineStart: lines?.start ?? null, lineEnd: lines?.end ?? null }));
  return now === location ? recorded : t('{0}, recorded at {1}', now, recorded);
}

function repro({ reproState }: Finding, command: string, { t, code }: Pen): string {
  switch (reproState) {
    case 'proven':
      return t('{0} fails at the commit where it was found', code(command));
    case 'unproven':
      return t('{0} passes at the commit where it was found, so it does not reproduce the finding', code(command));
    case null:
      return t('{0} has not been run yet', code(command));
  }
}
