import type { QueueNode, WorkItemNode } from '../views/queue/queueNode.js';

/** What a command was called with: the work items it is for, and input that is known already. */
export interface CommandCall {
  /** ULIDs, `W-12` or callers' ids, in the order of the rows. */
  readonly ids: readonly string[];
  /** Fields of the operation's input, `id` included where it was given. */
  readonly input: Readonly<Record<string, unknown>>;
}

/**
 * Reads the arguments of a command. The Queue view gives the row and all selected rows; a keybinding gives
 * `{ fromSelection: true }`; links, chat and other extensions give the operation's input, or just an id.
 */
export function readCall(args: readonly unknown[], selection: () => readonly WorkItemNode[]): CommandCall {
  const [first, second] = args;
  if (typeof first === 'string') return { ids: [first], input: {} };
  if (isWorkItemNode(first)) {
    const selected = Array.isArray(second) ? second.filter(isWorkItemNode) : [];
    const nodes = selected.includes(first) ? selected : [first];
    return { ids: nodes.map(node => node.id), input: {} };
  }
  if (!isRecord(first) || isQueueNode(first)) return { ids: [], input: {} };
  if (first.fromSelection === true) return { ids: selection().map(node => node.id), input: {} };
  return { ids: typeof first.id === 'string' ? [first.id] : [], input: first };
}

function isWorkItemNode(value: unknown): value is WorkItemNode {
  return isRecord(value) && value.type === 'workItem' && typeof value.id === 'string' && isRecord(value.row);
}

function isQueueNode(value: Record<string, unknown>): value is Record<string, unknown> & QueueNode {
  return value.type === 'section' || value.type === 'more' || value.type === 'notice';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
