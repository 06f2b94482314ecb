import type * as vscode from 'vscode';
import { laneOperationName } from '../../../operations/loadLaneCatalogue.js';
import { findingOfThread } from '../problems/threadOf.js';
import { type Revision, revisionOf, standingOfRevision } from '../repository/revision.js';
import { isRecord, isShownNode, type ShownNode } from '../views/shownNode.js';

/** Parsed arguments of a command: work items or findings, and known input. */
export interface CommandCall {
  /** ULIDs, `W-12`, `F-3` or callers' ids, in the order of the rows. */
  readonly ids: readonly string[];
  /** Fields of the operation's input, including a given `id`. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly isOfWorkItem?: boolean;
  /** True if the input is from a row of a view, which does not fit every operation. */
  readonly isFromRow?: boolean;
}

/** Parses rows, a thread, a key's rows, an input, `{ fromSelection: true }` or an id; ignores an editor menu's URI. */
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

/** Rows that a key applies to: all selected ones if the focused row is among them, else that row, if any. */
export function rowsOfKey(brought: readonly unknown[], selected: readonly unknown[]): readonly unknown[] {
  const [focused] = brought;
  if (focused === undefined || focused === null) return [];
  // An editor that does not support the argument passes it unresolved in place of the row.
  const isUnknown = isRecord(focused) && focused.$focusedTreeItem === true;
  return isUnknown || selected.includes(focused) ? selected : [focused];
}

/** Acts on the commit that is shown. */
const judging: ReadonlySet<string> = new Set([
  laneOperationName('laneMarkReviewed'),
  laneOperationName('workerApprove'),
  laneOperationName('workerRequestChanges'),
]);
const spawn = laneOperationName('workerSpawn');
/** Acts that create a lane. Called from the title bar, they ignore the focused row, which is of another lane. */
const makesLane: ReadonlySet<string> = new Set([spawn, laneOperationName('laneAdopt')]);

/** Resolves an act's arguments: a key becomes the focused lane row, a work item or a lane's diff its lane. */
export function laneArguments(
  args: readonly unknown[],
  act: string,
  selection: readonly unknown[],
): readonly unknown[] {
  const revision = isRecord(args[0]) && isUri(args[0]) ? revisionOf(args[0]) : undefined;
  if (revision !== undefined) return [inputOfRevision(revision, act), standingOfRevision(revision)];
  // At most one row can be selected in that view.
  if (Array.isArray(args[0])) return laneArguments(rowsOfKey(args[0], selection).slice(0, 1), act, selection);
  if (!isShownNode(args[0])) return args;
  const { type, item, inputs } = args[0].row;
  const own = isRecord(inputs) ? inputs[act] : undefined;
  const asked = act === spawn ? { asksOwned: true } : {};
  if (isRecord(own)) return [{ ...own, ...asked }];
  if (type !== 'workItem' || !isRecord(item)) return makesLane.has(act) ? [] : args;
  return [{ lane: item.ref, ...asked }];
}

/** Returns the input of a button in a lane's diff. Verdicts apply to the commit that is shown. */
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

function isRecordNode({ row }: ShownNode): boolean {
  return row.type === 'workItem' || row.type === 'finding';
}

/** Editor menus pass the URI of the open file, whose `path` is no field of an input. */
function isUri(value: object): value is vscode.Uri {
  const { scheme, fsPath } = value as Partial<vscode.Uri>;
  return typeof scheme === 'string' && typeof fsPath === 'string';
}
