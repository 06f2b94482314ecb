import { join } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Finding } from '../../../../domain/finding/finding.js';
import { contextKeys } from '../../../../manifest/contextKeys.js';
import type { FindingPlace } from '../../../../present/findingPlace.js';
import { openFindingCommand } from '../../../../present/findingRow.js';
import { blockingWords } from '../../../../present/severity.js';
import { type FindingStore, markOf } from '../../problems/findingStore.js';
import type { FindingTracker } from '../../problems/findingTracker.js';
import { locateFinding } from '../../problems/placedFinding.js';
import type { OpenRepository } from '../../repository/openRepository.js';
import { setContextKey } from '../../support/contextKey.js';
import { translate } from '../../support/translate.js';
import { recordTooltip } from '../recordTooltip.js';
import { RecordView, type RecordViewEnvironment, type ViewWords } from '../recordView.js';
import { isFiltered, RememberedFilter } from '../rememberedFilter.js';
import { type FindingFilter, findingFilterText, type Own, readFindingFilter } from './findingFilter.js';
import { countOpen, type FindingGrouping, type FindingsRow, findingGroupings, findingRows } from './findingRows.js';
import { findingTooltip } from './findingTooltip.js';
import { readEndedFindings, readOwn } from './readFindings.js';

const findingsViewId = 'stateroom.findings';
const groupingKey = 'stateroom.findingGrouping';

export interface FindingsViewEnvironment extends RecordViewEnvironment {
  readonly memory: vscode.Memento;
  readonly findings: FindingStore;
  readonly tracker: FindingTracker;
}

export interface FindingsSnapshot {
  readonly message: string | undefined;
  readonly groups: readonly {
    readonly id: string;
    readonly title: string;
    readonly rows: readonly { readonly ref: string; readonly label: string; readonly description: string }[];
  }[];
}

interface FindingsReading {
  readonly findings: readonly Finding[];
  readonly own: Own | undefined;
}

const nothing: FindingsReading = { findings: [], own: undefined };

export class FindingsView extends RecordView<FindingsRow, FindingsReading, FindingsViewEnvironment> {
  private readonly remembered: RememberedFilter<FindingFilter>;
  private grouping: FindingGrouping;
  private shown = nothing;

  constructor(environment: FindingsViewEnvironment) {
    super(findingsViewId, environment, treeDataProvider =>
      vscode.window.createTreeView(findingsViewId, { treeDataProvider, canSelectMany: true, showCollapseAll: true }),
    );
    const { memory, tracker } = environment;
    this.remembered = new RememberedFilter(memory, 'stateroom.findingFilter', readFindingFilter);
    this.grouping = findingGroupings.find(grouping => grouping === memory.get(groupingKey)) ?? 'severity';
    this.owned.add(
      tracker.onDidChange(() => {
        if (this.visible) this.arrange();
      }),
    );
    setContextKey(contextKeys.findingGrouping, this.grouping);
  }

  get filter(): FindingFilter {
    return this.remembered.current;
  }

  finding(id: string): Finding | undefined {
    const row = this.find(id);
    return row?.type === 'finding' ? row.finding : undefined;
  }

  /** Filters the view; remembered for this workspace and repository. */
  async setFilter(filter: FindingFilter): Promise<void> {
    await this.remembered.set(filter, this.repository);
    // Older closed findings, and data on the person's own, are read only when a filter needs them.
    await this.readNow();
  }

  /** Groups the rows; remembered for this workspace. */
  async setGrouping(grouping: FindingGrouping): Promise<void> {
    this.grouping = grouping;
    setContextKey(contextKeys.findingGrouping, grouping);
    await this.environment.memory.update(groupingKey, grouping);
    this.arrange();
  }

  async snapshot(): Promise<FindingsSnapshot> {
    await this.readAfresh();
    const groups = this.nodes.roots.flatMap(({ row }) => (row.type === 'findingGroup' ? [row] : []));
    return {
      message: this.view.message || undefined,
      groups: groups.map(({ id, label: title, children }) => ({
        id,
        title,
        rows: children.map(({ finding: { ref }, label, description }) => ({ ref, label, description })),
      })),
    };
  }

  protected async load(repository: OpenRepository | undefined): Promise<FindingsReading | undefined> {
    const { findings: store, status: condition } = this.environment;
    if (repository === undefined) return undefined;
    const { status, mine } = this.filter;
    return {
      findings: [
        ...(await store.openIn(repository, markOf(condition.current.status))),
        ...(await readEndedFindings(repository, status)),
      ],
      own: mine === undefined ? undefined : await readOwn(repository),
    };
  }

  protected take(reading = nothing): void {
    this.shown = reading;
  }

  protected rows(): readonly FindingsRow[] {
    const { findings, own } = this.shown;
    const placeNow = (id: string): FindingPlace | undefined => this.environment.tracker.placeOf(id);
    return findingRows(findings, { grouping: this.grouping, filter: this.filter, own, placeNow });
  }

  protected words(): ViewWords {
    const text = isFiltered(this.filter) ? findingFilterText(this.filter) : undefined;
    const isEmpty = this.nodes.roots.length === 0;
    const { open, blocking } = countOpen(this.shown.findings);
    // The welcome page explains that the store cannot be read, and offers buttons for the next step.
    const isExplained = isEmpty && !['ready', 'readOnly', 'absent'].includes(this.environment.status.current.state);
    return {
      // No badge: the container shows one for all views, the count of items that need a person.
      description: text ?? (blocking === 0 ? undefined : blockingText(blocking, open)),
      message:
        (isExplained ? undefined : this.failure) ??
        (text === undefined || isEmpty ? undefined : l10n.t('Filtered by {0}', text)),
    };
  }

  protected override describe(): void {
    super.describe();
    setContextKey(contextKeys.findingsFiltered, isFiltered(this.filter) && this.shown.findings.length > 0);
  }

  protected override onRepository(): void {
    super.onRepository();
    this.remembered.load(this.repository);
  }

  /** Locates a finding only when its row is hovered or selected, not for every row. */
  protected override async resolve(item: vscode.TreeItem, row: FindingsRow): Promise<void> {
    if (row.type !== 'finding') return;
    item.tooltip = recordTooltip(findingTooltip(row.finding));
    item.command = await this.opening(row.finding);
  }

  /** Reads the current store even if no change was notified yet. */
  protected override async readAfresh(): Promise<void> {
    if (this.repository !== undefined) this.environment.findings.forget(this.repository);
    await super.readAfresh();
  }

  /** Command of a selected row: the editor's own, which keeps the focus in the view; ours for unknown lines. */
  private async opening({ id, ref }: Finding): Promise<vscode.Command> {
    const title = l10n.t('Open at Line');
    const place = await this.placeOf(id, ref);
    const top = this.repository?.top;
    if (place === undefined || top === undefined) return { command: openFindingCommand, title, arguments: [id] };
    const first = (place.lines?.start ?? 1) - 1;
    const options = place.lines === null ? {} : { selection: new vscode.Range(first, 0, first, 0) };
    return { command: 'vscode.open', title, arguments: [vscode.Uri.file(join(top, place.path)), options] };
  }

  private async placeOf(id: string, ref: string): Promise<FindingPlace | undefined> {
    const { log, tracker } = this.environment;
    try {
      return tracker.placeOf(id) ?? (this.repository && (await locateFinding(this.repository, ref)));
    } catch (error) {
      log.error(`${ref} could not be located.`, error);
      return undefined;
    }
  }
}

function blockingText(blocking: number, open: number): string {
  return blocking === 1
    ? l10n.t('1 {0} finding, {1} open in all', blockingWords(l10n.t('or'), translate), open)
    : l10n.t('{0} {1} findings, {2} open in all', blocking, blockingWords(l10n.t('and'), translate), open);
}
