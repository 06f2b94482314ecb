import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Lane } from '../../../../domain/lane/lane.js';
import type { Need } from '../../../../domain/lane/need.js';
import { isRefusal, RefusalError } from '../../../../domain/refusal/refusal.js';
import { contextKeys } from '../../../../manifest/contextKeys.js';
import { errorText } from '../../../../messages/errorText.js';
import { loadLaneOperations } from '../../../../operations/loadLaneCatalogue.js';
import type { Clock } from '../../../../platform/clock.js';
import type { Log } from '../../../../platform/log.js';
import { throttle } from '../../../../platform/throttle.js';
import type { OpenRepository } from '../../repository/openRepository.js';
import type { RepositoryCondition, RepositoryState } from '../../status/repositoryState.js';
import { setContextKey } from '../../support/contextKey.js';
import { Disposables } from '../../support/disposables.js';
import { causeOf, inEditorsLanguage } from '../../support/inEditorsLanguage.js';
import { asMessage } from '../../support/plainText.js';
import { FirstReading } from '../firstReading.js';
import { readNeeds } from './laneNeeds.js';
import type { LaneNode, LanesNode } from './laneNode.js';
import { LanesModel } from './lanesModel.js';
import type { LanesSnapshot } from './lanesSnapshot.js';
import { LanesTree } from './lanesTree.js';
import { warningsByLane } from './laneWarnings.js';
import { LaneWatch } from './laneWatch.js';
import { needsYouInLanes } from './needsYouInLanes.js';

export const lanesViewId = 'stateroom.lanes';

/** Of lanes that are over, the last ones. */
const maxEnded = 20;
/** Heartbeats are checked so often while someone looks, in ms: they write no event that would tell of them. */
const heartbeatInterval = 10_000;
const maxTimerMs = 2 ** 31 - 1;

/** A row is asked for so often until the editor shows it, with so many ms between. */
const maxTries = 20;
const betweenTries = 100;

export interface LanesViewEnvironment {
  readonly view: vscode.TreeView<LanesNode>;
  readonly status: RepositoryState;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * The Lanes view: reads the store when it is told of a change, and git only while it is visible and git's own files changed.
 * While hidden it keeps no timer.
 */
export class LanesView implements vscode.Disposable {
  readonly tree: LanesTree;
  private readonly environment: LanesViewEnvironment;
  private readonly owned = new Disposables();
  private readonly model = new LanesModel();
  private readonly watch: LaneWatch;
  private readonly readOnce = throttle(() => this.read());
  private readonly askGitOnce = throttle(() => this.askGit());
  private readonly changed = this.owned.add(new vscode.EventEmitter<readonly Lane[]>());
  /** Lanes that are unfolded, by ULID. */
  private readonly unfolded = new Set<string>();
  /** The last reading that was asked for. */
  private reading: Promise<void> = Promise.resolve();
  private repository: OpenRepository | undefined;
  private timer: NodeJS.Timeout | undefined;
  private readonly first = new FirstReading();
  private failure: string | undefined;

  /** Fires with the open lanes after each reading. */
  readonly onDidRead = this.changed.event;

  constructor(environment: LanesViewEnvironment) {
    this.environment = environment;
    const { status, view, log } = environment;
    this.tree = this.owned.add(
      new LanesTree(this.model, { ready: () => this.firstReading(), unfold: node => this.unfold(node) }),
    );
    this.watch = this.owned.add(new LaneWatch(() => void this.askGitOnce(), log));
    this.owned.add(status.onDidRead(condition => void this.onCondition(condition)));
    this.owned.add(view.onDidChangeVisibility(({ visible }) => void this.onVisibility(visible)));
    this.owned.add(view.onDidExpandElement(({ element }) => this.onFolding(element, true)));
    this.owned.add(view.onDidCollapseElement(({ element }) => this.onFolding(element, false)));
    this.owned.add(
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) void this.askGitOnce();
      }),
    );
    this.owned.add(vscode.workspace.onDidGrantWorkspaceTrust(() => void this.refresh()));
    if (status.current.repository !== undefined) void this.onCondition(status.current);
    if (view.visible) void this.onVisibility(true);
  }

  /** The open lanes as they were last read. */
  get lanes(): readonly Lane[] {
    return this.model.lanes;
  }

  /** Reads the store and runs git again, also when nothing told of a change. */
  async refresh(): Promise<void> {
    await vscode.window.withProgress({ location: { viewId: lanesViewId } }, async () => {
      await this.readAfresh();
      await this.askGitOnce();
    });
  }

  /** Selects the row of a lane and unfolds it; false when it is not shown. */
  async reveal(id: string): Promise<boolean> {
    await this.readNow();
    for (let tries = 1; ; tries += 1) {
      const node = this.model.find(id);
      if (node === undefined) return false;
      try {
        await this.environment.view.reveal(node, { select: true, focus: true, expand: node.parent === undefined });
        return true;
      } catch (error) {
        // The editor refuses while it draws the rows again, as when the view is opened for this.
        if (tries === maxTries) throw error;
        await new Promise(resolve => setTimeout(resolve, betweenTries));
      }
    }
  }

  /** What the view shows, as text, for tests and for other extensions. */
  async snapshot(): Promise<LanesSnapshot> {
    const { view, status } = this.environment;
    // The condition's news would have every other view read all of its rows at the same time.
    await (this.repository !== undefined && status.current.state === 'ready' ? this.readNow() : this.readAfresh());
    const rowOf = ({ row, lane, children }: LaneNode) => ({
      ref: lane.ref,
      label: row.label,
      description: row.description,
      context: row.contextValue,
      parts: children.map(child => ({ label: child.row.label, description: child.row.description })),
    });
    const rows = this.model.roots.flatMap(node => (node.type === 'lane' ? [rowOf(node)] : []));
    const ended = this.model.roots.flatMap(node => (node.type === 'laneGroup' ? node.children.map(rowOf) : []));
    const needs = this.model.roots.flatMap(node =>
      node.type === 'needGroup'
        ? node.children.map(({ row: { label, description, contextValue: context } }) => ({
            label,
            description,
            context,
          }))
        : [],
    );
    return { badge: view.badge?.value ?? 0, message: view.message || undefined, needs, rows, ended };
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.owned.dispose();
  }

  /** The tree waits for the first reading, so that it does not flash empty. */
  private firstReading(): Promise<void> {
    if (this.first.ask()) {
      this.describe();
      this.environment.status.followClosely(lanesViewId, true);
      void this.environment.status.refresh();
    }
    return this.first.over;
  }

  private async onCondition({ repository }: RepositoryCondition): Promise<void> {
    if (repository !== this.repository) {
      this.repository = repository;
      this.unfolded.clear();
      this.tree.show(this.model.read([], [], [], this.environment.clock.now()));
    }
    await this.readNow();
  }

  private async onVisibility(visible: boolean): Promise<void> {
    this.environment.status.followClosely(lanesViewId, visible);
    this.followGit();
    if (!visible) {
      clearTimeout(this.timer);
      this.timer = undefined;
      return;
    }
    await this.environment.status.refresh();
    await this.askGitOnce();
  }

  private onFolding(node: LanesNode, isOpen: boolean): void {
    if (node.type !== 'lane') return;
    if (isOpen) this.unfolded.add(node.id);
    else this.unfolded.delete(node.id);
    this.followGit();
  }

  /** What is below a lane is read when it is unfolded for the first time, and then as long as it is. */
  private async unfold(node: LaneNode): Promise<void> {
    this.onFolding(node, true);
    if (this.model.changesOf(node.id).state !== 'unread') return;
    await this.readChanges(node.lane);
  }

  private readNow(): Promise<void> {
    this.reading = this.readOnce();
    return this.reading;
  }

  /** Reads the condition and the rows once each: the former's news has the latter read. */
  private async readAfresh(): Promise<void> {
    const before = this.reading;
    await this.environment.status.refresh();
    await (this.reading === before ? this.readNow() : this.reading);
  }

  private async read(): Promise<void> {
    const { clock, log, status } = this.environment;
    const { repository } = this;
    const { state } = status.current;
    try {
      const isThere = repository !== undefined && (state === 'ready' || state === 'readOnly');
      const [lanes, needs] = isThere ? await Promise.all([listLanes(repository), this.needsOf(repository)]) : [[], []];
      if (repository === this.repository) {
        const before = this.model.lanes;
        const open = lanes.filter(lane => !isOver(lane));
        const ended = lanes.filter(isOver).sort((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt));
        this.show(this.model.read(open, ended.slice(0, maxEnded), needs, clock.now()));
        setContextKey(
          contextKeys.laneMerged,
          ended.some(({ status }) => status === 'merged'),
        );
        this.changed.fire(open);
        if (standsElsewhere(before, open)) {
          this.followGit();
          void this.askGitOnce();
        }
      }
      this.failure = undefined;
    } catch (error) {
      log.error('The lanes could not be read.', error);
      this.failure = causeOf(error);
    }
    this.first.tell();
    this.describe();
    this.setTimer();
  }

  /** Lanes are shown also where it cannot be said what waits in them. */
  private async needsOf(repository: OpenRepository): Promise<readonly Need[]> {
    try {
      return await readNeeds(repository);
    } catch (error) {
      this.environment.log.warn(`What needs a person in lanes is not known: ${asText(error)}`);
      return [];
    }
  }

  /** Distances of all lanes at once, and the files of those that are unfolded. Starts no git where no one looks. */
  private async askGit(): Promise<void> {
    const { clock, log, view } = this.environment;
    const { repository } = this;
    if (repository === undefined || !vscode.workspace.isTrusted || !(view.visible || this.first.isAwaited)) return;
    if (this.model.lanes.length === 0) return;
    try {
      const answer = await repository.invoke((await loadLaneOperations()).laneDistance, {});
      if (isRefusal(answer)) throw new RefusalError(answer);
      if (repository !== this.repository) return;
      this.show(this.model.setDistances(new Map(answer.lanes.map(one => [one.lane, one])), clock.now()));
    } catch (error) {
      log.warn(`Could not determine how far lanes are from their bases: ${asText(error)}`);
    }
    for (const lane of this.model.lanes) if (this.unfolded.has(lane.id)) await this.readChanges(lane);
    await this.readWarnings(repository);
  }

  /** Where lanes get in each other's way; what has not changed since the last time costs nothing. */
  private async readWarnings(repository: OpenRepository): Promise<void> {
    const { clock, log } = this.environment;
    try {
      const answer = await repository.invoke((await loadLaneOperations()).laneOverlaps, {});
      if (isRefusal(answer)) throw new RefusalError(answer);
      if (repository === this.repository) this.show(this.model.setWarnings(warningsByLane(answer), clock.now()));
    } catch (error) {
      log.warn(`Where lanes overlap is not known: ${asText(error)}`);
    }
  }

  private async readChanges({ id, lane }: Lane): Promise<void> {
    const { clock, log } = this.environment;
    const { repository } = this;
    if (repository === undefined || !vscode.workspace.isTrusted) return;
    try {
      const answer = await repository.invoke((await loadLaneOperations()).laneChanges, { lane });
      const changes = isRefusal(answer)
        ? { state: 'failed' as const, reason: inEditorsLanguage(answer.message) }
        : { state: 'read' as const, from: answer.from, files: answer.files };
      if (repository === this.repository) this.show(this.model.setChanges(id, changes, clock.now()));
    } catch (error) {
      log.error(`What ${lane} changes could not be read.`, error);
      const reason = l10n.t('Could not read the changes: {0}', causeOf(error));
      if (repository === this.repository)
        this.show(this.model.setChanges(id, { state: 'failed', reason }, clock.now()));
    }
  }

  private show(redrawing: ReturnType<LanesModel['arrange']>): void {
    this.tree.show(redrawing);
  }

  /** Git's files are watched while someone looks, and the worktrees of lanes that are unfolded. */
  private followGit(): void {
    const isLookedAt = this.environment.view.visible && vscode.workspace.isTrusted;
    const lanes = isLookedAt ? this.model.lanes : [];
    this.watch.follow(
      this.repository?.id,
      lanes.flatMap(({ branch, base }) => [branch, base]),
      lanes.filter(({ id }) => this.unfolded.has(id)).map(({ worktreePath }) => worktreePath),
    );
  }

  /** The only timer: fires when the next row becomes outdated. */
  private setTimer(): void {
    const { view, clock } = this.environment;
    clearTimeout(this.timer);
    this.timer = undefined;
    if (!view.visible) return;
    const heartbeats = this.model.lanes.some(({ worker }) => worker !== null && worker.lastBeatAt !== null);
    const now = clock.now();
    const next = Math.min(
      this.model.changesAt ?? Number.POSITIVE_INFINITY,
      heartbeats ? now + heartbeatInterval : Infinity,
    );
    if (next === Number.POSITIVE_INFINITY) return;
    const delay = Math.min(Math.max(next - now, 1000), maxTimerMs);
    this.timer = setTimeout(() => {
      // A heartbeat tells no one of itself.
      if (heartbeats) void this.readNow();
      else {
        this.show(this.model.arrange(clock.now()));
        this.setTimer();
      }
    }, delay);
  }

  /** What the person may not expect where nothing may be run. */
  private get restriction(): string {
    if (vscode.workspace.isTrusted || this.model.lanes.length === 0) return '';
    return l10n.t('In Restricted Mode, lanes are shown but cannot be opened or run.');
  }

  /** Badge and message that follow from what was read. */
  private describe(): void {
    const { view, status } = this.environment;
    const { waiting } = this.model;
    status.countLanes(waiting);
    view.badge = waiting === 0 ? undefined : { value: waiting, tooltip: needsYouInLanes(waiting) };
    // Said beside the title, where it takes no row.
    const rest = waiting === 0 && this.model.lanes.length > 0 ? l10n.t('Nothing needs your attention') : undefined;
    view.description = [status.repositoryName, rest].filter(part => part !== undefined).join(' · ');
    const message = this.first.message ?? this.failure ?? this.restriction;
    if ((view.message ?? '') !== message) view.message = asMessage(message);
  }
}

async function listLanes(repository: OpenRepository): Promise<readonly Lane[]> {
  const answer = await repository.invoke((await loadLaneOperations()).laneList, {
    all: true,
    noDistance: true,
  });
  if (isRefusal(answer)) throw new RefusalError(answer);
  return answer.lanes;
}

function isOver({ status }: Lane): boolean {
  return status === 'merged' || status === 'closed';
}

/** True when lanes came or went, or something was done to one, so that git may have something new to tell. */
function standsElsewhere(before: readonly Lane[], now: readonly Lane[]): boolean {
  const told = (lanes: readonly Lane[]): string =>
    lanes
      .map(({ id, branch, base, worker }) => [id, branch, base, worker?.state, worker?.attempt].join(' '))
      .join('\n');
  return told(before) !== told(now);
}

function asText(error: unknown): string {
  return errorText(error);
}
