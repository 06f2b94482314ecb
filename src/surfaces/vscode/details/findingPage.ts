import { l10n } from 'vscode';
import type { TimelineEvent } from '../../../domain/event/event.js';
import type { Finding } from '../../../domain/finding/finding.js';
import { oneLine } from '../../../domain/text/oneLine.js';
import type { FindingPlace } from '../problems/findingPlace.js';
import { exactLocalTime } from '../support/localTime.js';
import { placeText, severityWord, statusWord } from '../views/findings/findingRow.js';
import { codeSpan } from './codeSpan.js';
import { inlineMarkdown } from './inlineMarkdown.js';
import { block } from './markdownBlock.js';
import { factList } from './pageParts.js';
import { timelinePart } from './timelinePart.js';

export interface FindingPageContent {
  readonly finding: Finding;
  /** Where it is now; undefined when nobody looked, as in Restricted Mode. */
  readonly place: FindingPlace | undefined;
  /** Newest first. */
  readonly events: readonly TimelineEvent[];
  /** True when the timeline holds older events than these. */
  readonly more: boolean;
}

const titleLength = 80;

/** The page of a finding, as Markdown that reads well unrendered; what reviewers wrote is never taken for Markdown. */
export function findingPage({ finding, place, events, more }: FindingPageContent): string {
  const parts = [`# ${finding.ref} ${title(finding.text)}`, facts(finding, place)];
  if (title(finding.text) !== inlineMarkdown(finding.text)) parts.push(part(l10n.t('Remark'), block(finding.text)));
  if (finding.fix !== null) parts.push(part(l10n.t('Proposed fix'), block(finding.fix)));
  if (finding.repro !== null) parts.push(part(l10n.t('Repro command'), repro(finding)));
  if (finding.note !== null) parts.push(part(l10n.t('Note'), block(finding.note)));
  if (finding.reopenReason !== null) parts.push(part(l10n.t('Why it was reopened'), block(finding.reopenReason)));
  parts.push(timelinePart(events, more));
  return `${parts.join('\n\n')}\n`;
}

/** The first line, as long as a heading may be. */
function title(text: string): string {
  const line = oneLine(text.split(/\r?\n/, 1)[0] ?? '');
  return inlineMarkdown(line.length <= titleLength ? line : `${line.slice(0, titleLength - 1).trimEnd()}…`);
}

function facts(finding: Finding, place: FindingPlace | undefined): string {
  const rows: [string, string | null][] = [
    [l10n.t('Severity'), severityWord(finding.severity)],
    [l10n.t('Status'), status(finding)],
    [l10n.t('Place'), placeNow(finding, place)],
    [l10n.t('Rule'), finding.rule === null ? null : inlineMarkdown(finding.rule)],
    [l10n.t('Task'), finding.task],
    [l10n.t('Review run'), finding.reviewRun],
    [l10n.t('Work item'), finding.workItem],
    [l10n.t('Fixed in'), finding.fixedCommit === null ? null : codeSpan(finding.fixedCommit.slice(0, 10))],
    [l10n.t('Proof'), finding.fixEvidence],
    [l10n.t('Branch'), finding.resolvedRef === null ? null : inlineMarkdown(finding.resolvedRef)],
    [l10n.t('Taken over by'), finding.supersededBy],
    [l10n.t('Merged from'), finding.mergedFrom.length === 0 ? null : finding.mergedFrom.join(', ')],
    [l10n.t('Id'), finding.key === null ? null : inlineMarkdown(finding.key)],
    [l10n.t('Found'), foundText(finding)],
  ];
  return factList(rows);
}

function status(finding: Finding): string {
  const word = statusWord(finding.status);
  const again = finding.reopenCount === 0 ? word : l10n.t('{0}, reopened {1} times', word, finding.reopenCount);
  return finding.resolvedAt === null ? again : l10n.t('{0} since {1}', again, exactLocalTime(finding.resolvedAt));
}

function placeNow(finding: Finding, place: FindingPlace | undefined): string {
  const recorded = codeSpan(placeText(finding));
  if (place === undefined) return recorded;
  if (place.outdated) return l10n.t('{0}, outdated: its text is gone', recorded);
  const { path, lines } = place;
  const now = codeSpan(placeText({ path, lineStart: lines?.start ?? null, lineEnd: lines?.end ?? null }));
  return now === recorded ? recorded : l10n.t('{0}, recorded at {1}', now, recorded);
}

function foundText(finding: Finding): string {
  const by = inlineMarkdown(finding.tool ?? finding.actor);
  const found = l10n.t('{0} by {1}', exactLocalTime(finding.createdAt), by);
  return finding.commit === null ? found : l10n.t('{0} at {1}', found, codeSpan(finding.commit.slice(0, 10)));
}

function repro(finding: Finding): string {
  const command = codeSpan(finding.repro ?? '');
  switch (finding.reproState) {
    case 'proven':
      return l10n.t('{0} fails where it was found', command);
    case 'unproven':
      return l10n.t('{0} passes where it was found, so it shows nothing', command);
    case null:
      return l10n.t('{0} was not tried yet', command);
  }
}

function part(name: string, text: string): string {
  return `## ${name}\n\n${text}`;
}
