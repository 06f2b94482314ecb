import * as vscode from 'vscode';
import type { OpenRepository } from '../../repository/openRepository.js';
import type { RowNode } from '../rowNodes.js';
import type { QueueRow } from './queueRows.js';

type QueueNode = RowNode<QueueRow>;

/** The editor’s type for rows of this view; it must contain the view’s id in lower case. */
const queueMime = 'application/vnd.code.tree.stateroom.queue';

interface Dragged {
  readonly repository: string;
  readonly ids: readonly string[];
}

/** Moves items within Ready: to the target's place or, on the heading, to the top. `ready`: shown ids, in order. */
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

/** A dragged item takes the place of its target: moving down it comes after that row, moving up before it. */
function placeOf({ row, id }: QueueNode, dragged: readonly string[], ready: readonly string[]): QueuePlace | undefined {
  if (row.type === 'section') {
    const first = ready.find(one => !dragged.includes(one));
    return row.section === 'ready' && first !== undefined ? { before: first } : undefined;
  }
  const [from, to] = [ready.indexOf(dragged[0] ?? ''), ready.indexOf(id)];
  if (to === -1 || dragged.includes(id)) return undefined;
  return from !== -1 && from < to ? { after: id } : { before: id };
}

/** Position in the queue, relative to a neighbor’s id. */
export type QueuePlace = { readonly before: string } | { readonly after: string };

export type QueueMover = (repository: OpenRepository, ids: readonly string[], place: QueuePlace) => Promise<unknown>;

/** Returns true for unclaimed work, which can be reordered. */
function isMovable({ row }: QueueNode): boolean {
  return row.type === 'workItem' && ['ready', 'blocked', 'scheduled'].includes(row.item.section);
}
