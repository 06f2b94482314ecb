import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { isRefusal, RefusalError } from '../../../../domain/refusal/refusal.js';
import type { WorkItemSection } from '../../../../domain/workItem/workItem.js';
import { contextKeys } from '../../../../manifest/contextKeys.js';
import { queueList } from '../../../../operations/queue/queueList.js';
import type { Clock } from '../../../../platform/clock.js';
import type { Log } from '../../../../platform/log.js';
import { throttle } from '../../../../platform/throttle.js';
import type { QueueSection } from '../../../../present/queueSection.js';
import { openAtFirst, queueSections } from '../../../../present/queueSection.js';
import type { OpenRepository } from '../../repository/openRepository.js';
import type { RepositoryManager } from '../../repository/repositoryManager.js';
import type { RepositoryCondition, RepositoryState, StatusOutput } from '../../status/repositoryState.js';
import { setContextKey } from '../../support/contextKey.js';
import { Disposables } from '../../support/disposables.js';
import { causeOf } from '../../support/inEditorsLanguage.js';
import { asMessage } from '../../support/plainText.js';
import { FirstReading } from '../firstReading.js';
import { needsYouText } from './needsYouText.js';
import { QueueDragAndDrop, type QueueMover } from './queueDragAndDrop.js';
import { filterText, isFiltered, type QueueFilter, readFilter } from './queueFilter.js';
import { QueueModel, type QueuePage } from './queueModel.js';
import type { QueueNode, WorkItemNode } from './queueNode.js';
import { type QueueSnapshot, snapshotOf } from './queueSnapshot.js';
import { QueueTree } from './queueTree.js';

export const queueViewId = 'stateroom.queue';

/** Rows of a section before “Show more”. */
const pageSize = 500;
const maxTimerMs = 2 ** 31 - 1;
const shortestTimer = 250;

export interface QueueViewEnvironment {
  readonly repositories: RepositoryManager;
  readonly status: RepositoryState;
  readonly clock: Clock;
  readonly log: Log;
  readonly memory: vscode.Memento;
  /** Moves what is dragged. */
  readonly move: QueueMover;
}

/** The Queue view: reads while it is visible, and only then, and keeps at most one timer. */
export class QueueView implements vscode.Disposable {
  private readonly environment: QueueViewEnvironment;
  private readonly owned = new Disposables();
  private readonly model: QueueModel;
  private readonly tree: QueueTree;
  private readonly view: vscode.TreeView<QueueNode>;
  private readonly readOnce = throttle(() => this.read());
  private readonly unfolding = new Map<QueueSection, Promise<void>>();
  /** The last reading that was asked for. */
  private reading: Promise<void> = Promise.resolve();
  private repository: OpenRepository | undefined;
  private timer: NodeJS.Timeout | undefined;
  private readonly first = new FirstReading();

  constructor(environment: QueueViewEnvironment) {
    this.environment = environment;
    const { status, repositories } = environment;
    this.model = new QueueModel({ list: (...asked) => this.list(...asked) }, () => ({
      page: pageSize,
      done: vscode.workspace.getConfiguration('stateroom', this.repository?.folder).get('queue.doneShown', 20),
    }));
    for (const section of openAtFirst) this.model.unfold(section);
    const view = this;
    this.tree = this.owned.add(
      new QueueTree(this.model, {
        get repository() {
          return view.repository;
        },
        get ready() {
          return view.firstReading();
        },
        unfold: section => this.unfold(section),
      }),
    );
    this.view = this.owned.add(
      vscode.window.createTreeView(queueViewId, {
        treeDataProvider: this.tree,
        canSelectMany: true,
        showCollapseAll: true,
        dragAndDropController: new QueueDragAndDrop(this.model, () => this.repository, environment.move),
      }),
    );
    this.owned.add(status.onDidRead(condition => void this.onCondition(condition)));
    this.owned.add(this.view.onDidChangeVisibility(change => void this.onVisibility(change.visible)));
    this.owned.add(this.view.onDidExpandElement(({ element }) => void this.onUnfolded(element)));
    this.owned.add(this.view.onDidCollapseElement(({ element }) => this.onFolded(element)));
    this.owned.add(repositories.onDidChangeList(() => this.describe()));
    this.owned.add(vscode.workspace.onDidGrantWorkspaceTrust(() => this.describe()));
    this.owned.add(
      vscode.workspace.onDidChangeConfiguration(change => {
        if (change.affectsConfiguration('stateroom.queue')) void this.readSoon();
      }),
    );
  }

  get filter(): QueueFilter {
    return this.model.filter;
  }

  /** The rows that are selected, headings included, in their order. */
  get selection(): readonly QueueNode[] {
    return this.view.selection;
  }

  /** Work items of a section that are shown, in their order. */
  shown(section: QueueSection): readonly WorkItemNode[] {
    return this.model.section(section).children.filter(child => child.type === 'workItem');
  }

  /** True where these are all that the section has: none is behind the filter or below the last row. */
  showsWhole(section: QueueSection): boolean {
    return !isFiltered(this.filter) && this.model.section(section).children.every(child => child.type === 'workItem');
  }

  get visible(): boolean {
    return this.view.visible;
  }

  /** The row of a work item, when it is shown. */
  find(id: string): WorkItemNode | undefined {
    return this.model.find(id);
  }

  /** Narrows the view; remembered for this workspace and repository. */
  async setFilter(filter: QueueFilter): Promise<void> {
    this.model.filter = filter;
    await this.environment.memory.update(this.filterKey(), isFiltered(filter) ? filter : undefined);
    this.describe();
    await this.readSoon();
  }

  async showMore(section: QueueSection): Promise<void> {
    this.model.showMore(section);
    await this.readSoon();
  }

  /** Reads the store again, also when nothing told of a change. */
  async refresh(): Promise<void> {
    await vscode.window.withProgress({ location: { viewId: queueViewId } }, () => this.readAfresh());
  }

  /** Selects the row of a work item and unfolds its section; false when the filter or the paging hides it. */
  async reveal(section: QueueSection, id: string, focus: boolean): Promise<boolean> {
    this.model.unfold(section);
    await this.readSoon(true);
    const node = this.model.find(id);
    if (node === undefined) return false;
    await this.view.reveal(node, { select: true, focus });
    return true;
  }

  /** What the view shows, as text, for tests and for other extensions. */
  async snapshot(): Promise<QueueSnapshot> {
    const folded = queueSections.filter(section => this.model.unfold(section));
    await this.readAfresh();
    for (const section of folded) this.model.fold(section);
    return snapshotOf(this.model, this.view.message || undefined, this.view.badge?.value ?? 0);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.owned.dispose();
  }

  /** The tree waits for the first reading, so that it does not flash empty. */
  private firstReading(): Promise<void> {
    if (this.first.ask()) {
      this.describe();
      this.environment.status.followClosely(queueViewId, true);
      void this.environment.status.refresh();
    }
    return this.first.over;
  }

  private async onCondition(condition: RepositoryCondition): Promise<void> {
    if (condition.repository !== this.repository) {
      this.repository = condition.repository;
      this.model.filter = readFilter(this.environment.memory.get(this.filterKey()));
      this.tree.show(this.model.clear());
    }
    const needsYou = condition.status?.counts?.needs_you ?? 0;
    this.view.badge = needsYou === 0 ? undefined : { value: needsYou, tooltip: needsYouText(needsYou) };
    await this.readSoon();
  }

  private async onVisibility(visible: boolean): Promise<void> {
    this.environment.status.followClosely(queueViewId, visible);
    if (!visible) {
      clearTimeout(this.timer);
      this.timer = undefined;
      return;
    }
    await this.environment.status.refresh();
  }

  private async onUnfolded(node: QueueNode): Promise<void> {
    if (node.type === 'section') await this.tree.unfold(node);
  }

  private onFolded(node: QueueNode): void {
    if (node.type === 'section') this.model.fold(node.section);
  }

  /** Resolves when the section’s rows have been read; the editor tells of one unfolding in two ways. */
  private unfold(section: QueueSection): Promise<void> {
    if (this.model.unfold(section)) {
      const reading = this.readSoon(true).finally(() => {
        if (this.unfolding.get(section) === reading) this.unfolding.delete(section);
      });
      this.unfolding.set(section, reading);
    }
    return this.unfolding.get(section) ?? Promise.resolve();
  }

  /** Reads when someone looks, or when the editor waits for its first rows; showing the view reads anyway. */
  private async readSoon(now = this.view.visible || this.first.isAwaited): Promise<void> {
    if (now) await this.readNow();
    else this.describe();
  }

  private readNow(): Promise<void> {
    this.reading = this.readOnce();
    return this.reading;
  }

  /** Reads the condition and the rows once each: where someone looks, the former's news has the latter read. */
  private async readAfresh(): Promise<void> {
    const before = this.reading;
    await this.environment.status.refresh();
    await (this.reading === before ? this.readNow() : this.reading);
  }

  private async read(): Promise<void> {
    const { status, clock, log } = this.environment;
    const { repository, counts } = { repository: status.current.repository, counts: status.current.status?.counts };
    try {
      if (repository !== undefined && repository === this.repository && counts) {
        this.tree.show(await this.model.read(counts, clock.now()));
      } else if (!counts) {
        this.tree.show(this.model.clear());
      }
      const shown = this.model.roots.some(node => node.type === 'section');
      // Without rows the welcome page tells what is wrong, and offers the next step.
      this.tree.show(this.model.setNotice(shown ? noticeOf(status.current) : undefined));
    } catch (error) {
      log.error('The queue could not be read.', error);
      this.tree.show(this.model.setNotice({ state: 'failed', text: causeOf(error) }));
    }
    this.first.tell();
    this.describe();
    this.setTimer();
  }

  private async list(section: WorkItemSection, filter: QueueFilter, limit: number): Promise<QueuePage> {
    if (this.repository === undefined) return { items: [], more: false };
    const order = section === 'done' ? 'updated' : 'queue';
    const found = await this.repository.invoke(queueList, { section, order, limit, ...filter });
    if (isRefusal(found)) throw new RefusalError(found);
    return { items: found.items, more: found.nextCursor !== null };
  }

  /** The only timer: fires when the next row becomes outdated. */
  private setTimer(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (!this.view.visible) return;
    const section = sectionChange(this.environment.status.current.status);
    const words = this.model.changesAt;
    const next = Math.min(section ?? Number.POSITIVE_INFINITY, words ?? Number.POSITIVE_INFINITY);
    if (next === Number.POSITIVE_INFINITY) return;
    const delay = Math.min(Math.max(next - this.environment.clock.now(), shortestTimer), maxTimerMs);
    this.timer = setTimeout(() => void this.onTime(section), delay);
  }

  private async onTime(section: number | undefined): Promise<void> {
    const now = this.environment.clock.now();
    if (section !== undefined && section <= now) {
      await this.environment.status.refresh();
      return;
    }
    this.tree.show(this.model.retime(now));
    this.setTimer();
  }

  /** Title, message and context keys that follow from room, filter and trust. */
  private describe(): void {
    const { repositories } = this.environment;
    const filtered = isFiltered(this.model.filter);
    const parts = [
      repositories.all.length > 1 && this.repository !== undefined ? this.repository.name : undefined,
      filtered ? filterText(this.model.filter) : undefined,
    ].filter(part => part !== undefined);
    this.view.description = parts.length === 0 ? '' : parts.join(' · ');
    // A lone view’s title hides its description, and a message takes the place of a welcome page: with rows there is a
    // message, without rows a page.
    const hasRows = this.model.roots.length > 0;
    const notice = this.model.roots.find(node => node.type === 'notice');
    const lines = [
      notice === undefined ? undefined : asMessage(notice.text),
      vscode.workspace.isTrusted ? undefined : l10n.t('Restricted Mode: work items are read-only.'),
      repositories.all.length > 1 && this.repository !== undefined
        ? l10n.t('Repository: {0}', asMessage(this.repository.name))
        : undefined,
      filtered ? l10n.t('Filtered by {0}', asMessage(filterText(this.model.filter))) : undefined,
    ].filter(line => line !== undefined);
    const message = this.first.message ?? (hasRows ? lines.join(' · ') : '');
    if ((this.view.message ?? '') !== message) this.view.message = message;
    setContextKey(contextKeys.queueFiltered, filtered);
  }

  private filterKey(): string {
    return `stateroom.queueFilter.${this.repository?.id ?? ''}`;
  }
}

function sectionChange(status: StatusOutput | undefined): number | undefined {
  const at = status?.nextChangeAt;
  return at === null || at === undefined ? undefined : Date.parse(at);
}

function noticeOf({ state, reason }: RepositoryCondition) {
  if (state !== 'readOnly' && state !== 'corrupt' && state !== 'tooNew' && state !== 'failed') return undefined;
  return { state, text: reason ?? '' };
}
