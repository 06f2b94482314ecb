import { l10n } from 'vscode';
import type { Finding } from '../../../../domain/finding/finding.js';
import { blockingSeverities, findingSeverities } from '../../../../domain/finding/findingSeverity.js';
import type { FindingStatus } from '../../../../domain/finding/findingStatus.js';
import { capitalised } from '../../../../domain/text/capitalised.js';
import { oneLine } from '../../../../domain/text/oneLine.js';
import type { FindingPlace } from '../../../../present/findingPlace.js';
import { findingRow } from '../../../../present/findingRow.js';
import { iconOf } from '../../../../present/look.js';
import { severityLooks } from '../../../../present/severity.js';
import { findingStatusLooks } from '../../../../present/status.js';
import type { ViewRow } from '../../../../present/viewRow.js';
import { translate } from '../../support/translate.js';
import { type FindingFilter, type Own, passes } from './findingFilter.js';

export const findingGroupings = ['severity', 'file', 'run'] as const;
export type FindingGrouping = (typeof findingGroupings)[number];

export type FindingsRow = FindingGroupRow | FindingViewRow;

/** A group; its id is unique in the view: `severity.high`, `file.src/app.ts`, `run.V-2`, `ended`. */
export interface FindingGroupRow extends ViewRow {
  readonly type: 'findingGroup';
  readonly children: readonly FindingViewRow[];
}

export interface FindingViewRow extends ViewRow {
  readonly type: 'finding';
  readonly finding: Finding;
  readonly children?: undefined;
}

export interface FindingRowsOptions {
  readonly grouping: FindingGrouping;
  readonly filter: FindingFilter;
  /** Undefined until a filter needs it. */
  readonly own?: Own | undefined;
  /** Returns a finding's current location by ULID, if known. */
  placeNow(id: string): FindingPlace | undefined;
}

type Group = Pick<FindingGroupRow, 'id' | 'label' | 'icon' | 'color' | 'open'>;

export function findingRows(findings: readonly Finding[], options: FindingRowsOptions): readonly FindingGroupRow[] {
  const { grouping, filter, own, placeNow } = options;
  const groups = new Map<string, { group: Group; rows: FindingViewRow[] }>();
  for (const finding of findings) {
    if (!passes(finding, filter, own)) continue;
    const place = placeNow(finding.id);
    const isOpen = finding.status === 'open';
    const group = isOpen ? openGroup(grouping, finding, place) : endedGroup(finding.status, filter);
    const looks = findingRow(finding, { belowFile: grouping === 'file' && isOpen, place }, translate);
    const rows: FindingViewRow[] = groups.get(group.id)?.rows ?? [];
    rows.push({ type: 'finding', id: finding.id, finding, ...looks });
    groups.set(group.id, { group, rows });
  }
  return [...groups.values()].map(groupRow).sort((a, b) => compareGroups(grouping, a, b));
}

/** Counts open findings, and those that block a review under any configuration: low ones need no attention. */
export function countOpen(findings: readonly Finding[]): { readonly open: number; readonly blocking: number } {
  const open = findings.filter(({ status }) => status === 'open');
  return { open: open.length, blocking: open.filter(({ severity }) => blockingSeverities.includes(severity)).length };
}

function groupRow({ group, rows }: { readonly group: Group; readonly rows: FindingViewRow[] }): FindingGroupRow {
  const counted = rows.length === 1 ? l10n.t('1 finding') : l10n.t('{0} findings', rows.length);
  return {
    type: 'findingGroup',
    ...group,
    description: String(rows.length),
    contextValue: `findingGroup ${group.id}`,
    spoken: l10n.t('{0} {1}', group.label, counted),
    children: rows.sort(compareRows),
  };
}

function openGroup(grouping: FindingGrouping, finding: Finding, place: FindingPlace | undefined): Group {
  switch (grouping) {
    case 'severity': {
      const label = capitalised(severityLooks[finding.severity].word(translate));
      return { id: `severity.${finding.severity}`, label, ...iconOf(severityLooks[finding.severity]), open: true };
    }
    case 'file': {
      const path = place?.path ?? finding.path;
      return { id: `file.${path}`, label: oneLine(path), icon: 'file', open: true };
    }
    case 'run':
      return finding.reviewRun === null
        ? { id: 'run.none', label: l10n.t('Not in a review run'), icon: 'comment', open: true }
        : { id: `run.${finding.reviewRun}`, label: finding.reviewRun, icon: 'checklist', open: true };
  }
}

/** Closed findings are folded, unless the person filtered for them. */
function endedGroup(status: FindingStatus, filter: FindingFilter): Group {
  if (filter.status === undefined) return { id: 'ended', label: l10n.t('Closed'), icon: 'archive', open: false };
  const label = capitalised(findingStatusLooks[status].word(translate));
  return { id: `ended.${status}`, label, ...iconOf(findingStatusLooks[status]), open: true };
}

/** Sorts severities by weight, files by name, runs newest first; closed findings last. */
function compareGroups(grouping: FindingGrouping, a: Group, b: Group): number {
  const last = Number(a.id.startsWith('ended')) - Number(b.id.startsWith('ended'));
  if (last !== 0) return last;
  if (grouping === 'severity') return weight(a.id.slice('severity.'.length)) - weight(b.id.slice('severity.'.length));
  if (grouping === 'file') return a.label.localeCompare(b.label);
  return numberOf(b.id) - numberOf(a.id);
}

/** Sorts by severity, then by place in the file; closed findings latest first. */
function compareRows({ finding: one }: FindingViewRow, { finding: other }: FindingViewRow): number {
  if (one.resolvedAt !== null && other.resolvedAt !== null) {
    return Date.parse(other.resolvedAt) - Date.parse(one.resolvedAt) || numberOf(other.ref) - numberOf(one.ref);
  }
  return (
    weight(one.severity) - weight(other.severity) ||
    one.path.localeCompare(other.path) ||
    (one.lineStart ?? 0) - (other.lineStart ?? 0) ||
    numberOf(one.ref) - numberOf(other.ref)
  );
}

function weight(severity: string): number {
  return (findingSeverities as readonly string[]).indexOf(severity);
}

/** Returns 12 for `F-12` or `run.V-12`, 0 if there is no number. */
function numberOf(ref: string): number {
  return Number(/-(\d+)$/.exec(ref)?.[1] ?? 0);
}
