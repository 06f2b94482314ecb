import { l10n } from 'vscode';
import type { Finding } from '../../../../domain/finding/finding.js';
import { type FindingSeverity, findingSeverities } from '../../../../domain/finding/findingStatus.js';
import { oneLine } from '../../support/plainText.js';
import { severityWord } from './findingRow.js';

/** What narrows the Findings view; an absent field does not. */
export interface FindingFilter {
  /** Found in the text, the path, the rule or the reviewer's name, whatever the case. */
  readonly text?: string;
  readonly severity?: FindingSeverity;
  /** Only findings about this task: `T-3`. */
  readonly task?: string;
}

export const noFindingFilter: FindingFilter = Object.freeze({});

export function isFindingFiltered(filter: FindingFilter): boolean {
  return filter.text !== undefined || filter.severity !== undefined || filter.task !== undefined;
}

/** The filter in words: `high · T-3 · “login”`. */
export function findingFilterText(filter: FindingFilter): string {
  return [
    filter.severity === undefined ? undefined : severityWord(filter.severity),
    filter.task === undefined ? undefined : oneLine(filter.task),
    filter.text === undefined ? undefined : l10n.t('“{0}”', oneLine(filter.text)),
  ]
    .filter(part => part !== undefined)
    .join(' · ');
}

export function passes(finding: Finding, filter: FindingFilter): boolean {
  if (filter.severity !== undefined && finding.severity !== filter.severity) return false;
  if (filter.task !== undefined && finding.task !== filter.task) return false;
  if (filter.text === undefined) return true;
  const wanted = filter.text.toLowerCase();
  return [finding.ref, finding.text, finding.path, finding.rule ?? '', finding.tool ?? '', finding.actor].some(text =>
    text.toLowerCase().includes(wanted),
  );
}

/** Reads a filter that was remembered; what is no filter is none. */
export function readFindingFilter(value: unknown): FindingFilter {
  if (typeof value !== 'object' || value === null) return noFindingFilter;
  const { text, severity, task } = value as Record<string, unknown>;
  return {
    ...(typeof text === 'string' && text !== '' ? { text } : {}),
    ...(findingSeverities.includes(severity as FindingSeverity) ? { severity: severity as FindingSeverity } : {}),
    ...(typeof task === 'string' && task !== '' ? { task } : {}),
  };
}
