import type * as vscode from 'vscode';
import { laneOperationName } from '../../../operations/loadLaneCatalogue.js';
import { findingOfThread } from '../problems/threadOf.js';
import { type Revision, revisionOf, standingOfRevision } from '../repository/revision.js';
import { isRecord, isShownNode, type ShownNode } from '../views/shownNode.js';

/** What a command was called with: the work items or findings it is for, and input that is known already. */
export interface CommandCall {
  /** ULIDs, `W-12`, `F-3` or callers' ids, in the order of the rows. */
  readonly ids: readonly string[];
  /** Fields of the operation's input, `id` included where it was given. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The ids are those of rows of work items. */
  readonly isOfWorkItem?: boolean;
  /** The input is what a row of a view knows, for whatever is done with it. */
  readonly isFromRow?: boolean;
}

/**
 * Reads the arguments of a command. A view gives the row and all selected rows; a comment its thread; a key what `rowsOfKey`
 * reads; links, chat and other extensions give the operation's input, `{ fromSelection: true }`, or just an id. The address
 * that a menu of the editor gives is neither.
 */
export function readCall(args: readonly unknown[], selection: () => readonly unknown[]): CommandCall {
  const [first, second] = args;
  if (typeof first === 'string') return { ids: [first], input: {} };
  if (isShownNode(first)) {
    const selected: readonly unknown[] = Array.isArray(second) ? second : [];
    if (isRecordNode(first)) {
      const ids = idsOf(selected.includes(first) ? selected : [first]);
      return { ids, input: {}, ...(first.row.type === 'workItem' ? { isOfWorkItem: true } : {}) };
    }
    const { input } = first.row;
    return isRecord(input) ? { ids: [], input, isFromRow: true } : { ids: [], input: {} };
  }
  if (Array.isArray(first)) return { ids: idsOf(rowsOfKey(first, selection())), input: {} };
  const ofThread = findingOfThread(first);
  if (ofThread !== undefined) return { ids: [ofThread], input: {} };
  if (!isRecord(first) || isUri(first)) return { ids: [], input: {} };
  if (first.fromSelection === true) return { ids: idsOf(selection()), input: {} };
  if (Array.isArray(first.ids)) return { ids: first.ids.filter(id => typeof id === 'string'), input: first };
  return { ids: typeof first.id === 'string' ? [first.id] : [], input: first };
}

/**
 * The rows that a key is for (see `rowKey` of the manifest): all that are selected, headings included, where the row with the
 * keyboard is one of them; else that row alone; none where no row has the keyboard.
 */
export function rowsOfKey(brought: readonly unknown[], selected: readonly unknown[]): readonly unknown[] {
  const [focused] = brought;
  if (focused === undefined || focused === null) return [];
  // An editor that does not know what it was asked for leaves the question in the row's place.
  const isUnknown = isRecord(focused) && focused.$focusedTreeItem === true;
  return isUnknown || selected.includes(focused) ? selected : [focused];
}

/** Acts that are about the commit that is shown. */
const judging: ReadonlySet<string> = new Set([
  laneOperationName('laneMarkReviewed'),
  laneOperationName('workerApprove'),
  laneOperationName('workerRequestChanges'),
]);
const spawn = laneOperationName('workerSpawn');
/** Acts that make a lane: a row of another one, which has the keyboard when they are called from the title bar, says nothing. */
const makesLane: ReadonlySet<string> = new Set([spawn, laneOperationName('laneAdopt')]);

/**
 * What an act on lanes was called with, by its name without `stateroom.`: a key means the row of the Lanes view that has the
 * keyboard, a work item the lane for it, a lane's diff its lane.
 */
export function laneArguments(
  args: readonly unknown[],
  act: string,
  selection: readonly unknown[],
): readonly unknown[] {
  const revision = isRecord(args[0]) && isUri(args[0]) ? revisionOf(args[0]) : undefined;
  if (revision !== undefined) return [inputOfRevision(revision, act), standingOfRevision(revision)];
  // In that view one row is selected at most.
  if (Array.isArray(args[0])) return laneArguments(rowsOfKey(args[0], selection).slice(0, 1), act, selection);
  if (!isShownNode(args[0])) return args;
  const { type, item, inputs } = args[0].row;
  const own = isRecord(inputs) ? inputs[act] : undefined;
  const asked = act === spawn ? { asksOwned: true } : {};
  if (isRecord(own)) return [{ ...own, ...asked }];
  if (type !== 'workItem' || !isRecord(item)) return makesLane.has(act) ? [] : args;
  return [{ lane: item.ref, ...asked }];
}

/** What a button of a lane's diff acts on. What is judged there is the commit that is shown. */
function inputOfRevision({ lane, side, path, commit, across, part }: Revision, act: string): Record<string, unknown> {
  const head = side === 'head' ? { path, commit } : across;
  if (judging.has(act)) return { lane, ...(head.commit === '' || part ? {} : { commit: head.commit }) };
  return act.startsWith('lane.') ? { lane, path: head.path } : { lane };
}

function idsOf(nodes: readonly unknown[]): string[] {
  return nodes
    .filter(isShownNode)
    .filter(isRecordNode)
    .map(node => node.id);
}

/** Rows of work items and findings stand for these; others bring the input of what their menus offer, if anything. */
function isRecordNode({ row }: ShownNode): boolean {
  return row.type === 'workItem' || row.type === 'finding';
}

/** What menus of the editor bring is the file that is open: its `path` is no field of an input. */
function isUri(value: object): value is vscode.Uri {
  const { scheme, fsPath } = value as Partial<vscode.Uri>;
  return typeof scheme === 'string' && typeof fsPath === 'string';
}
