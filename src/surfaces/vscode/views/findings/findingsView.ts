import { join } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Finding } from '../../../../domain/finding/finding.js';
import { contextKeys } from '../../../../manifest/contextKeys.js';
import type { Clock } from '../../../../platform/clock.js';
import type { Log } from '../../../../platform/log.js';
import { throttle } from '../../../../platform/throttle.js';
import type { FindingPlace } from '../../../../present/findingPlace.js';
import { openFindingCommand } from '../../../../present/findingRow.js';
import { blockingWords } from '../../../../present/severity.js';
import { type FindingStore, markOf } from '../../problems/findingStore.js';
import type { FindingTracker } from '../../problems/findingTracker.js';
import { locateFinding } from '../../problems/placedFinding.js';
import type { OpenRepository } from '../../repository/openRepository.js';
import type { RepositoryCondition, RepositoryState } from '../../status/repositoryState.js';
import { setContextKey } from '../../support/contextKey.js';
import { Disposables } from '../../support/disposables.js';
import { causeOf } from '../../support/inEditorsLanguage.js';
import { asMessage } from '../../support/plainText.js';
import { translate } from '../../support/translate.js';
import { FirstReading } from '../firstReading.js';
import { type FindingFilter, findingFilterText, isFindingFiltered, readFindingFilter } from './findingFilter.js';
import { type FindingGrouping, type FindingNode, type FindingsNode, findingGroupings } from './findingNode.js';
import { FindingsModel } from './findingsModel.js';
import { FindingsTree } from './findingsTree.js';
import { readEndedFindings, readOwn } from './readFindings.js';

export const findingsViewId = 'stateroom.findings';

const maxTimerMs = 2 ** 31 - 1;
const groupingKey = 'stateroom.findingGrouping';

export interface FindingsViewEnvironment {
  readonly status: RepositoryState;
  readonly clock: Clock;
  readonly log: Log;
  readonly memory: vscode.Memento;
  readonly findings: FindingStore;
  readonly tracker: FindingTracker;
}

/** What the Findings view shows, as text. */
export interface FindingsSnapshot {
  readonly badge: number;
  readonly message: string | undefined;
  readonly groups: readonly {
    readonly id: string;
    readonly title: string;
    readonly rows: readonly { readonly ref: string; readonly label: string; readonly description: string }[];
  }[];
}

/** The Findings view: reads while it is visible, and only then, and keeps at most one timer. */
export class FindingsView implements vscode.Disposable {
  private readonly environment: FindingsViewEnvironment;
  private readonly owned = new Disposables();
  private readonly model: FindingsModel;
  private readonly tree: FindingsTree;
  private readonly view: vscode.TreeView<FindingsNode>;
  private readonly readOnce = throttle(() => this.read());
  /** The last reading that was asked for. */
  private reading: Promise<void> = Promise.resolve();
  private repository: OpenRepository | undefined;
  private timer: NodeJS.Timeout | undefined;
  private readonly first = new FirstReading();
  private failure: string | undefined;

  constructor(environment: FindingsViewEnvironment) {
    this.environment = environment;
    const { status, memory, tracker } = environment;
    this.model = new FindingsModel(id => tracker.placeOf(id));
    const remembered = memory.get(groupingKey);
    this.model.grouping = findingGroupings.find(grouping => grouping === remembered) ?? 'severity';
    this.tree = this.owned.add(
      new FindingsTree(
        this.model,
        () => this.firstReading(),
        finding => this.opening(finding),
      ),
    );
    this.view = this.owned.add(
      vscode.window.createTreeView(findingsViewId, {
        treeDataProvider: this.tree,
        canSelectMany: true,
        showCollapseAll: true,
      }),
    );
    this.owned.add(status.onDidRead(condition => void this.onCondition(condition)));
    this.owned.add(
      tracker.onDidChange(() => {
        if (this.view.visible) this.arrange();
      }),
    );
    this.owned.add(this.view.onDidChangeVisibility(({ visible }) => void this.onVisibility(visible)));
    setContextKey(contextKeys.findingGrouping, this.model.grouping);
  }

  get filter(): FindingFilter {
    return this.model.filter;
  }

  get grouping(): FindingGrouping {
    return this.model.grouping;
  }

  /** The rows that are selected, headings included, in their order. */
  get selection(): readonly FindingsNode[] {
    return this.view.selection;
  }

  get visible(): boolean {
    return this.view.visible;
  }

  /** The row of a finding, when it is shown. */
  find(id: string): FindingNode | undefined {
    return this.model.find(id);
  }

  /** Narrows the view; remembered for this workspace and repository. */
  async setFilter(filter: FindingFilter): Promise<void> {
    this.model.filter = filter;
    await this.environment.memory.update(this.filterKey(), isFindingFiltered(filter) ? filter : undefined);
    // What ended long ago, and what is the person's own, is read when a filter asks for it.
    await this.readNow();
    this.arrange();
  }

  /** Puts the rows below something else; remembered for this workspace. */
  async setGrouping(grouping: FindingGrouping): Promise<void> {
    this.model.grouping = grouping;
    setContextKey(contextKeys.findingGrouping, grouping);
    await this.environment.memory.update(groupingKey, grouping);
    this.arrange();
  }

  /** Reads the store again, also when nothing told of a change. */
  async refresh(): Promise<void> {
    await vscode.window.withProgress({ location: { viewId: findingsViewId } }, () => this.readAfresh());
  }

  /** Selects the row of a finding; false when the filter hides it. */
  async reveal(id: string): Promise<boolean> {
    this.forget();
    await this.readNow();
    const node = this.model.find(id);
    if (node === undefined) return false;
    await this.view.reveal(node, { select: true, focus: true });
    return true;
  }

  /** What the view shows, as text, for tests and for other extensions. */
  async snapshot(): Promise<FindingsSnapshot> {
    await this.readAfresh();
    return {
      badge: this.view.badge?.value ?? 0,
      message: this.view.message || undefined,
      groups: this.model.roots.map(({ id, title, children }) => ({
        id,
        title,
        rows: children.map(({ finding, row }) => ({
          ref: finding.ref,
          label: row.label,
          description: row.description,
        })),
      })),
    };
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.owned.dispose();
  }

  /** The tree waits for the first reading, so that it does not flash empty. */
  private firstReading(): Promise<void> {
    if (this.first.ask()) {
      this.describe();
      this.environment.status.followClosely(findingsViewId, true);
      void this.environment.status.refresh();
    }
    return this.first.over;
  }

  private async onCondition(condition: RepositoryCondition): Promise<void> {
    if (condition.repository !== this.repository) {
      this.repository = condition.repository;
      this.model.filter = readFindingFilter(this.environment.memory.get(this.filterKey()));
      this.tree.show(this.model.read([], this.environment.clock.now()));
    }
    if (this.view.visible || this.first.isAwaited) await this.readNow();
  }

  /**
   * What choosing a row runs: the editor's own command, which leaves the keyboard with the rows unless Enter says otherwise;
   * where the lines is unknown, the command that says why.
   */
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

  private async onVisibility(visible: boolean): Promise<void> {
    this.environment.status.followClosely(findingsViewId, visible);
    clearTimeout(this.timer);
    this.timer = undefined;
    if (visible) await this.environment.status.refresh();
  }

  private readNow(): Promise<void> {
    this.reading = this.readOnce();
    return this.reading;
  }

  /** Reads the condition and the rows once each: where someone looks, the former's news has the latter read. */
  private async readAfresh(): Promise<void> {
    const before = this.reading;
    this.forget();
    await this.environment.status.refresh();
    await (this.reading === before ? this.readNow() : this.reading);
  }

  /** Has the next reading be of the store as it is, also where nothing told of a change yet. */
  private forget(): void {
    if (this.repository !== undefined) this.environment.findings.forget(this.repository);
  }

  private async read(): Promise<void> {
    const { clock, log, findings: store, status: condition } = this.environment;
    const { repository } = this;
    try {
      const { status, mine } = this.model.filter;
      const findings =
        repository === undefined
          ? []
          : [
              ...(await store.openIn(repository, markOf(condition.current.status))),
              ...(await readEndedFindings(repository, status)),
            ];
      const own = repository === undefined || mine === undefined ? undefined : await readOwn(repository);
      if (repository === this.repository) {
        this.model.own = own;
        this.tree.show(this.model.read(findings, clock.now()));
      }
      this.failure = undefined;
    } catch (error) {
      log.error('The findings could not be read.', error);
      this.failure = causeOf(error);
    }
    this.first.tell();
    this.describe();
    this.setTimer();
  }

  private arrange(): void {
    this.tree.show(this.model.arrange(this.environment.clock.now()));
    this.describe();
    this.setTimer();
  }

  /** The only timer: set to the moment at which the words of a row become wrong. */
  private setTimer(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const next = this.model.changesAt;
    if (!this.view.visible || next === undefined) return;
    const delay = Math.min(Math.max(next - this.environment.clock.now(), 1000), maxTimerMs);
    this.timer = setTimeout(() => this.arrange(), delay);
  }

  /** Badge, message and context keys that follow from what was read. */
  private describe(): void {
    const { filter, openCount, blockingCount, isEmpty, roots } = this.model;
    const filtered = isFindingFiltered(filter);
    const parts = [this.environment.status.repositoryName, filtered ? findingFilterText(filter) : undefined];
    this.view.description = parts.filter(part => part !== undefined).join(' · ');
    // Low findings do not hold a review up: they are not reason to call for attention.
    this.view.badge =
      blockingCount === 0 ? undefined : { value: blockingCount, tooltip: badgeText(blockingCount, openCount) };
    const rest = filtered && roots.length > 0 ? l10n.t('Filtered by {0}', findingFilterText(filter)) : '';
    const message = this.first.message ?? (this.isExplained ? undefined : this.failure) ?? rest;
    if ((this.view.message ?? '') !== message) this.view.message = asMessage(message);
    setContextKey(contextKeys.findingsFiltered, filtered && !isEmpty);
  }

  /** The page in place of the rows says that the store cannot be read, with the buttons that continue from there. */
  private get isExplained(): boolean {
    const { state } = this.environment.status.current;
    const isReadable = state === 'ready' || state === 'readOnly' || state === 'absent';
    return this.model.roots.length === 0 && !isReadable;
  }

  private filterKey(): string {
    return `stateroom.findingFilter.${this.repository?.id ?? ''}`;
  }
}

function badgeText(blocking: number, open: number): string {
  return blocking === 1
    ? l10n.t('1 {0} finding, {1} open in all', blockingWords(l10n.t('or'), translate), open)
    : l10n.t('{0} {1} findings, {2} open in all', blocking, blockingWords(l10n.t('and'), translate), open);
}
