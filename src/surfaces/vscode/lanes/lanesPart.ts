import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { isRefusal } from '../../../domain/refusal/refusal.js';
import { laneActs, talkActs } from '../../../manifest/laneActs.js';
import { inEnglish } from '../../../messages/inEnglish.js';
import { say } from '../../../messages/say.js';
import { isOfLanes } from '../../../operations/isOfLanes.js';
import { loadLaneOperations } from '../../../operations/loadLaneCatalogue.js';
import type { AnyOperation } from '../../../operations/operation.js';
import type { Clock } from '../../../platform/clock.js';
import type { Log } from '../../../platform/log.js';
import type { ChoiceMemory } from '../commands/choiceMemory.js';
import { rowsOfKey } from '../commands/commandCall.js';
import type { OperationFlow } from '../commands/flow/flow.js';
import type { Pickers } from '../commands/flow/spawnFlow.js';
import type { RefusalNotice } from '../commands/refusalNotice.js';
import type { WorkItemPages } from '../details/workItemPages.js';
import type { OpenRepository } from '../repository/openRepository.js';
import type { RepositoryManager } from '../repository/repositoryManager.js';
import type { Repository } from '../repository.js';
import type { RepositoryCondition, RepositoryState } from '../status/repositoryState.js';
import { Disposables } from '../support/disposables.js';
import { causeOf } from '../support/inEditorsLanguage.js';
import { asMessage } from '../support/plainText.js';
import { readingMessage } from '../views/firstReading.js';
import type { LanesRow } from '../views/lanes/laneRows.js';
import type { LanesSnapshot } from '../views/lanes/lanesSnapshot.js';
import type { RowNode } from '../views/rowNodes.js';
import { isRecord, isShownNode } from '../views/shownNode.js';

type LanesNode = RowNode<LanesRow>;

/** What everything about lanes in the editor works with. */
export interface LanesEnvironment {
  readonly repositories: RepositoryManager;
  readonly status: RepositoryState;
  readonly notice: RefusalNotice;
  readonly memory: ChoiceMemory;
  readonly pages: WorkItemPages;
  readonly pickers: Pickers;
  readonly clock: Clock;
  readonly log: Log;
  /** The title of a command in the editor's language. */
  titleOf(command: string): string;
}

/** Outcome of an operation, in sentences. */
export interface LaneResult {
  readonly text: string;
  readonly warning: string | undefined;
}

/** Something in a lane that waits for a person, as a row of a menu. */
export interface LaneNeedRow {
  readonly label: string;
  readonly description: string;
  /** What continues from there. */
  readonly command: { readonly command: string; readonly arguments: readonly unknown[] } | undefined;
}

/** The code for lanes in the editor, which is in a file of its own. */
export interface LaneSurface extends vscode.Disposable {
  readonly tree: vscode.TreeDataProvider<LanesNode> & { readonly onDidChangeTreeData: vscode.Event<unknown> };
  snapshot(): Promise<LanesSnapshot>;
  /** Runs one of `laneActs` or `talkActs`. */
  run(act: string, args: readonly unknown[]): Promise<unknown>;
  /** How the person is asked for what an operation on a lane needs; undefined where the operation has no way of its own. */
  flowOf(operation: AnyOperation): Promise<OperationFlow | undefined>;
  /** Outcome of an operation on a lane; undefined for an output that is not a lane. */
  resultOf(operation: AnyOperation, output: Readonly<Record<string, unknown>>): Promise<LaneResult | undefined>;
  /** What waits for a person in lanes, most blocking first. */
  needs(repository: OpenRepository): Promise<readonly LaneNeedRow[]>;
  /** Lets go of the worktree of a lane of the repository, by its name, `L-3` or ULID: it is about to be taken away. */
  release(repository: Repository, lane: string): Promise<void>;
}

/** Acts that make a lane: a row of another one, which has the keyboard when they are called from the title bar, says nothing. */
const makesLane: ReadonlySet<string> = new Set(['worker.spawn', 'lane.adopt']);

/** Where lanes cannot be looked after, ms until that is tried again. */
const betweenRepairs = 60_000;

/**
 * Lanes in the editor: a view and commands that are registered at startup; their code is loaded when someone looks, calls
 * a command, or the repository has lanes.
 */
export class LanesPart implements vscode.Disposable {
  private readonly owned = new Disposables();
  private readonly view: vscode.TreeView<LanesNode>;
  private readonly treeChanged = this.owned.add(new vscode.EventEmitter<LanesNode[] | undefined>());
  private surface: LaneSurface | undefined;
  private opening: Promise<LaneSurface> | undefined;
  /** The view says that its code could not be read. */
  private hasFailed = false;
  /** Repositories that were looked after in this window, or are now. */
  private readonly repaired = new Set<string>();
  /** When those whose lanes could not be looked after are tried again, in ms since 1970. */
  private readonly repairedFrom = new Map<string, number>();

  constructor(private readonly environment: LanesEnvironment) {
    const treeDataProvider: vscode.TreeDataProvider<LanesNode> = {
      onDidChangeTreeData: this.treeChanged.event,
      getChildren: node => this.rows(node),
      getTreeItem: node => this.present().tree.getTreeItem(node),
      getParent: node => this.present().tree.getParent?.(node),
      resolveTreeItem: (item, node, token) => this.present().tree.resolveTreeItem?.(item, node, token),
    };
    this.view = this.owned.add(
      vscode.window.createTreeView('stateroom.lanes', { treeDataProvider, showCollapseAll: true }),
    );
    this.owned.add(
      this.view.onDidChangeVisibility(({ visible }) => {
        if (visible && this.hasFailed) this.treeChanged.fire(undefined);
      }),
    );
    for (const act of Object.keys({ ...laneActs, ...talkActs })) {
      this.owned.add(
        vscode.commands.registerCommand(`stateroom.lane.${act}`, async (...args: unknown[]) =>
          inEnglish(await (await this.open()).run(act, this.given(args, `lane.${act}`))),
        ),
      );
    }
    this.owned.add(environment.status.onDidRead(condition => void this.onCondition(condition)));
  }

  /**
   * What an act on lanes was called with, by its name without `stateroom.`: a key means the row that has the keyboard, a work item
   * the lane for it.
   */
  given(args: readonly unknown[], act: string): readonly unknown[] {
    // Here one row is selected at most.
    if (Array.isArray(args[0])) return this.given(rowsOfKey(args[0], this.view.selection).slice(0, 1), act);
    if (!isShownNode(args[0])) return args;
    const { type, item, inputs } = args[0].row;
    const own = isRecord(inputs) ? inputs[act] : undefined;
    if (own !== undefined) return [own];
    if (type !== 'workItem' || !isRecord(item)) return makesLane.has(act) ? [] : args;
    return [{ lane: item.ref, ...(act === 'worker.spawn' ? { asksOwned: true } : {}) }];
  }

  /** Called before an operation that may take a lane's worktree away: the lane's terminal runs there. */
  async release(repository: Repository, lane: unknown): Promise<void> {
    if (typeof lane === 'string') await this.surface?.release(repository, lane);
  }

  /** How the person is asked for what an operation on a lane needs. */
  async flowOf(operation: AnyOperation): Promise<OperationFlow | undefined> {
    return isOfLanes(operation.name) ? (await this.open()).flowOf(operation) : undefined;
  }

  /** Outcome of an operation on a lane, in sentences. */
  async resultOf(operation: AnyOperation, output: Readonly<Record<string, unknown>>): Promise<LaneResult | undefined> {
    return isOfLanes(operation.name) ? (await this.open()).resultOf(operation, output) : undefined;
  }

  /** What waits for a person in the lanes of a repository. */
  async needs(repository: OpenRepository): Promise<readonly LaneNeedRow[]> {
    return (await repository.hasLanes()) ? (await this.open()).needs(repository) : [];
  }

  async snapshot(): Promise<LanesSnapshot> {
    return (await this.open()).snapshot();
  }

  dispose(): void {
    this.owned.dispose();
  }

  /** Rows of the view; none, and why, where its code cannot be read: it is tried again when someone looks the next time. */
  private async rows(node: LanesNode | undefined): Promise<LanesNode[]> {
    // Its code says so itself once it is there.
    if (this.surface === undefined) this.view.message = readingMessage();
    this.hasFailed = false;
    let surface: LaneSurface;
    try {
      surface = await this.open();
    } catch (error) {
      this.environment.log.error('The code for lanes could not be read.', error);
      const [cause = ''] = causeOf(error).split('\n');
      this.view.message = asMessage(
        l10n.t('Cannot show the lanes ({0}). Reopen this view or reload the window.', cause),
      );
      this.hasFailed = true;
      return [];
    }
    return (await surface.tree.getChildren(node)) ?? [];
  }

  private present(): LaneSurface {
    if (this.surface === undefined) throw new Error('The rows of lanes came before their code.');
    return this.surface;
  }

  private open(): Promise<LaneSurface> {
    // What failed once is not a reason to fail for as long as the window is open.
    this.opening ??= this.load().catch((error: unknown) => {
      this.opening = undefined;
      throw error;
    });
    return this.opening;
  }

  private async load(): Promise<LaneSurface> {
    const { openLaneSurface } = await import('./laneSurface.js');
    const surface = this.owned.add(openLaneSurface(this.environment, this.view));
    surface.tree.onDidChangeTreeData(nodes => this.treeChanged.fire(nodes as LanesNode[] | undefined));
    this.surface = surface;
    return surface;
  }

  /** Where there are lanes, their code is read also when no one looks: files are marked, and the badge tells. */
  private async onCondition({ repository, state }: RepositoryCondition): Promise<void> {
    const { clock, log } = this.environment;
    if (repository === undefined || state !== 'ready' || this.repaired.has(repository.id)) return;
    if (clock.now() < (this.repairedFrom.get(repository.id) ?? 0)) return;
    // Before anything is waited for: readings follow each other quickly.
    this.repaired.add(repository.id);
    let isOver = false;
    let hasFailed = false;
    try {
      if (await repository.hasLanes()) {
        await this.open();
        if (vscode.workspace.isTrusted) {
          isOver = await this.repair(repository);
          hasFailed = !isOver;
        }
      }
    } catch (error) {
      hasFailed = true;
      log.error(`The lanes of ${repository.name} could not be looked after.`, error);
    }
    // With a later reading, but not with each of them.
    if (hasFailed) this.repairedFrom.set(repository.id, clock.now() + betweenRepairs);
    if (!isOver) this.repaired.delete(repository.id);
  }

  /** Recovers what a dead process left half done; silent if there was nothing. False if it was refused. */
  private async repair(repository: OpenRepository): Promise<boolean> {
    const { log } = this.environment;
    const answer = await repository.invoke((await loadLaneOperations()).laneRepair, {});
    if (isRefusal(answer)) {
      log.warn(`The lanes of ${repository.name} were not repaired: ${say(answer.message)}`);
      return false;
    }
    for (const { lane, outcome, notes } of answer.settled) {
      if (outcome === 'running' || (outcome === 'finished' && notes.length === 0)) continue;
      const text = asMessage([repairSentence(lane, outcome), ...notes].join(' '));
      void (outcome === 'stuck' ? vscode.window.showWarningMessage(text) : vscode.window.showInformationMessage(text));
    }
    const fresh = answer.ignored.filter(({ isNew }) => isNew);
    if (fresh.length > 0) void vscode.window.showWarningMessage(asMessage(ignoredSentence(fresh)));
    return true;
  }
}

function ignoredSentence(files: readonly { readonly file: string; readonly reason: string }[]): string {
  const [first] = files;
  if (first === undefined || files.length > 1) {
    return l10n.t('Stateroom ignored {0} files in its store. Run “Check Store” to list them.', files.length);
  }
  const { file, reason } = first;
  return l10n.t('Stateroom ignored a file in its store: {0}. Reason: {1}. Nothing was changed.', file, reason);
}

function repairSentence(lane: string, outcome: 'undone' | 'finished' | 'stuck'): string {
  switch (outcome) {
    case 'undone':
      return l10n.t('An earlier change to lane {0} was interrupted. Stateroom undid it.', lane);
    case 'finished':
      return l10n.t('An earlier change to lane {0} was interrupted. Stateroom completed it.', lane);
    case 'stuck':
      return l10n.t(
        'An earlier change to lane {0} was interrupted, and Stateroom could not complete it. Run “Repair Lanes” to try again.',
        lane,
      );
  }
}
