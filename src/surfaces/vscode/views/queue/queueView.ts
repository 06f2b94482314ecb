import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { unlessRefused } from '../../../../domain/refusal/refusal.js';
import type { WorkItem, WorkItemSection } from '../../../../domain/workItem/workItem.js';
import { contextKeys } from '../../../../manifest/contextKeys.js';
import { queueList } from '../../../../operations/queue/queueList.js';
import { openAtFirst, type QueueSection, queueSections } from '../../../../present/queueSection.js';
import type { OpenRepository } from '../../repository/openRepository.js';
import type { RepositoryManager } from '../../repository/repositoryManager.js';
import { setContextKey } from '../../support/contextKey.js';
import { asMessage } from '../../support/plainText.js';
import { recordTooltip } from '../recordTooltip.js';
import { RecordView, type RecordViewEnvironment, type ViewWords } from '../recordView.js';
import { isFiltered, RememberedFilter } from '../rememberedFilter.js';
import { type QueueMover, queueDragAndDrop } from './queueDragAndDrop.js';
import { filterText, type QueueFilter, readFilter } from './queueFilter.js';
import { QueueModel, type QueuePage, type QueueReading } from './queueModel.js';
import { noticeRow, type QueueNotice, type QueueRow, type SectionRow } from './queueRows.js';
import type { QueueSnapshot } from './queueSnapshot.js';
import { workItemTooltip } from './workItemTooltip.js';

const queueViewId = 'stateroom.queue';

/** Rows of a section before “Show more”. */
const pageSize = 500;

export interface QueueViewEnvironment extends RecordViewEnvironment {
  readonly repositories: RepositoryManager;
  readonly memory: vscode.Memento;
  readonly move: QueueMover;
}

export class QueueView extends RecordView<QueueRow, QueueReading, QueueViewEnvironment> {
  private readonly model: QueueModel;
  private readonly remembered: RememberedFilter<QueueFilter>;

  constructor(environment: QueueViewEnvironment) {
    const { repositories, memory, move } = environment;
    super(queueViewId, environment, treeDataProvider =>
      vscode.window.createTreeView(queueViewId, {
        treeDataProvider,
        canSelectMany: true,
        showCollapseAll: true,
        dragAndDropController: queueDragAndDrop(
          () => this.shown('ready').map(({ id }) => id),
          () => this.repository,
          move,
        ),
      }),
    );
    this.remembered = new RememberedFilter(memory, 'stateroom.queueFilter', readFilter);
    this.model = new QueueModel(
      (...args) => this.list(...args),
      () => ({
        page: pageSize,
        done: vscode.workspace.getConfiguration('stateroom', this.repository?.folder).get('queue.doneShown', 20),
      }),
    );
    for (const section of openAtFirst) this.model.unfold(section);
    this.owned.add(repositories.onDidChangeList(() => this.describe()));
    this.owned.add(vscode.workspace.onDidGrantWorkspaceTrust(() => this.describe()));
    this.owned.add(
      vscode.workspace.onDidChangeConfiguration(change => {
        if (change.affectsConfiguration('stateroom.queue')) void this.readSoon();
      }),
    );
  }

  get filter(): QueueFilter {
    return this.remembered.current;
  }

  shown(section: QueueSection): readonly WorkItem[] {
    return this.section(section)?.children.flatMap(row => (row.type === 'workItem' ? [row.item] : [])) ?? [];
  }

  /** Returns true if the section is shown completely: nothing is filtered out or left for “Show more”. */
  showsWhole(section: QueueSection): boolean {
    return (
      !isFiltered(this.filter) && this.section(section)?.children.every(({ type }) => type === 'workItem') === true
    );
  }

  item(id: string): WorkItem | undefined {
    const row = this.find(id);
    return row?.type === 'workItem' ? row.item : undefined;
  }

  /** Filters the view; remembered for this workspace and repository. */
  async setFilter(filter: QueueFilter): Promise<void> {
    await this.remembered.set(filter, this.repository);
    this.describe();
    await this.readSoon();
  }

  async showMore(section: QueueSection): Promise<void> {
    this.model.showMore(section);
    await this.readSoon();
  }

  /** Selects the row of a work item and unfolds its section; returns false if the filter or the paging hides it. */
  async reveal(section: QueueSection, id: string, focus: boolean): Promise<boolean> {
    this.model.unfold(section);
    await this.readNow();
    return this.select(id, { focus });
  }

  async snapshot(): Promise<QueueSnapshot> {
    const folded = queueSections.filter(section => this.model.unfold(section));
    await this.readAfresh();
    for (const section of folded) this.model.fold(section);
    const sections = this.nodes.roots.flatMap(({ row }) => (row.type === 'section' ? [row] : []));
    return {
      message: this.view.message || undefined,
      sections: sections.map(({ section, count, children }) => ({
        section,
        count,
        rows: children.flatMap(row => {
          if (row.type === 'more') return [];
          const { id, label, description, contextValue: context } = row;
          return [{ id, ref: row.item.ref, label, description, context }];
        }),
      })),
    };
  }

  protected async load(repository: OpenRepository | undefined): Promise<QueueReading | undefined> {
    const { repository: active, status } = this.environment.status.current;
    if (!status?.counts) return undefined;
    // After a switch of repository the next read provides the data.
    return repository === active && repository !== undefined ? this.model.read(status.counts, this.filter) : undefined;
  }

  protected take(reading: QueueReading | undefined): void {
    this.model.take(reading);
  }

  protected rows(now: number): readonly QueueRow[] {
    const sections = this.model.rows(now);
    const notice = this.notice(sections.length > 0);
    return notice === undefined ? sections : [noticeRow(notice), ...sections];
  }

  protected words(): ViewWords {
    const { repositoryName } = this.environment.status;
    const text = isFiltered(this.filter) ? filterText(this.filter) : undefined;
    // A lone view hides its description, and a message replaces the welcome page: a message only with rows.
    const hasRows = this.nodes.roots.length > 0;
    const lines = [
      this.notice(hasRows)?.text,
      vscode.workspace.isTrusted ? undefined : l10n.t('Restricted Mode: work items are read-only.'),
      repositoryName === undefined ? undefined : l10n.t('Repository: {0}', asMessage(repositoryName)),
      text === undefined ? undefined : l10n.t('Filtered by {0}', asMessage(text)),
    ].filter(line => line !== undefined);
    return {
      description: text,
      message: hasRows ? lines.join(' · ') : undefined,
    };
  }

  protected override describe(): void {
    super.describe();
    setContextKey(contextKeys.queueFiltered, isFiltered(this.filter));
  }

  protected override onRepository(): void {
    super.onRepository();
    this.remembered.load(this.repository);
  }

  protected override async onUnfold(row: QueueRow): Promise<void> {
    if (row.type === 'section' && this.model.unfold(row.section)) await this.readNow();
  }

  protected override onFold(row: QueueRow): void {
    if (row.type === 'section') this.model.fold(row.section);
  }

  protected override dress(item: vscode.TreeItem, row: QueueRow): void {
    if (row.type !== 'workItem' || this.repository === undefined) return;
    // Keeps the keyboard focus in the view.
    const page = [this.repository.id, row.item.ref, true];
    item.command = { command: 'stateroom.openPage', title: l10n.t('Open'), arguments: page };
  }

  protected override resolve(item: vscode.TreeItem, row: QueueRow): void {
    if (row.type === 'workItem') item.tooltip = recordTooltip(workItemTooltip(row.item, this.environment.clock.now()));
  }

  /** Time at which a work item changes its section without an event. */
  protected override get readsAt(): number | undefined {
    const at = this.environment.status.current.status?.nextChangeAt;
    return at == null ? undefined : Date.parse(at);
  }

  /** Refreshes the repository state, which has the counts of all sections and triggers the read of the rows. */
  protected override async onReadingDue(): Promise<void> {
    await this.environment.status.refresh();
  }

  private section(section: QueueSection): SectionRow | undefined {
    const row = this.find(`section.${section}`);
    return row?.type === 'section' ? row : undefined;
  }

  /** Returns the problem of the store; without rows the welcome page shows it, with the next step. */
  private notice(hasRows: boolean): QueueNotice | undefined {
    if (this.failure !== undefined) return { state: 'failed', text: this.failure };
    const { state, status, reason } = this.environment.status.current;
    if (hasRows && status?.health.state === 'update-pending') return { state: 'updatePending', text: reason ?? '' };
    const isWrong = state === 'readOnly' || state === 'corrupt' || state === 'tooNew' || state === 'failed';
    return isWrong && hasRows ? { state, text: reason ?? '' } : undefined;
  }

  private async list(section: WorkItemSection, filter: QueueFilter, limit: number): Promise<QueuePage> {
    if (this.repository === undefined) return { items: [], more: false };
    const order = section === 'done' ? 'updated' : 'queue';
    const page = unlessRefused(await this.repository.invoke(queueList, { section, order, limit, ...filter }));
    return { items: page.items, more: page.nextCursor !== null };
  }
}
