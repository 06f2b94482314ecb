import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { contextKeys } from '../../../../manifest/contextKeys.js';
import type { Now } from '../../../../operations/repository/repositoryNow.js';
import type { Clock } from '../../../../platform/clock.js';
import type { Log } from '../../../../platform/log.js';
import type { NowRow } from '../../../../present/nowRow.js';
import type { RefusalNotice } from '../../commands/refusalNotice.js';
import type { OpenRepository } from '../../repository/openRepository.js';
import type { RepositoryState } from '../../status/repositoryState.js';
import { setContextKey } from '../../support/contextKey.js';
import { Disposables } from '../../support/disposables.js';
import { asMessage } from '../../support/plainText.js';
import { FirstReading } from '../firstReading.js';
import { completeAction } from './completeAction.js';
import { LookMark } from './lookMark.js';
import { NowModel } from './nowModel.js';
import type { NowNode } from './nowNode.js';
import { nowRows } from './nowRows.js';
import { type NowSnapshot, snapshotRow } from './nowSnapshot.js';
import { NowTree } from './nowTree.js';
import { TaskAtHand } from './taskAtHand.js';

export const nowViewId = 'stateroom.now';

const maxTimerMs = 2 ** 31 - 1;

export interface NowViewEnvironment {
  readonly status: RepositoryState;
  readonly clock: Clock;
  readonly log: Log;
  readonly memory: vscode.Memento;
  readonly notice: RefusalNotice;
}

/** The Now view: follows the task at hand while it is visible, and only then, and keeps at most one timer. */
export class NowView implements vscode.Disposable {
  private readonly environment: NowViewEnvironment;
  private readonly owned = new Disposables();
  private readonly model = new NowModel();
  private readonly tree: NowTree;
  private readonly view: vscode.TreeView<NowNode>;
  private readonly mark: LookMark;
  private readonly task: TaskAtHand;
  private timer: NodeJS.Timeout | undefined;
  /** The repository whose list of changes was begun, while the person looks. */
  private looking: string | undefined;
  private readonly first = new FirstReading();

  constructor(environment: NowViewEnvironment) {
    this.environment = environment;
    const { status, clock, log, memory } = environment;
    this.mark = new LookMark(memory);
    this.task = this.owned.add(
      new TaskAtHand({ status, clock, log, memory, changesAfter: repository => this.changesAfter(repository) }),
    );
    this.tree = this.owned.add(new NowTree(this.model, () => this.firstReading()));
    this.view = this.owned.add(
      vscode.window.createTreeView(nowViewId, {
        treeDataProvider: this.tree,
        showCollapseAll: true,
        // What is done is said by the operation, and children are not part of it.
        manageCheckboxStateManually: true,
      }),
    );
    this.owned.add(this.task.onDidChange(() => this.show()));
    this.owned.add(this.view.onDidChangeVisibility(() => void this.onLook()));
    this.owned.add(vscode.window.onDidChangeWindowState(() => void this.onLook()));
    this.owned.add(this.view.onDidChangeCheckboxState(({ items }) => void this.onTicked(items)));
  }

  /** The task that the view shows, with its gates. */
  get taskAtHand(): TaskAtHand {
    return this.task;
  }

  /** The task that the view shows: `T-3`. */
  get shownTask(): string | undefined {
    return this.task.now?.task?.ref;
  }

  /** What was last read. */
  get atHand(): Now | undefined {
    return this.task.now;
  }

  /** Shows this task instead of the worktree's own, until it ends; undefined goes back to that. */
  choose(task: string | undefined): Promise<void> {
    return this.task.choose(task);
  }

  /** Takes what changed for seen. */
  async markSeen(): Promise<void> {
    await this.mark.markSeen();
    await this.task.read();
  }

  /** Reads the store and judges the gates again, also when nothing told of a change. */
  async refresh(): Promise<void> {
    await vscode.window.withProgress({ location: { viewId: nowViewId } }, async () => {
      await this.environment.status.refresh();
      await this.task.read();
      await this.task.judge();
    });
  }

  /** Selects a row and gives it the keyboard; false when it is not shown. */
  async reveal(id: string): Promise<boolean> {
    if (this.task.now === undefined) await this.task.read();
    // A row without rows below it has a longer id.
    const node = this.model.find(id) ?? this.model.roots.find(root => root.id.startsWith(`${id}.`));
    if (node === undefined) return false;
    await this.view.reveal(node, { select: true, focus: true, expand: true });
    return true;
  }

  /** What the view shows, as text, for tests and for other extensions. */
  async snapshot(): Promise<NowSnapshot> {
    await this.environment.status.refresh();
    await this.task.read();
    await this.task.judge();
    return { message: this.view.message || undefined, rows: this.model.roots.map(snapshotRow) };
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.mark.pause();
    this.owned.dispose();
  }

  /** The tree waits for the first reading, so that it does not flash empty. */
  private firstReading(): Promise<void> {
    if (this.first.ask()) {
      this.describe();
      this.environment.status.followClosely(nowViewId, true);
      this.task.follow(nowViewId, 'close');
      void this.environment.status.refresh();
    }
    return this.first.over;
  }

  /** The view came in or went out of sight, or the window got or lost the keyboard. */
  private async onLook(): Promise<void> {
    const { status } = this.environment;
    status.followClosely(nowViewId, this.view.visible);
    this.task.follow(nowViewId, this.view.visible ? 'close' : 'none');
    if (!this.isLookedAt()) {
      this.looking = undefined;
      this.mark.pause();
    }
    if (this.view.visible) {
      await status.refresh();
      return;
    }
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private isLookedAt(): boolean {
    return this.view.visible && vscode.window.state.focused;
  }

  /** Where the changes that are told begin: a person who begins to look begins a new list. */
  private changesAfter(repository: OpenRepository | undefined): number {
    if (repository !== undefined && this.isLookedAt() && this.looking !== repository.id) {
      this.looking = repository.id;
      this.mark.begin(repository.id);
    }
    return this.mark.after;
  }

  /** Shows what was read or judged. */
  private show(): void {
    const { now, failure } = this.task;
    if (this.looking !== undefined && now !== undefined) this.mark.shown(now.lastEventId);
    const isRead =
      now !== undefined || failure !== undefined || this.environment.status.current.repository === undefined;
    if (isRead) this.first.tell();
    this.draw();
  }

  private draw(): void {
    const { clock } = this.environment;
    const { now, gates, chosen } = this.task;
    const rows = now === undefined ? [] : nowRows(now, gates, chosen !== undefined, clock.now());
    if (this.model.show(rows)) this.tree.show();
    this.describe();
    this.view.description = this.environment.status.repositoryName ?? '';
    setContextKey(contextKeys.nowTask, now?.task != null);
    this.setTimer();
  }

  /** What is above the rows: that they are being read, or why they could not be. */
  private describe(): void {
    const message = asMessage(this.first.message ?? this.task.failure ?? '');
    if ((this.view.message ?? '') !== message) this.view.message = message;
  }

  private async onTicked(items: readonly (readonly [NowNode, vscode.TreeItemCheckboxState])[]): Promise<void> {
    for (const [{ row }, state] of items) await this.tick(row, state === vscode.TreeItemCheckboxState.Checked);
    // The box shows what the store holds, also when nothing came of the click.
    this.tree.show();
    await this.environment.status.refresh();
  }

  /** Ticks the row of a next action; one that has ended stays so, and says it. */
  async tick({ tick }: NowRow, on: boolean): Promise<void> {
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

  /** The only timer: set to the moment at which the words of a row become wrong. */
  private setTimer(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const next = this.model.changesAt;
    if (!this.view.visible || next === undefined) return;
    const delay = Math.min(Math.max(next - this.environment.clock.now(), 1000), maxTimerMs);
    this.timer = setTimeout(() => this.draw(), delay);
  }
}
