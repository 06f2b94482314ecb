import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Finding } from '../../../domain/finding/finding.js';
import type { ChangedFile } from '../../../domain/lane/changedFile.js';
import type { Lane } from '../../../domain/lane/lane.js';
import { laneLabel } from '../../../domain/lane/laneTitle.js';
import type { CommandEnvironment } from '../commands/commandEnvironment.js';
import { askLane, readLanes } from '../commands/lanePicker.js';
import { standingOfEditor } from '../commands/standingOfCall.js';
import { isOfLane, openFindingsOf } from '../problems/laneFindings.js';
import type { OpenRepository } from '../repository/openRepository.js';
import { type Revision, revisionOf } from '../repository/revision.js';
import { asLabel } from '../support/plainText.js';
import { back } from '../support/prompt.js';
import { sayDone } from '../support/sayDone.js';
import { isIn, locateAt, sideOf } from './findingSide.js';
import { type ComparedLane, type LaneDiff, readCommitted, showFile } from './laneDiff.js';
import type { ReviewThreads } from './reviewThreads.js';

/** Max wait for a side of an opened diff to be visible, in ms. */
const openingTime = 2000;

/** Next (1) or previous (-1) comment. */
export type Step = 1 | -1;

/** Sort key, ascending: the file's place in the reading order, the line, and the number of the finding. */
type Order = readonly [file: number, line: number, finding: number];
const ofReview = Number.MAX_SAFE_INTEGER;

interface Stop {
  readonly finding: Finding;
  /** Undefined if no file of the diff has it any more: it concerns the review as a whole. */
  readonly file: ChangedFile | undefined;
  readonly side: Revision['side'];
  /** From 1; 0 above the file. */
  readonly line: number;
  readonly order: Order;
}

interface Walk extends ComparedLane {
  readonly repository: OpenRepository;
  readonly diff: LaneDiff;
  readonly paths: readonly string[];
  readonly stops: readonly Stop[];
}

/** The person's location in a lane; `line` counts from 1. */
interface Place {
  readonly path: string;
  readonly line: number;
}

export class UnresolvedComments {
  /** The last visited comment, and the cursor lines at that time by document URI. */
  private last:
    | { readonly lane: string; readonly stop: Stop; readonly cursors: ReadonlyMap<string, number> }
    | undefined;

  constructor(
    private readonly environment: CommandEnvironment,
    private readonly threads: ReviewThreads,
  ) {}

  /** Starts from the diff in the active editor; else in the lane selected, the only one in review, or chosen. */
  async go(step: Step, title: string): Promise<unknown> {
    const found = (await this.laneInEditor()) ?? (await this.laneElsewhere(title));
    if (found === undefined) return undefined;
    const walk = await readWalk(found.repository, found.lane);
    const { stops, lane } = walk;
    if (stops.length === 0) {
      sayDone(l10n.t('No unresolved comments in {0}.', laneLabel(lane)));
      return { finding: null };
    }
    const from = this.orderOf(walk, found.place, step);
    const ahead =
      step === 1
        ? stops.find(({ order }) => compare(order, from) > 0)
        : stops.findLast(({ order }) => compare(order, from) < 0);
    const stop = ahead ?? stops.at(step === 1 ? 0 : -1);
    if (stop === undefined) return undefined;
    this.last = { lane: lane.id, stop, cursors: await this.show(walk, stop) };
    this.threads.expand(stop.finding.id);
    const values = [stop.finding.ref, stops.indexOf(stop) + 1, stops.length] as const;
    const text =
      ahead !== undefined
        ? l10n.t('{0}: unresolved comment {1} of {2}', ...values)
        : step === 1
          ? l10n.t('{0}: unresolved comment {1} of {2}, from the beginning again', ...values)
          : l10n.t('{0}: unresolved comment {1} of {2}, from the end again', ...values);
    vscode.window.setStatusBarMessage(`$(comment-unresolved) ${asLabel(text)}`, 5000);
    const { file, side, line } = stop;
    return { finding: stop.finding.ref, ...(file && { path: file.path, side, line }) };
  }

  private async laneInEditor(): Promise<{ repository: OpenRepository; lane: Lane; place: Place } | undefined> {
    const { repositories } = this.environment;
    const editor = vscode.window.activeTextEditor;
    const at = standingOfEditor(repositories);
    const repository = repositories.all.find(({ id }) => id === at?.repository);
    if (editor === undefined || repository === undefined) return undefined;
    const { uri } = editor.document;
    const revision = revisionOf(uri);
    // Both sides are identified by the file's name in the lane.
    const path = revision?.side === 'base' ? revision.across.path : (revision ?? repository.fileOf(uri))?.path;
    const isIt = (one: Lane): boolean =>
      revision === undefined ? one.worktreePath === at?.top : one.lane === revision.lane;
    const lane = (await readLanes(repository, false)).find(isIt);
    if (lane === undefined || path === undefined) return undefined;
    return { repository, lane, place: { path, line: editor.selection.active.line + 1 } };
  }

  private async laneElsewhere(
    title: string,
  ): Promise<{ repository: OpenRepository; lane: Lane; place?: undefined } | undefined> {
    const repository = this.environment.repositories.active;
    if (repository === undefined) return undefined;
    const lanes = await readLanes(repository, false);
    // The page of a finding is not a text editor.
    const isOnPage = vscode.window.activeTextEditor === undefined && this.last?.stop.file === undefined;
    const [node] = this.environment.lanesView.selection;
    const selected =
      node?.row.type === 'lane' ? node.row.lane.lane : node?.row.type === 'lanePart' && node.row.input?.lane;
    const inReview = lanes.filter(({ state }) => state === 'IN_REVIEW');
    const known =
      (isOnPage ? lanes.find(({ id }) => id === this.last?.lane) : undefined) ??
      lanes.find(({ lane }) => lane === selected) ??
      (inReview.length === 1 ? inReview[0] : undefined);
    if (known !== undefined) return { repository, lane: known };
    const chosen = await askLane(repository, { title, placeholder: l10n.t('Select a lane') });
    return chosen === undefined || chosen === back ? undefined : { repository, lane: chosen };
  }

  /** Returns the start of the step: the last visited comment while the cursor is still there, else the cursor. */
  private orderOf({ lane, paths }: Walk, place: Place | undefined, step: Step): Order {
    const { last } = this;
    const editor = vscode.window.activeTextEditor;
    const isThere =
      editor === undefined || last?.cursors.get(editor.document.uri.toString()) === editor.selection.active.line;
    if (last?.lane === lane.id && isThere) {
      const { file, order } = last.stop;
      return [file === undefined ? ofReview : paths.indexOf(file.path), order[1], order[2]];
    }
    if (place === undefined) return [step === 1 ? -1 : Number.POSITIVE_INFINITY, 0, 0];
    const file = paths.indexOf(place.path);
    // The cursor starts on line 1, so comments above the file and on its first line must come after that start.
    if (step === 1) return [file, place.line === 1 ? -1 : place.line, Number.POSITIVE_INFINITY];
    return [file, place.line, Number.NEGATIVE_INFINITY];
  }

  /** Opens the thread's location; returns the cursor lines then. */
  private async show(walk: Walk, { finding, file, side, line }: Stop): Promise<ReadonlyMap<string, number>> {
    if (file === undefined) {
      await this.environment.pages.show(walk.repository, finding.ref);
      return new Map();
    }
    return showPlace(walk, file, { side, line });
  }
}

/** Shows an open finding of another worktree's lane in its diff; false for others, or if no file of the diff has it. */
export async function showInDiff(repository: OpenRepository, finding: Finding, top: string): Promise<boolean> {
  const lane = (await readLanes(repository, false)).find(one => isOfLane(finding, one));
  if (finding.status !== 'open' || lane === undefined || lane.worktreePath === top) return false;
  const walk = await readWalk(repository, lane);
  const stop = walk.stops.find(one => one.finding.id === finding.id);
  if (stop?.file === undefined) return false;
  await showPlace(walk, stop.file, stop);
  return true;
}

/** Opens the diff of a file with the cursor on a line of one side; returns the cursor lines by document URI. */
async function showPlace(
  walk: Walk,
  file: ChangedFile,
  { side, line }: Pick<Stop, 'side' | 'line'>,
): Promise<ReadonlyMap<string, number>> {
  const at = new vscode.Range(Math.max(line - 1, 0), 0, Math.max(line - 1, 0), 0);
  const { original, modified } = await showFile(walk, walk.diff, file, at);
  if (side === 'head') return new Map([[modified.toString(), at.start.line]]);
  await vscode.commands.executeCommand('workbench.action.compareEditor.focusSecondarySide');
  const editor = await shownEditor(original);
  if (editor !== undefined) {
    editor.selection = new vscode.Selection(at.start, at.end);
    editor.revealRange(at, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }
  // With the keyboard focus in a comment box, the editor treats the right side as the active one.
  const right = editorOf(modified)?.selection.active.line;
  return new Map([
    [original.toString(), at.start.line],
    ...(right === undefined ? [] : [[modified.toString(), right] as const]),
  ]);
}

async function readWalk(repository: OpenRepository, lane: Lane): Promise<Walk> {
  const diff = await readCommitted({ repository, lane });
  const findings = await openFindingsOf(repository, lane);
  const ids = findings.map(({ id }) => id);
  const onHead = await locateAt(repository, lane.worktreePath, ids, diff.head);
  const onBase = await locateAt(repository, lane.worktreePath, ids, diff.from);
  const placed = findings.map(finding => {
    const isIt = (one: { readonly finding: Finding }): boolean => one.finding.id === finding.id;
    const head = onHead.find(isIt)?.place;
    const base = onBase.find(isIt)?.place;
    const file =
      diff.files.find(({ path }) => path === head?.path) ??
      diff.files.find(({ path, oldPath }) => (oldPath ?? path) === base?.path) ??
      (head?.outdated === false ? unchanged(head.path) : undefined);
    if (file === undefined) return { finding, file, side: 'head' as const, line: 0 };
    const { path, oldPath = path, kind } = file;
    const isOnHead = isIn(onHead, finding.id, path);
    const side = sideOf(isOnHead, isIn(onBase, finding.id, oldPath), kind === 'delete' ? '' : diff.head);
    const lines = side === 'base' ? base?.lines : isOnHead ? head?.lines : undefined;
    return { finding, file, side, line: lines?.start ?? 0 };
  });
  const others = placed.flatMap(({ file }) => (file === undefined || diff.files.includes(file) ? [] : file.path));
  const paths = [...diff.files.map(({ path }) => path), ...[...new Set(others)].sort()];
  const stops = placed.map((stop): Stop => {
    const file = stop.file === undefined ? ofReview : paths.indexOf(stop.file.path);
    return { ...stop, order: [file, stop.line, Number(stop.finding.ref.slice(2))] };
  });
  return { repository, lane, diff, paths, stops: stops.sort((a, b) => compare(a.order, b.order)) };
}

/** Returns a file that the lane does not change: both sides are identical. */
function unchanged(path: string): ChangedFile {
  return { path, kind: 'edit', group: 'other', blob: null };
}

function compare(left: Order, right: Order): number {
  return Math.sign(left[0] - right[0]) || Math.sign(left[1] - right[1]) || Math.sign(left[2] - right[2]);
}

function editorOf(uri: vscode.Uri): vscode.TextEditor | undefined {
  return vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
}

/** Resolves with a document's editor once it is visible; undefined if it is not within `openingTime`. */
async function shownEditor(uri: vscode.Uri): Promise<vscode.TextEditor | undefined> {
  if (editorOf(uri) !== undefined) return editorOf(uri);
  return new Promise(resolve => {
    const end = (): void => {
      clearTimeout(timer);
      listener.dispose();
      resolve(editorOf(uri));
    };
    const timer = setTimeout(end, openingTime);
    const listener = vscode.window.onDidChangeVisibleTextEditors(() => {
      if (editorOf(uri) !== undefined) end();
    });
  });
}
