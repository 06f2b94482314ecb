import * as vscode from 'vscode';
import type { Clock } from '../../../platform/clock.js';
import type { Log } from '../../../platform/log.js';
import { throttle } from '../../../platform/throttle.js';
import type { OpenRepository } from '../repository/openRepository.js';
import type { RepositoryCondition, RepositoryState } from '../repository/repositoryState.js';
import { Disposables } from '../support/disposables.js';
import { viewFailure } from '../support/inEditorsLanguage.js';
import { asMessage } from '../support/plainText.js';
import { FirstReading } from './firstReading.js';
import { RecordTree } from './recordTree.js';
import { type RowNode, RowNodes, type RowOf } from './rowNodes.js';

export interface RecordViewEnvironment {
  readonly status: RepositoryState;
  readonly clock: Clock;
  readonly log: Log;
}

export interface ViewWords {
  readonly badge?: vscode.ViewBadge | undefined;
  /** Shown beside the title, after the repository's name. */
  readonly description?: string | undefined;
  /** Shown above the rows; the editor shows it instead of a welcome page. */
  readonly message?: string | undefined;
}

const maxTimerMs = 2 ** 31 - 1;
/** Min delays in ms until rows are rebuilt and until the store is read again. */
const minTimerMs = { words: 1000, reading: 250 } as const;

/** The editor refuses to select a row while it redraws: max tries, and the ms between them. */
const maxTries = 20;
const betweenTries = 100;

/** A view that reads only while visible, with at most one timer. Subclasses define data (`load`, `take`) and rows. */
export abstract class RecordView<
  Row extends RowOf<Row>,
  Data,
  Environment extends RecordViewEnvironment = RecordViewEnvironment,
> implements vscode.Disposable
{
  readonly tree: RecordTree<Row>;
  protected readonly owned = new Disposables();
  protected readonly nodes = new RowNodes<Row>();
  protected readonly first = new FirstReading();
  protected readonly view: vscode.TreeView<RowNode<Row>>;
  protected repository: OpenRepository | undefined;
  protected failure: string | undefined;
  private readonly readOnce = throttle(() => this.read());
  private readonly unfolding = new Map<string, Promise<void>>();
  private reading: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly id: string,
    protected readonly environment: Environment,
    open: (tree: RecordTree<Row>) => vscode.TreeView<RowNode<Row>>,
  ) {
    this.tree = this.owned.add(
      new RecordTree(this.nodes, {
        ready: () => this.firstReading(),
        unfold: node => this.unfold(node),
        dress: (item, row) => this.dress(item, row),
        resolve: this.resolve && ((item, row) => this.resolve?.(item, row)),
      }),
    );
    this.view = open(this.tree);
    this.owned.add(environment.status.onDidRead(condition => void this.onCondition(condition)));
    this.owned.add(this.view.onDidChangeVisibility(({ visible }) => void this.onVisibility(visible)));
    this.owned.add(this.view.onDidExpandElement(({ element }) => void this.tree.unfold(element)));
    this.owned.add(this.view.onDidCollapseElement(({ element }) => this.onFold(element.row)));
  }

  get visible(): boolean {
    return this.view.visible;
  }

  /** Selected rows, headings included, in order. */
  get selection(): readonly RowNode<Row>[] {
    return this.view.selection;
  }

  find(id: string): Row | undefined {
    return this.nodes.find(id)?.row;
  }

  /** Reads the store again, even without a change notification. */
  async refresh(): Promise<void> {
    await vscode.window.withProgress({ location: { viewId: this.id } }, () => this.reload());
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.owned.dispose();
  }

  /** Reads the data of the rows; undefined if there is nothing to read. Throws the store's refusals. */
  protected abstract load(repository: OpenRepository | undefined): Promise<Data | undefined>;

  /** Stores the data for the rows; undefined clears it. */
  protected abstract take(data: Data | undefined): void;

  /** `now` is in ms UTC. */
  protected abstract rows(now: number): readonly Row[];

  protected abstract words(): ViewWords;

  protected async reload(): Promise<void> {
    await this.readAfresh();
  }

  protected onRepository(): void {
    this.take(undefined);
  }

  protected async onUnfold(_row: Row): Promise<void> {}

  protected onFold(_row: Row): void {}

  protected dress(_item: vscode.TreeItem, _row: Row): void {}

  protected resolve?(item: vscode.TreeItem, row: Row): Promise<void> | void;

  /** Time of the next read without a change of the store, ms UTC. */
  protected get readsAt(): number | undefined {
    return undefined;
  }

  protected async onReadingDue(): Promise<void> {
    await this.readNow();
  }

  /** True while the view is visible, or the editor waits for its first rows. */
  protected get isAwaited(): boolean {
    return this.view.visible || this.first.isAwaited;
  }

  protected async onCondition({ repository }: RepositoryCondition): Promise<void> {
    if (repository !== this.repository) {
      this.repository = repository;
      this.onRepository();
      this.arrange();
    }
    await this.readSoon();
  }

  protected async onVisibility(isVisible: boolean): Promise<void> {
    this.follow(isVisible);
    if (isVisible) await this.environment.status.refresh();
    else this.setTimer();
  }

  protected follow(isLookedAt: boolean): void {
    this.environment.status.followClosely(this.id, isLookedAt);
  }

  /** Reads if the view is visible; showing the view reads anyway. */
  protected async readSoon(): Promise<void> {
    if (this.isAwaited) await this.readNow();
    else this.describe();
  }

  protected readNow(): Promise<void> {
    this.reading = this.readOnce();
    return this.reading;
  }

  /** Reads the repository state and the rows once each: while visible, a change of the former triggers the latter. */
  protected async readAfresh(): Promise<void> {
    const before = this.reading;
    await this.environment.status.refresh();
    await (this.reading === before ? this.readNow() : this.reading);
  }

  protected arrange(): void {
    this.tree.show(this.nodes.show(this.rows(this.environment.clock.now())));
    this.describe();
    this.setTimer();
  }

  protected describe(): void {
    const { badge, description, message } = this.words();
    this.view.badge = badge;
    const parts = [this.environment.status.repositoryName, description];
    this.view.description = parts.filter(part => part !== undefined).join(' · ');
    const text = asMessage(this.first.message ?? message ?? '');
    if ((this.view.message ?? '') !== text) this.view.message = text;
  }

  /** Selects a row; returns false if it is not shown. */
  protected async select(id: string, options: { focus: boolean; expand?: boolean }): Promise<boolean> {
    for (let tries = 1; ; tries += 1) {
      const node = this.nodes.find(id);
      if (node === undefined) return false;
      try {
        await this.view.reveal(node, { select: true, ...options });
        return true;
      } catch (error) {
        if (tries === maxTries) throw error;
        await new Promise(resolve => setTimeout(resolve, betweenTries));
      }
    }
  }

  /** Makes the tree wait for the first read, so that it does not flash empty. */
  private firstReading(): Promise<void> {
    if (this.first.ask()) {
      this.describe();
      this.follow(true);
      void this.environment.status.refresh();
    }
    return this.first.over;
  }

  /** Deduplicates: the editor reports one unfolding in two ways. */
  private unfold({ id, row }: RowNode<Row>): Promise<void> {
    const running = this.unfolding.get(id) ?? this.onUnfold(row).finally(() => this.unfolding.delete(id));
    this.unfolding.set(id, running);
    return running;
  }

  private async read(): Promise<void> {
    const { repository } = this;
    try {
      const data = await this.load(repository);
      if (repository === this.repository) this.take(data);
      this.failure = undefined;
    } catch (error) {
      this.environment.log.error(`${this.id} could not be read.`, error);
      this.failure = viewFailure(error);
    }
    this.first.tell();
    this.arrange();
  }

  /** Sets the only timer, to the next time at which a row becomes outdated. */
  private setTimer(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (!this.view.visible) return;
    const now = this.environment.clock.now();
    const wait = (at: number | undefined, shortest: number): number =>
      at === undefined ? Number.POSITIVE_INFINITY : Math.max(at - now, shortest);
    const [reading, words] = [wait(this.readsAt, minTimerMs.reading), wait(this.nodes.changesAt, minTimerMs.words)];
    const next = Math.min(reading, words);
    if (next === Number.POSITIVE_INFINITY) return;
    const onTime = (): unknown => (reading <= words ? this.onReadingDue() : this.arrange());
    this.timer = setTimeout(onTime, Math.min(next, maxTimerMs));
  }
}
