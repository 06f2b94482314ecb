import * as vscode from 'vscode';
import type { OpenRepository } from '../../repository/openRepository.js';
import type { RowNode } from '../rowNodes.js';
import type { QueueRow } from './queueRows.js';

type QueueNode = RowNode<QueueRow>;

/** The editor’s own type for rows of this view; it must be the view’s id in lower case. */
const queueMime = 'application/vnd.code.tree.stateroom.queue';

interface Dragged {
  readonly repository: string;
  readonly ids: readonly string[];
}

/**
 * Moves work items within Ready: onto a row takes its place, onto the heading comes first.
 *
 * @param ready the ids of the work items that are shown as ready, in their order
 */
export function queueDragAndDrop(
  ready: () => readonly string[],
  shown: () => OpenRepository | undefined,
  move: QueueMover,
): vscode.TreeDragAndDropController<QueueNode> {
  return {
    dragMimeTypes: [queueMime],
    dropMimeTypes: [queueMime],
    handleDrag(nodes, transfer) {
      const repository = shown();
      const ids = nodes.filter(isMovable).map(({ id }) => id);
      if (repository === undefined || ids.length === 0) return;
      const dragged: Dragged = { repository: repository.id, ids };
      transfer.set(queueMime, new vscode.DataTransferItem(dragged));
    },
    async handleDrop(target, transfer) {
      const dragged = transfer.get(queueMime)?.value as Dragged | undefined;
      const repository = shown();
      if (dragged === undefined || target === undefined || dragged.repository !== repository?.id) return;
      const place = placeOf(target, dragged.ids, ready());
      if (place !== undefined) await move(repository, dragged.ids, place);
    },
  };
}

/** Downwards an item comes after the row it is dropped on, upwards before it: it takes that row’s place. */
function placeOf({ row, id }: QueueNode, dragged: readonly string[], ready: readonly string[]): QueuePlace | undefined {
  if (row.type === 'section') {
    const first = ready.find(one => !dragged.includes(one));
    return row.section === 'ready' && first !== undefined ? { before: first } : undefined;
  }
  const [from, to] = [ready.indexOf(dragged[0] ?? ''), ready.indexOf(id)];
  if (to === -1 || dragged.includes(id)) return undefined;
  return from !== -1 && from < to ? { after: id } : { before: id };
}

/** A place in the queue, named by a neighbour’s id. */
export type QueuePlace = { readonly before: string } | { readonly after: string };

/** Moves work items, by their ids, to a place. */
export type QueueMover = (repository: OpenRepository, ids: readonly string[], place: QueuePlace) => Promise<unknown>;

/** Work that may still be claimed can be put in another place. */
function isMovable({ row }: QueueNode): boolean {
  return row.type === 'workItem' && ['ready', 'blocked', 'scheduled'].includes(row.item.section);
}
