import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { contextKeys } from '../../../../manifest/contextKeys.js';
import type { Now } from '../../../../operations/repository/repositoryNow.js';
import type { NowRow } from '../../../../present/nowRow.js';
import type { OpenRepository } from '../../repository/openRepository.js';
import type { RefusalNotice } from '../../repository/refusalNotice.js';
import { setContextKey } from '../../support/contextKey.js';
import { RecordView, type RecordViewEnvironment, type ViewWords } from '../recordView.js';
import type { RowNode } from '../rowNodes.js';
import { completeAction } from './completeAction.js';
import { LookMark } from './lookMark.js';
import { nowRows } from './nowRows.js';
import { type NowSnapshot, snapshotRow } from './nowSnapshot.js';
import { TaskAtHand } from './taskAtHand.js';

const nowViewId = 'stateroom.now';

export interface NowViewEnvironment extends RecordViewEnvironment {
  readonly memory: vscode.Memento;
  readonly notice: RefusalNotice;
}

/** The Now view: follows the task at hand, which other parts share. */
export class NowView extends RecordView<NowRow, undefined, NowViewEnvironment> {
  readonly taskAtHand: TaskAtHand;
  private readonly mark: LookMark;
  /** Id of the repository whose list of changes was started; undefined while the person does not look. */
  private looking: string | undefined;

  constructor(environment: NowViewEnvironment) {
    super(nowViewId, environment, treeDataProvider =>
      vscode.window.createTreeView(nowViewId, {
        treeDataProvider,
        showCollapseAll: true,
        // The operation decides the state, and children do not affect it.
        manageCheckboxStateManually: true,
      }),
    );
    this.mark = new LookMark(environment.memory);
    this.taskAtHand = this.owned.add(
      new TaskAtHand({ ...environment, changesAfter: repository => this.changesAfter(repository) }),
    );
    this.owned.add(this.taskAtHand.onDidChange(() => this.show()));
    this.owned.add(vscode.window.onDidChangeWindowState(() => void this.onVisibility(this.visible)));
    this.owned.add(this.view.onDidChangeCheckboxState(({ items }) => void this.onTicked(items)));
  }

  /** Ref of the shown task: `T-3`. */
  get shownTask(): string | undefined {
    return this.taskAtHand.now?.task?.ref;
  }

  get atHand(): Now | undefined {
    return this.taskAtHand.now;
  }

  /** Shows this task instead of the worktree's own, until it ends; undefined reverts. */
  choose(task: string | undefined): Promise<void> {
    return this.taskAtHand.choose(task);
  }

  async markSeen(): Promise<void> {
    await this.mark.markSeen();
    await this.taskAtHand.read();
  }

  /** Selects and focuses a row; returns false if it is not shown. */
  async reveal(id: string): Promise<boolean> {
    if (this.taskAtHand.now === undefined) await this.taskAtHand.read();
    // A row without children has a longer id.
    const longer = this.nodes.roots.find(root => root.id.startsWith(`${id}.`));
    const shown = this.find(id) === undefined ? longer?.id : id;
    return shown !== undefined && this.select(shown, { focus: true, expand: true });
  }

  async snapshot(): Promise<NowSnapshot> {
    await this.reload();
    return { message: this.view.message || undefined, rows: this.nodes.roots.map(({ row }) => snapshotRow(row)) };
  }

  /** Completes the next action of a row; an ended one stays so, with a message. */
  async tick({ tick }: Pick<NowRow, 'tick'>, on: boolean): Promise<void> {
    const { notice, status } = this.environment;
    const { repository } = status.current;
    if (tick === undefined || repository === undefined) return;
    if (on && !tick.ticked) {
      await completeAction(repository, tick.action, notice);
      return;
    }
    const text = l10n.t('{0} is already closed. Add a new next action for the remaining work.', tick.action);
    vscode.window.setStatusBarMessage(`$(info) ${text}`, 5000);
  }

  override dispose(): void {
    this.mark.pause();
    super.dispose();
  }

  protected async load(): Promise<undefined> {
    await this.taskAtHand.read();
  }

  /** Nothing to store: the data is in `taskAtHand`. */
  protected take(): void {}

  protected rows(now: number): readonly NowRow[] {
    const { now: atHand, gates, chosen } = this.taskAtHand;
    return atHand === undefined ? [] : nowRows(atHand, gates, chosen !== undefined, now);
  }

  protected words(): ViewWords {
    return { message: this.taskAtHand.failure };
  }

  protected override describe(): void {
    super.describe();
    setContextKey(contextKeys.nowTask, this.atHand?.task != null);
  }

  protected override async reload(): Promise<void> {
    await super.reload();
    await this.taskAtHand.judge();
  }

  /** `taskAtHand` follows the repository itself, and fires when it was read. */
  protected override async onCondition(): Promise<void> {}

  protected override async onVisibility(isVisible: boolean): Promise<void> {
    if (!this.isLookedAt()) {
      this.looking = undefined;
      this.mark.pause();
    }
    await super.onVisibility(isVisible);
  }

  protected override follow(isLookedAt: boolean): void {
    super.follow(isLookedAt);
    this.taskAtHand.follow(nowViewId, isLookedAt ? 'close' : 'none');
  }

  private isLookedAt(): boolean {
    return this.visible && vscode.window.state.focused;
  }

  /** Returns the event after which changes are listed; opening the view starts a new list. */
  private changesAfter(repository: OpenRepository | undefined): number {
    if (repository !== undefined && this.isLookedAt() && this.looking !== repository.id) {
      this.looking = repository.id;
      this.mark.begin(repository.id);
    }
    return this.mark.after;
  }

  private show(): void {
    const { now, failure } = this.taskAtHand;
    if (this.looking !== undefined && now !== undefined) this.mark.shown(now.lastEventId);
    const hasNothing = this.environment.status.current.repository === undefined;
    if (now !== undefined || failure !== undefined || hasNothing) this.first.tell();
    this.arrange();
  }

  private async onTicked(items: readonly (readonly [RowNode<NowRow>, vscode.TreeItemCheckboxState])[]): Promise<void> {
    for (const [{ row }, state] of items) await this.tick(row, state === vscode.TreeItemCheckboxState.Checked);
    // The box shows the stored state, even if the click changed nothing.
    this.tree.show('all');
    await this.environment.status.refresh();
  }
}
