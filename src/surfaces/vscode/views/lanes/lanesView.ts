import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { ChangedFile } from '../../../../domain/lane/changedFile.js';
import type { Lane } from '../../../../domain/lane/lane.js';
import { isRefusal, unlessRefused } from '../../../../domain/refusal/refusal.js';
import { errorText } from '../../../../messages/errorText.js';
import type { LaneOfList } from '../../../../operations/lane/laneList.js';
import { loadLaneOperations } from '../../../../operations/loadLaneCatalogue.js';
import { throttle } from '../../../../platform/throttle.js';
import { mergedElsewhere } from '../../../../present/laneViewRow.js';
import type { Tooltip } from '../../../../present/tooltip.js';
import type { OpenRepository } from '../../repository/openRepository.js';
import type { PendingReviews } from '../../repository/pendingReviews.js';
import { causeOf, inEditorsLanguage } from '../../support/inEditorsLanguage.js';
import { asMessage } from '../../support/plainText.js';
import { recordTooltip } from '../recordTooltip.js';
import { RecordView, type RecordViewEnvironment, type ViewWords } from '../recordView.js';
import type { RowNode } from '../rowNodes.js';
import { tooltipMarkdown } from '../tooltipMarkdown.js';
import type { ChangedFiles } from './laneFileRows.js';
import { askedTimes, changedSinceReview } from './laneQuestions.js';
import { type LanePartRow, type LaneRow, type LanesData, type LanesRow, laneNames, laneRows } from './laneRows.js';
import type { LanePartSnapshot, LanesSnapshot } from './lanesSnapshot.js';
import { laneTooltip } from './laneTooltip.js';
import { warningsByLane } from './laneWarnings.js';
import { LaneWatch } from './laneWatch.js';
import { leavesTree } from './leavesTree.js';
import { type LaneFile, laneFiles, ViewedFiles, viewedKey } from './viewedFiles.js';

const lanesViewId = 'stateroom.lanes';

/** Max ended lanes shown. */
const maxEnded = 20;
/** Poll interval of heartbeats while the view is visible, in ms: they write no event. */
const heartbeatInterval = 10_000;
/** Min interval between two reads of heartbeats, in ms. */
const minInterval = 1000;

type LanesReading = Pick<LanesData, 'open' | 'ended' | 'left' | 'failing'>;

const nothing: LanesData = {
  open: [],
  ended: [],
  distances: new Map(),
  warnings: new Map(),
  failing: new Map(),
  changes: new Map(),
  viewed: new Set(),
};

export interface LanesViewEnvironment extends RecordViewEnvironment {
  /** The person's own folder for viewed files. */
  readonly viewedFolder: string;
  readonly drafts: PendingReviews;
}

/** The Lanes view: reads the store on change events, and git only while it is visible and git's own files changed. */
export class LanesView extends RecordView<LanesRow, LanesReading, LanesViewEnvironment> {
  private readonly watch: LaneWatch;
  private readonly askGitOnce = throttle(() => this.askGit());
  private readonly changed = this.owned.add(new vscode.EventEmitter<readonly Lane[]>());
  private readonly unfolded = new Set<string>();
  private readonly viewed: ViewedFiles;
  private data = nothing;
  /** True once the view was visible or a repository has lanes; until then the code for lanes is not loaded. */
  private isWanted = false;

  /** Fires with the open lanes after each reading. */
  readonly onDidRead = this.changed.event;

  constructor(environment: LanesViewEnvironment) {
    super(lanesViewId, environment, treeDataProvider =>
      vscode.window.createTreeView(lanesViewId, {
        treeDataProvider,
        showCollapseAll: true,
        // A tick belongs to the content that was shown, which the row identifies.
        manageCheckboxStateManually: true,
      }),
    );
    this.viewed = new ViewedFiles(environment.viewedFolder);
    this.owned.add(this.view.onDidChangeCheckboxState(({ items }) => void this.onTicked(items)));
    this.owned.add(environment.drafts.onDidChange(() => this.arrange()));
    this.watch = this.owned.add(new LaneWatch(() => void this.askGitOnce(), environment.log));
    this.owned.add(
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) void this.askGitOnce();
      }),
    );
    this.owned.add(
      vscode.workspace.onDidGrantWorkspaceTrust(() => {
        if (this.isWanted) void this.refresh();
      }),
    );
  }

  /** Selects the row of a lane and unfolds it; returns false if it is not shown. */
  async reveal(id: string): Promise<boolean> {
    await this.readNow();
    return this.select(id, { focus: true, expand: this.data.open.some(lane => lane.id === id) });
  }

  /** Selects the row of a file without focusing it, if the view is visible. */
  async selectFile(name: string, path: string): Promise<void> {
    const lane = this.openLane(name);
    if (lane !== undefined && this.visible) await this.select(`${lane.id}/file.${path}`, { focus: false });
  }

  /** Reads an open lane's changes now, in reading order; empty if unknown. */
  async readFiles(name: string): Promise<readonly LaneFile[]> {
    const lane = this.openLane(name);
    if (lane !== undefined) await this.readChanges(lane);
    return this.filesOf(lane);
  }

  /** Marks files of an open lane as viewed, or clears the marks if all have them; returns the changed files. */
  async toggleViewed(name: string, paths: readonly string[]): Promise<readonly LaneFile[]> {
    const lane = this.openLane(name);
    if (lane === undefined) return [];
    if (!this.data.changes.has(lane.id)) await this.readChanges(lane);
    const meant = (): LaneFile[] => this.filesOf(lane).filter(({ file }) => paths.includes(file.path));
    const before = meant().filter(({ isViewed }) => isViewed !== undefined);
    const files = before.map(({ file }) => file);
    if (files.length > 0) await this.mark(lane.id, files, !before.every(({ isViewed }) => isViewed));
    return meant();
  }

  async snapshot(): Promise<LanesSnapshot> {
    this.isWanted = true;
    // A refresh of the repository state would make every other view read its rows at the same time.
    const isRead = this.repository !== undefined && this.environment.status.current.state === 'ready';
    await (isRead ? this.onReadingDue() : this.readAfresh());
    const rowOf = ({ lane, label, description, contextValue: context, children }: LaneRow) => ({
      ref: lane.ref,
      lane: lane.lane,
      label,
      description,
      tooltip: tooltipMarkdown(this.tooltipOf(lane)).text,
      context,
      parts: children.map(partOf),
    });
    const roots = this.nodes.roots.map(({ row }) => row);
    return {
      message: this.view.message || undefined,
      rows: roots.flatMap(row => (row.type === 'lane' ? [rowOf(row)] : [])),
      ended: roots.flatMap(row => (row.type === 'laneGroup' ? row.children.map(rowOf) : [])),
    };
  }

  protected async load(repository: OpenRepository | undefined): Promise<LanesReading | undefined> {
    const { state } = this.environment.status.current;
    if (repository === undefined || (state !== 'ready' && state !== 'readOnly')) return undefined;
    this.isWanted ||= this.isAwaited || (await repository.hasLanes());
    if (!this.isWanted) return undefined;
    const lanes = await listLanes(repository);
    const open = lanes.filter(lane => !isOver(lane));
    const ended = lanes
      .filter(isOver)
      .sort((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt))
      .slice(0, maxEnded);
    const left = new Set(ended.filter(lane => leavesTree(lane, open)).map(({ id }) => id));
    const failing = new Map(lanes.flatMap(one => (one.failing.length === 0 ? [] : [[one.lane, one.failing] as const])));
    return { open, ended, left, failing };
  }

  protected take({ open, ended, left = new Set(), failing }: LanesReading = nothing): void {
    const before = this.data.open;
    const changes = new Map([...this.data.changes].filter(([id]) => open.some(lane => lane.id === id)));
    this.data = { ...this.data, open, ended, left, failing, changes };
    this.changed.fire(open);
    if (!differs(before, open)) return;
    this.followGit();
    void this.askGitOnce();
  }

  protected rows(): readonly LanesRow[] {
    const { repository } = this;
    const pending = repository && this.environment.drafts.countsIn(repository.id);
    const needs = this.environment.status.current.status?.needs ?? [];
    const asked = askedTimes(this.data.open, needs);
    const now = this.environment.clock.now();
    return laneRows({ ...this.data, merged: mergedElsewhere(needs), asked, now, ...(pending && { pending }) });
  }

  protected words(): ViewWords {
    const { open } = this.data;
    const isRestricted = !vscode.workspace.isTrusted && open.length > 0;
    return {
      message:
        this.failure ??
        (isRestricted ? l10n.t('In Restricted Mode, lanes are shown but cannot be opened or run.') : undefined),
    };
  }

  protected override onRepository(): void {
    super.onRepository();
    this.data = nothing;
    this.unfolded.clear();
  }

  protected override async reload(): Promise<void> {
    await super.reload();
    await this.askGitOnce();
  }

  /** Reports the open lanes to listeners even when the view is hidden. */
  protected override async readSoon(): Promise<void> {
    await this.readNow();
  }

  protected override async onVisibility(isVisible: boolean): Promise<void> {
    this.followGit();
    await super.onVisibility(isVisible);
    if (isVisible) await this.askGitOnce();
  }

  /** Reads a lane's changes when it is first unfolded, and then while it stays unfolded. */
  protected override async onUnfold(row: LanesRow): Promise<void> {
    if (row.type !== 'lane') return;
    const wasFolded = !this.unfolded.has(row.id);
    this.unfolded.add(row.id);
    this.followGit();
    if (row.folds !== true) return;
    if (!this.data.changes.has(row.id)) await this.readChanges(row.lane);
    else if (wasFolded) void this.readChanges(row.lane);
  }

  protected override onFold(row: LanesRow): void {
    if (this.unfolded.delete(row.id)) this.followGit();
  }

  protected override resolve(item: vscode.TreeItem, row: LanesRow): void {
    if (row.type === 'lane') item.tooltip = recordTooltip(this.tooltipOf(row.lane));
  }

  private tooltipOf(lane: Lane): Tooltip {
    return laneTooltip(lane, {
      now: this.environment.clock.now(),
      distance: this.data.distances.get(lane.lane),
      warnings: this.data.warnings.get(lane.lane) ?? [],
      failing: this.data.failing.get(lane.lane) ?? [],
      called: laneNames(this.data).full,
      isTrusted: vscode.workspace.isTrusted,
    });
  }

  /** Heartbeats raise no event, so they are polled. */
  protected override get readsAt(): number | undefined {
    if (!this.data.open.some(({ worker }) => worker !== null && worker.lastBeatAt !== null)) return undefined;
    const now = this.environment.clock.now();
    return Math.min(
      now + heartbeatInterval,
      Math.max(now + minInterval, this.nodes.changesAt ?? Number.POSITIVE_INFINITY),
    );
  }

  /** An ended worker needs a person, which other views show. */
  protected override async onReadingDue(): Promise<void> {
    await this.environment.status.readOpenWork();
    await super.onReadingDue();
  }

  /** Reads distances of all lanes, files of the unfolded ones, and overlaps. Runs no git while hidden. */
  private async askGit(): Promise<void> {
    const { repository } = this;
    if (repository === undefined || !vscode.workspace.isTrusted || !this.isAwaited) return;
    if (this.data.open.length === 0) return;
    await this.ask(repository, 'Could not determine how far lanes are from their bases', async () => {
      const { lanes } = unlessRefused(await repository.invoke((await loadLaneOperations()).laneDistance, {}));
      return { distances: new Map(lanes.map(one => [one.lane, one])) };
    });
    const again = [...this.data.distances].flatMap(([lane, one]) => (one.changedSinceReview === true ? [lane] : []));
    await this.ask(repository, 'Could not determine what changed since reviews', async () => ({
      again: await changedSinceReview(repository, again),
    }));
    for (const lane of this.data.open) if (this.unfolded.has(lane.id)) await this.readChanges(lane);
    // Cheap if nothing changed since the last time.
    await this.ask(repository, 'Where lanes overlap is not known', async () => {
      const answer = await repository.invoke((await loadLaneOperations()).laneOverlaps, {});
      return { warnings: warningsByLane(unlessRefused(answer)) };
    });
  }

  /** Shows git's results; after a failure the previous ones stay. */
  private async ask(
    repository: OpenRepository,
    failure: string,
    read: () => Promise<Partial<LanesData>>,
  ): Promise<void> {
    try {
      const found = await read();
      if (repository === this.repository) this.learn(found);
    } catch (error) {
      this.environment.log.warn(`${failure}: ${errorText(error)}`);
    }
  }

  private async readChanges({ id, lane }: Lane): Promise<void> {
    const { repository } = this;
    if (repository === undefined || !vscode.workspace.isTrusted) return;
    const changes = await this.changesOf(repository, lane);
    const viewed = await this.readViewed(repository);
    if (repository !== this.repository) return;
    this.learn({ changes: new Map([...this.data.changes, [id, changes]]), ...(viewed && { viewed }) });
  }

  /** Returns undefined on a failure, so that the previous marks stay. */
  private async readViewed({ id }: OpenRepository): Promise<ReadonlySet<string> | undefined> {
    try {
      return await this.viewed.read(id);
    } catch (error) {
      this.environment.log.error('Which files are viewed could not be read.', error);
      return undefined;
    }
  }

  private openLane(name: string): Lane | undefined {
    return this.data.open.find(({ lane, ref, id }) => [lane, ref, id].includes(name));
  }

  private filesOf(lane: Lane | undefined): readonly LaneFile[] {
    const changes = lane && this.data.changes.get(lane.id);
    return lane !== undefined && changes?.state === 'read' ? laneFiles(lane.id, changes.files, this.data.viewed) : [];
  }

  /** Stores the viewed marks of a lane's files; `lane` is a ULID. */
  private async mark(lane: string, files: readonly ChangedFile[], isViewed: boolean): Promise<void> {
    const { repository } = this;
    if (repository === undefined) return;
    const keys = files.flatMap(file => viewedKey(lane, file) ?? []);
    const lanes = [...this.data.open, ...this.data.ended].map(({ id }) => id);
    const viewed = await this.viewed.mark(repository.id, keys, isViewed, lanes);
    if (repository === this.repository) this.learn({ viewed });
  }

  private async onTicked(
    items: readonly (readonly [RowNode<LanesRow>, vscode.TreeItemCheckboxState])[],
  ): Promise<void> {
    for (const [node, state] of items) {
      const viewing = node.row.type === 'lanePart' ? node.row.viewing : undefined;
      if (viewing === undefined) continue;
      try {
        await this.mark(viewing.lane, viewing.files, state === vscode.TreeItemCheckboxState.Checked);
      } catch (error) {
        this.environment.log.error('Which files are viewed could not be saved.', error);
        void vscode.window.showErrorMessage(
          asMessage(l10n.t('Could not save which files you have viewed: {0}', causeOf(error))),
        );
        // Redraws the box from the stored state.
        this.tree.show([node]);
      }
    }
  }

  private async changesOf(repository: OpenRepository, lane: string): Promise<ChangedFiles> {
    try {
      const answer = await repository.invoke((await loadLaneOperations()).laneChanges, { lane });
      if (isRefusal(answer)) return { state: 'failed', reason: inEditorsLanguage(answer.message) };
      return { state: 'read', from: answer.from, files: answer.files };
    } catch (error) {
      this.environment.log.error(`What ${lane} changes could not be read.`, error);
      return { state: 'failed', reason: l10n.t('Could not read the changes: {0}', causeOf(error)) };
    }
  }

  private learn(news: Partial<LanesData>): void {
    this.data = { ...this.data, ...news };
    this.arrange();
  }

  private followGit(): void {
    const isLookedAt = this.visible && vscode.workspace.isTrusted;
    const lanes = isLookedAt ? this.data.open : [];
    this.watch.follow(
      this.repository?.id,
      lanes.flatMap(({ branch, base }) => [branch, base]),
      lanes.filter(({ id }) => this.unfolded.has(id)).map(({ worktreePath }) => worktreePath),
    );
  }
}

function partOf({ label, description, tick, children }: LanePartRow): LanePartSnapshot {
  return { label, description, ...(tick && { ticked: tick.ticked }), ...(children && { parts: children.map(partOf) }) };
}

async function listLanes(repository: OpenRepository): Promise<readonly LaneOfList[]> {
  const { laneList } = await loadLaneOperations();
  return unlessRefused(await repository.invoke(laneList, { all: true, noDistance: true })).lanes;
}

function isOver({ status }: Lane): boolean {
  return status === 'merged' || status === 'closed';
}

/** Returns true if lanes were added, removed or revised, so that git may have new results. */
function differs(before: readonly Lane[], now: readonly Lane[]): boolean {
  const listOf = (lanes: readonly Lane[]): string =>
    lanes
      .map(({ id, branch, base, worker }) => [id, branch, base, worker?.state, worker?.attempt].join(' '))
      .join('\n');
  return listOf(before) !== listOf(now);
}
