import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { isRefusal, type Refusal } from '../../../../domain/refusal/refusal.js';
import { contextKeys } from '../../../../manifest/contextKeys.js';
import { actionComplete } from '../../../../operations/action/actionComplete.js';
import { type Now, repositoryNow } from '../../../../operations/repository/repositoryNow.js';
import type { Clock } from '../../../../platform/clock.js';
import { latestOnly } from '../../../../platform/latestOnly.js';
import type { Log } from '../../../../platform/log.js';
import type { RefusalNotice } from '../../commands/refusalNotice.js';
import { followWorkTree } from '../../rooms/followWorkTree.js';
import type { RepositoryRoom } from '../../rooms/repositoryRoom.js';
import type { RoomCondition, RoomStatus } from '../../status/roomStatus.js';
import { setContextKey } from '../../support/contextKey.js';
import { Disposables } from '../../support/disposables.js';
import { asMessage } from '../../support/plainText.js';
import { GateReader } from './gateReader.js';
import type { GateState } from './gateRows.js';
import { LookMark } from './lookMark.js';
import { NowModel } from './nowModel.js';
import type { NowNode } from './nowNode.js';
import { nowRows } from './nowRows.js';
import { type NowSnapshot, snapshotRow } from './nowSnapshot.js';
import { NowTree } from './nowTree.js';

export const nowViewId = 'stateroom.now';

const longestTimer = 2 ** 31 - 1;

export interface NowViewEnvironment {
  readonly status: RoomStatus;
  readonly clock: Clock;
  readonly log: Log;
  readonly memory: vscode.Memento;
  readonly notice: RefusalNotice;
}

/** The Now view: reads while it is visible, and only then; asks git in the background, and keeps at most one timer. */
export class NowView implements vscode.Disposable {
  private readonly environment: NowViewEnvironment;
  private readonly owned = new Disposables();
  private readonly model = new NowModel();
  private readonly tree: NowTree;
  private readonly view: vscode.TreeView<NowNode>;
  private readonly mark: LookMark;
  private readonly gateReader: GateReader;
  private readonly readOnce = latestOnly(() => this.read());
  private room: RepositoryRoom | undefined;
  private now: Now | undefined;
  private gates: GateState = { state: 'judging' };
  private workTree: vscode.Disposable | undefined;
  private timer: NodeJS.Timeout | undefined;
  private failure: string | undefined;
  private looking = false;
  private asked = false;
  private markReady: () => void = () => undefined;
  private answered = false;
  private readonly ready = new Promise<void>(resolve => {
    this.markReady = () => {
      this.answered = true;
      resolve();
    };
  });

  constructor(environment: NowViewEnvironment) {
    this.environment = environment;
    const { status, clock, log, memory } = environment;
    this.mark = new LookMark(memory);
    this.gateReader = new GateReader(clock, log, gates => this.onGates(gates));
    this.tree = this.owned.add(new NowTree(this.model, () => this.firstReading()));
    this.view = this.owned.add(
      vscode.window.createTreeView(nowViewId, {
        treeDataProvider: this.tree,
        showCollapseAll: true,
        // What is done is said by the operation, and children are no part of it.
        manageCheckboxStateManually: true,
      }),
    );
    this.owned.add(status.onDidRead(condition => void this.onCondition(condition)));
    this.owned.add(this.view.onDidChangeVisibility(() => void this.onLook()));
    this.owned.add(vscode.window.onDidChangeWindowState(() => void this.onLook()));
    this.owned.add(this.view.onDidChangeCheckboxState(({ items }) => void this.onTicked(items)));
  }

  /** The task that the view shows: `T-3`. */
  get shownTask(): string | undefined {
    return this.now?.task?.ref;
  }

  /** What was last read. */
  get atHand(): Now | undefined {
    return this.now;
  }

  /** Shows this task instead of the work tree's own, until it ends; undefined goes back to that. */
  async choose(task: string | undefined): Promise<void> {
    await this.environment.memory.update(this.choiceKey(), task);
    await this.readOnce();
  }

  /** Takes what changed for seen. */
  async markSeen(): Promise<void> {
    await this.mark.markSeen();
    await this.readOnce();
  }

  /** Reads the store and judges the gates again, also when nothing told of a change. */
  async refresh(): Promise<void> {
    await vscode.window.withProgress({ location: { viewId: nowViewId } }, async () => {
      await this.environment.status.refresh();
      await this.readOnce();
      this.gateReader.request();
      await this.gateReader.settled();
    });
  }

  /** Selects a row and gives it the keyboard; false when it is not shown. */
  async reveal(id: string): Promise<boolean> {
    if (this.now === undefined) await this.readOnce();
    // A row without rows below it has a longer id.
    const node = this.model.find(id) ?? this.model.roots.find(root => root.id.startsWith(`${id}.`));
    if (node === undefined) return false;
    await this.view.reveal(node, { select: true, focus: true, expand: true });
    return true;
  }

  /** What the view shows, as text, for tests and for other extensions. */
  async snapshot(): Promise<NowSnapshot> {
    await this.environment.status.refresh();
    await this.readOnce();
    this.gateReader.request();
    await this.gateReader.settled();
    return { message: this.view.message || undefined, rows: this.model.roots.map(snapshotRow) };
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.mark.pause();
    this.gateReader.stop();
    this.workTree?.dispose();
    this.owned.dispose();
  }

  /** The tree waits for the first reading, so that it does not flash empty. */
  private firstReading(): Promise<void> {
    if (!this.answered) {
      this.asked = true;
      this.environment.status.followClosely(nowViewId, true);
      void this.environment.status.refresh();
    }
    return this.ready;
  }

  private async onCondition(condition: RoomCondition): Promise<void> {
    if (condition.room !== this.room) {
      this.room = condition.room;
      this.now = undefined;
      this.looking = false;
      if (this.model.show([])) this.tree.show();
    }
    if (this.view.visible || this.asked) await this.readOnce();
  }

  /** The view came in or went out of sight, or the window got or lost the keyboard. */
  private async onLook(): Promise<void> {
    const { status } = this.environment;
    status.followClosely(nowViewId, this.view.visible);
    if (!this.isLookedAt()) {
      this.looking = false;
      this.mark.pause();
    }
    if (this.view.visible) {
      await status.refresh();
      return;
    }
    clearTimeout(this.timer);
    this.timer = undefined;
    this.followGates();
  }

  private isLookedAt(): boolean {
    return this.view.visible && vscode.window.state.focused;
  }

  private async read(): Promise<void> {
    const { log } = this.environment;
    const { room } = this;
    if (room !== undefined && this.isLookedAt() && !this.looking) {
      this.looking = true;
      this.mark.begin(room.id);
    }
    try {
      const now = room === undefined ? undefined : await this.readNow(room);
      if (room === this.room) this.now = now;
      this.failure = undefined;
    } catch (error) {
      log.error('What is at hand could not be read.', error);
      this.failure = error instanceof Error ? error.message : String(error);
    }
    if (this.looking && this.now !== undefined) this.mark.shown(this.now.lastEventId);
    this.followGates();
    this.gateReader.request();
    this.draw();
    this.asked = false;
    this.markReady();
  }

  /** The chosen task while it lives, else that of the work tree. Throws what the store refuses. */
  private async readNow(room: RepositoryRoom): Promise<Now> {
    const { state } = this.environment.status.current;
    if (state !== 'ready' && state !== 'readOnly') return nothingAtHand;
    const { after } = this.mark;
    const chosen = this.chosen;
    if (chosen !== undefined) {
      const now = await room.invoke(repositoryNow, { task: chosen, after });
      if (!isRefusal(now) && now.task?.status !== 'done' && now.task?.archivedAt === null) return now;
      await this.environment.memory.update(this.choiceKey(), undefined);
    }
    const now: Now | Refusal = await room.invoke(repositoryNow, { after });
    if (isRefusal(now)) throw new Error(now.message);
    return now;
  }

  /** Gates are judged, and the work tree is followed, while a task is in sight. */
  private followGates(): void {
    const { room } = this;
    const task = this.now?.task?.ref;
    const wanted = this.view.visible && room !== undefined && task !== undefined && vscode.workspace.isTrusted;
    if (!wanted) {
      this.workTree?.dispose();
      this.workTree = undefined;
      this.gateReader.follow(undefined);
      if (task !== undefined && !vscode.workspace.isTrusted) {
        this.gates = { state: 'unknown', reason: l10n.t('Gates ask git, which Restricted Mode does not allow.') };
      }
      return;
    }
    this.workTree ??= followWorkTree(room, () => this.gateReader.request(), this.environment.log);
    this.gateReader.follow({ room, task: this.chosen === undefined ? undefined : task });
  }

  private onGates(gates: GateState): void {
    this.gates = gates;
    this.draw();
  }

  private draw(): void {
    const { clock } = this.environment;
    const { now, chosen } = this;
    const rows = now === undefined ? [] : nowRows(now, this.gates, chosen !== undefined, clock.now());
    if (this.model.show(rows)) this.tree.show();
    const message = this.failure ?? '';
    if ((this.view.message ?? '') !== message) this.view.message = asMessage(message);
    setContextKey(contextKeys.nowTask, now?.task != null);
    this.setTimer();
  }

  private async onTicked(items: readonly (readonly [NowNode, vscode.TreeItemCheckboxState])[]): Promise<void> {
    const { notice } = this.environment;
    const { room } = this;
    for (const [{ row }, state] of items) {
      if (row.tick === undefined || room === undefined) continue;
      if (state === vscode.TreeItemCheckboxState.Checked && !row.tick.ticked) {
        const answer = await room.invoke(actionComplete, { id: row.tick.action });
        if (isRefusal(answer)) notice.show(answer, room);
      } else {
        const text = l10n.t('{0} has ended; add a new next action for what is left.', row.tick.action);
        vscode.window.setStatusBarMessage(`$(info) ${text}`, 5000);
      }
    }
    // The box shows what the store holds, also when nothing came of the click.
    this.tree.show();
    await this.environment.status.refresh();
  }

  /** The only timer: set to the moment at which the words of a row become wrong. */
  private setTimer(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const next = this.model.changesAt;
    if (!this.view.visible || next === undefined) return;
    const delay = Math.min(Math.max(next - this.environment.clock.now(), 1000), longestTimer);
    this.timer = setTimeout(() => this.draw(), delay);
  }

  private get chosen(): string | undefined {
    const chosen = this.environment.memory.get(this.choiceKey());
    return typeof chosen === 'string' ? chosen : undefined;
  }

  private choiceKey(): string {
    return `stateroom.chosenTask.${this.room?.id ?? ''}`;
  }
}

const nothingAtHand: Now = {
  task: null,
  candidates: [],
  others: [],
  plan: null,
  slices: { open: 0, committed: 0, closed: 0, rows: [] },
  actions: { pending: 0, rows: [] },
  blockers: [],
  changes: [],
  lastEventId: 0,
};
