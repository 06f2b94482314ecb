import { l10n } from 'vscode';
import type { Finding } from '../../../../domain/finding/finding.js';
import type { FindingSeverity, FindingStatus } from '../../../../domain/finding/findingStatus.js';
import { oneLine, shortened } from '../../support/plainText.js';
import { timeAgo } from '../../support/relativeTime.js';

/** What a row of the Findings view shows. Every icon has its meaning in words beside it. */
export interface FindingRow {
  readonly label: string;
  readonly description: string;
  readonly icon: string;
  /** Theme colour of the icon; undefined takes the usual one. */
  readonly color: string | undefined;
  /** For when clauses of menus: `finding severity:high status:open`. */
  readonly contextValue: string;
  /** What a screen reader says. */
  readonly spoken: string;
  /** When time alone makes this row wrong, ms UTC. */
  readonly changesAt: number | undefined;
}

const textLength = 70;

/** The row of a finding at a moment, ms UTC; the file is left out where the rows stand below it. */
export function findingRow(finding: Finding, now: number, belowFile: boolean): FindingRow {
  const label = `${finding.ref} ${shortened(finding.text, textLength)}`;
  const ended = finding.status !== 'open';
  const ago = timeAgo(Date.parse(finding.resolvedAt ?? finding.createdAt), now);
  const place = belowFile ? linesText(finding) : placeText(finding);
  const parts = [
    place,
    ended ? l10n.t('{0} {1}', statusWord(finding.status), ago.text) : oneLine(finding.tool ?? finding.actor),
    ended ? undefined : ago.text,
  ].filter(part => part !== undefined && part !== '') as string[];
  const { icon, color } = looks(finding);
  return {
    label,
    description: parts.join(' · '),
    icon,
    color,
    contextValue: `finding severity:${finding.severity} status:${finding.status}`,
    spoken: [label, severityWord(finding.severity), statusWord(finding.status), ...parts].join(', '),
    changesAt: ago.changesAt,
  };
}

/** `src/app.ts:3-7`, without lines for a remark about the whole file. */
export function placeText(finding: Pick<Finding, 'path' | 'lineStart' | 'lineEnd'>): string {
  const lines = lineNumbers(finding);
  return lines === undefined ? oneLine(finding.path) : `${oneLine(finding.path)}:${lines}`;
}

function linesText(finding: Finding): string | undefined {
  const lines = lineNumbers(finding);
  if (lines === undefined) return undefined;
  return finding.lineStart === finding.lineEnd ? l10n.t('line {0}', lines) : l10n.t('lines {0}', lines);
}

function lineNumbers({ lineStart, lineEnd }: Pick<Finding, 'lineStart' | 'lineEnd'>): string | undefined {
  if (lineStart === null) return undefined;
  return lineEnd === null || lineEnd === lineStart ? String(lineStart) : `${lineStart}-${lineEnd}`;
}

function looks(finding: Finding): { icon: string; color: string | undefined } {
  if (finding.status === 'fixed' || finding.status === 'resolved_on_branch' || finding.status === 'integrated')
    return { icon: 'pass', color: 'charts.green' };
  if (finding.status === 'deferred') return { icon: 'clock', color: undefined };
  if (finding.status !== 'open') return { icon: 'circle-slash', color: undefined };
  return severityIcon(finding.severity);
}

export function severityIcon(severity: FindingSeverity): { icon: string; color: string } {
  switch (severity) {
    case 'high':
      return { icon: 'error', color: 'list.errorForeground' };
    case 'medium':
      return { icon: 'warning', color: 'list.warningForeground' };
    case 'low':
      return { icon: 'info', color: 'charts.blue' };
  }
}

/** A severity in the words of the interface, lower case. */
export function severityWord(severity: FindingSeverity): string {
  switch (severity) {
    case 'high':
      return l10n.t('high');
    case 'medium':
      return l10n.t('medium');
    case 'low':
      return l10n.t('low');
  }
}

/** A status in the words of the interface, lower case. */
export function statusWord(status: FindingStatus): string {
  switch (status) {
    case 'open':
      return l10n.t('open');
    case 'fixed':
      return l10n.t('fixed');
    case 'wontfix':
      return l10n.t('won’t fix');
    case 'deferred':
      return l10n.t('deferred');
    case 'resolved_on_branch':
      return l10n.t('resolved on its branch');
    case 'integrated':
      return l10n.t('integrated');
    case 'superseded':
      return l10n.t('superseded');
  }
}
