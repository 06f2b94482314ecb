import type { TimelineEvent } from '../domain/event/event.js';
import type { Finding } from '../domain/finding/finding.js';
import { oneLine } from '../domain/text/oneLine.js';
import type { Translate } from '../reports/translate.js';
import { codeSpan } from './codeSpan.js';
import type { FindingPlace } from './findingPlace.js';
import { placeText, severityWord, statusWord } from './findingRow.js';
import { inlineMarkdown } from './inlineMarkdown.js';
import { block } from './markdownBlock.js';
import { factList } from './pageParts.js';
import { timelinePart } from './timelinePart.js';
import type { WriteTime } from './writeTime.js';

export interface FindingPageContent {
  readonly finding: Finding;
  /** Where it is now; undefined when no one looked, as in Restricted Mode. */
  readonly place: FindingPlace | undefined;
  /** Newest first. */
  readonly events: readonly TimelineEvent[];
  /** True when the timeline holds older events than these. */
  readonly more: boolean;
}

const titleLength = 80;

/** The page of a finding, as Markdown that reads well unrendered; what reviewers wrote is never taken for Markdown. */
export function findingPage(
  { finding, place, events, more }: FindingPageContent,
  t: Translate,
  time: WriteTime,
): string {
  const parts = [`# ${finding.ref} ${title(finding.text)}`, facts(finding, place, t, time)];
  if (title(finding.text) !== inlineMarkdown(finding.text)) parts.push(part(t('Description'), block(finding.text)));
  if (finding.fix !== null) parts.push(part(t('Suggested fix'), block(finding.fix)));
  if (finding.repro !== null) parts.push(part(t('Repro command'), repro(finding, t)));
  if (finding.note !== null) parts.push(part(t('Note'), block(finding.note)));
  if (finding.reopenReason !== null) parts.push(part(t('Reason for reopening'), block(finding.reopenReason)));
  parts.push(timelinePart(events, more, t, time));
  return `${parts.join('\n\n')}\n`;
}

/** The first line, as long as a heading may be. */
function title(text: string): string {
  const line = oneLine(text.split(/\r?\n/, 1)[0] ?? '');
  return inlineMarkdown(line.length <= titleLength ? line : `${line.slice(0, titleLength - 1).trimEnd()}…`);
}

function facts(finding: Finding, place: FindingPlace | undefined, t: Translate, time: WriteTime): string {
  const rows: [string, string | null][] = [
    [t('Severity'), severityWord(finding.severity, t)],
    [t('Status'), status(finding, t, time)],
    [t('Location'), placeNow(finding, place, t)],
    [t('Rule'), finding.rule === null ? null : inlineMarkdown(finding.rule)],
    [t('Task'), finding.task],
    [t('Review run'), finding.reviewRun],
    [t('Work item'), finding.workItem],
    [t('Fixed in'), finding.fixedCommit === null ? null : codeSpan(finding.fixedCommit.slice(0, 10))],
    [t('Evidence'), finding.fixEvidence],
    [t('Branch'), finding.resolvedRef === null ? null : inlineMarkdown(finding.resolvedRef)],
    [t('Superseded by'), finding.supersededBy],
    [t('Merged from'), finding.mergedFrom.length === 0 ? null : finding.mergedFrom.join(', ')],
    [t('Id'), finding.key === null ? null : inlineMarkdown(finding.key)],
    [t('Found'), foundText(finding, t, time)],
  ];
  return factList(rows);
}

function status(finding: Finding, t: Translate, time: WriteTime): string {
  const word = statusWord(finding.status, t);
  const again = finding.reopenCount === 0 ? word : t('{0}, reopened {1} times', word, finding.reopenCount);
  return finding.resolvedAt === null ? again : t('{0} since {1}', again, time(finding.resolvedAt));
}

function placeNow(finding: Finding, place: FindingPlace | undefined, t: Translate): string {
  const recorded = codeSpan(placeText(finding));
  if (place === undefined) return recorded;
  if (place.outdated) return t('{0} (outdated: its text no longer exists)', recorded);
  const { path, lines } = place;
  const now = codeSpan(placeText({ path, lineStart: lines?.start ?? null, lineEnd: lines?.end ?? null }));
  return now === recorded ? recorded : t('{0}, recorded at {1}', now, recorded);
}

function foundText(finding: Finding, t: Translate, time: WriteTime): string {
  const by = inlineMarkdown(finding.tool ?? finding.actor);
  const found = t('{0} by {1}', time(finding.createdAt), by);
  return finding.commit === null ? found : t('{0} at {1}', found, codeSpan(finding.commit.slice(0, 10)));
}

function repro(finding: Finding, t: Translate): string {
  const command = codeSpan(finding.repro ?? '');
  switch (finding.reproState) {
    case 'proven':
      return t('{0} fails at the commit where it was found', command);
    case 'unproven':
      return t('{0} passes at the commit where it was found, so it does not reproduce the finding', command);
    case null:
      return t('{0} has not been run yet', command);
  }
}

function part(name: string, text: string): string {
  return `## ${name}\n\n${text}`;
}
