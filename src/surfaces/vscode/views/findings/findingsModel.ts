import { l10n } from 'vscode';
import type { Finding } from '../../../../domain/finding/finding.js';
import { blockingSeverities, findingSeverities } from '../../../../domain/finding/findingSeverity.js';
import type { FindingStatus } from '../../../../domain/finding/findingStatus.js';
import { capitalised } from '../../../../domain/text/capitalised.js';
import { oneLine } from '../../../../domain/text/oneLine.js';
import type { FindingPlace } from '../../../../present/findingPlace.js';
import { findingRow, severityIcon, severityWord, statusIcon, statusWord } from '../../../../present/findingRow.js';
import { translate } from '../../support/translate.js';
import { type FindingFilter, noFindingFilter, type Own, passes } from './findingFilter.js';
import type { FindingGrouping, FindingGroupNode, FindingNode } from './findingNode.js';

interface GroupPlace {
  readonly id: string;
  readonly title: string;
  readonly icon?: string;
  readonly color?: string;
  readonly open: boolean;
}

/** What must be drawn again: all of it, or only these rows, because nothing but their words changed. */
export type Redrawing = 'all' | readonly FindingNode[];

/** What the Findings view shows, made from a list of findings without asking anyone. */
export class FindingsModel {
  grouping: FindingGrouping = 'severity';
  filter: FindingFilter = noFindingFilter;
  /** What of the findings is the person’s own; undefined until a filter asks. */
  own: Own | undefined;
  private findings: readonly Finding[] = [];
  private groups: FindingGroupNode[] = [];
  private readonly groupById = new Map<string, FindingGroupNode>();
  private readonly nodes = new Map<string, FindingNode>();
  /** Which rows were drawn last, in their order, and the words of each. */
  private drawn = { order: '', words: new Map<string, string>() };
  private readonly placeNow: (id: string) => FindingPlace | undefined;

  /** `placeNow` tells where a finding is now, by its ULID, where anyone knows. */
  constructor(placeNow: (id: string) => FindingPlace | undefined = () => undefined) {
    this.placeNow = placeNow;
  }

  get roots(): readonly FindingGroupNode[] {
    return this.groups;
  }

  /** How many open findings there are, whatever the filter. */
  get openCount(): number {
    return this.findings.filter(finding => finding.status === 'open').length;
  }

  /** How many of them keep a review from being ready, whatever the repository's configuration. */
  get blockingCount(): number {
    return this.findings.filter(({ status, severity }) => status === 'open' && blockingSeverities.includes(severity))
      .length;
  }

  get isEmpty(): boolean {
    return this.findings.length === 0;
  }

  find(id: string): FindingNode | undefined {
    return this.nodes.get(id);
  }

  /** When time alone makes a row wrong, ms UTC. */
  get changesAt(): number | undefined {
    let earliest: number | undefined;
    for (const { row } of this.nodes.values()) {
      if (row.changesAt !== undefined) earliest = Math.min(row.changesAt, earliest ?? row.changesAt);
    }
    return earliest;
  }

  /** Takes a fresh list; gives what must be drawn again. */
  read(findings: readonly Finding[], now: number): Redrawing {
    this.findings = findings;
    return this.arrange(now);
  }

  /** Puts the findings in their groups again, after the filter, the grouping or the time changed. */
  arrange(now: number): Redrawing {
    const groups = new Map<string, FindingGroupNode>();
    const placed = new Set<string>();
    for (const finding of this.findings) {
      if (!passes(finding, this.filter, this.own)) continue;
      const group = this.groupOf(this.placeOf(finding), groups);
      const node = this.nodeOf(finding, group, now);
      group.children.push(node);
      placed.add(finding.id);
    }
    for (const id of this.nodes.keys()) if (!placed.has(id)) this.nodes.delete(id);
    for (const id of this.groupById.keys()) if (!groups.has(id)) this.groupById.delete(id);
    this.groups = [...groups.values()].sort((a, b) => this.compareGroups(a, b));
    for (const group of this.groups) {
      group.children.sort(compareNodes);
      group.description = String(group.children.length);
    }
    return this.difference();
  }

  /** What differs from what was drawn last. */
  private difference(): Redrawing {
    const last = this.drawn;
    const nodes = this.groups.flatMap(({ children }) => children);
    this.drawn = {
      order: JSON.stringify(this.groups.map(({ id, children }) => [id, children.map(node => node.id)])),
      words: new Map(nodes.map(({ id, row }) => [id, JSON.stringify([row.label, row.description, row.icon])])),
    };
    if (this.drawn.order !== last.order) return 'all';
    return nodes.filter(({ id }) => this.drawn.words.get(id) !== last.words.get(id));
  }

  private placeOf(finding: Finding): GroupPlace {
    if (finding.status !== 'open') return this.endedGroup(finding.status);
    switch (this.grouping) {
      case 'severity': {
        const title = capitalised(severityWord(finding.severity, translate));
        return { id: `severity.${finding.severity}`, title, ...severityIcon(finding.severity), open: true };
      }
      case 'file':
        return fileGroup(this.placeNow(finding.id)?.path ?? finding.path);
      case 'run':
        return finding.reviewRun === null
          ? { id: 'run.none', title: l10n.t('Not in a review run'), icon: 'comment', open: true }
          : { id: `run.${finding.reviewRun}`, title: finding.reviewRun, icon: 'checklist', open: true };
    }
  }

  /** What ended is folded away, unless it is what the person asked for. */
  private endedGroup(status: FindingStatus): GroupPlace {
    if (this.filter.status === undefined) {
      return { id: 'ended', title: l10n.t('Closed'), icon: 'archive', open: false };
    }
    return {
      id: `ended.${status}`,
      title: capitalised(statusWord(status, translate)),
      ...statusIcon(status),
      open: true,
    };
  }

  private groupOf(place: GroupPlace, groups: Map<string, FindingGroupNode>): FindingGroupNode {
    const present = groups.get(place.id);
    if (present !== undefined) return present;
    const known = this.groupById.get(place.id);
    const looks = { title: place.title, description: '', icon: place.icon, color: place.color };
    const group: FindingGroupNode =
      known === undefined
        ? { type: 'findingGroup', id: place.id, open: place.open, children: [], ...looks }
        : Object.assign(known, looks, { children: [] });
    this.groupById.set(place.id, group);
    groups.set(place.id, group);
    return group;
  }

  private nodeOf(finding: Finding, parent: FindingGroupNode, now: number): FindingNode {
    const belowFile = this.grouping === 'file' && finding.status === 'open';
    const row = findingRow(finding, { now, belowFile, place: this.placeNow(finding.id) }, translate);
    const present = this.nodes.get(finding.id);
    if (present !== undefined) return Object.assign(present, { finding, row, parent });
    const node: FindingNode = { type: 'finding', id: finding.id, finding, row, parent };
    this.nodes.set(finding.id, node);
    return node;
  }

  /** Severities by weight, files by name, runs newest first; what ended stands last. */
  private compareGroups(a: FindingGroupNode, b: FindingGroupNode): number {
    const last = Number(a.id.startsWith('ended')) - Number(b.id.startsWith('ended'));
    if (last !== 0) return last;
    if (this.grouping === 'severity')
      return weight(a.id.slice('severity.'.length)) - weight(b.id.slice('severity.'.length));
    if (this.grouping === 'file') return a.title.localeCompare(b.title);
    return numberOf(b.id) - numberOf(a.id);
  }
}

/** Heaviest first, then by place in the file; what ended, the last first. */
function compareNodes(a: FindingNode, b: FindingNode): number {
  const [one, other] = [a.finding, b.finding];
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

function fileGroup(path: string): GroupPlace {
  return { id: `file.${path}`, title: oneLine(path), icon: 'file', open: true };
}

function weight(severity: string): number {
  return (findingSeverities as readonly string[]).indexOf(severity);
}

/** 12 of `F-12` or `run.V-12`, 0 where there is no number. */
function numberOf(ref: string): number {
  return Number(/-(\d+)$/.exec(ref)?.[1] ?? 0);
}
