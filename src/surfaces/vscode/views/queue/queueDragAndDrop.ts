import * as vscode from 'vscode';
import type { OpenRepository } from '../../repository/openRepository.js';
import type { QueueModel } from './queueModel.js';
import type { QueueNode, WorkItemNode } from './queueNode.js';

/** The editor’s own type for rows of this view; it must be the view’s id in lower case. */
const queueMime = 'application/vnd.code.tree.stateroom.queue';

interface Dragged {
  readonly repository: string;
  readonly ids: readonly string[];
}

/** Moves work items within Ready: onto a row takes its place, onto the heading comes first. */
export class QueueDragAndDrop implements vscode.TreeDragAndDropController<QueueNode> {
  readonly dragMimeTypes = [queueMime];
  readonly dropMimeTypes = [queueMime];
  private readonly model: QueueModel;
  private readonly repository: () => OpenRepository | undefined;
  private readonly move: QueueMover;

  constructor(model: QueueModel, repository: () => OpenRepository | undefined, move: QueueMover) {
    this.model = model;
    this.repository = repository;
    this.move = move;
  }

  handleDrag(nodes: readonly QueueNode[], transfer: vscode.DataTransfer): void {
    const repository = this.repository();
    const ids = nodes
      .filter(node => node.type === 'workItem' && isMovable(node))
      .map(node => (node as WorkItemNode).id);
    if (repository === undefined || ids.length === 0) return;
    const dragged: Dragged = { repository: repository.id, ids };
    transfer.set(queueMime, new vscode.DataTransferItem(dragged));
  }

  async handleDrop(target: QueueNode | undefined, transfer: vscode.DataTransfer): Promise<void> {
    const dragged = transfer.get(queueMime)?.value as Dragged | undefined;
    const repository = this.repository();
    if (
      dragged === undefined ||
      target === undefined ||
      repository === undefined ||
      dragged.repository !== repository.id
    )
      return;
    const place = this.placeOf(target, dragged.ids);
    if (place === undefined) return;
    await this.move(repository, dragged.ids, place);
  }

  /** Downwards an item comes after the row it is dropped on, upwards before it: it takes that row’s place. */
  private placeOf(target: QueueNode, dragged: readonly string[]): QueuePlace | undefined {
    const ready = this.model.section('ready').children.filter(child => child.type === 'workItem');
    if (target.type === 'section') {
      const first = ready.find(node => !dragged.includes(node.id));
      return target.section === 'ready' && first !== undefined ? { before: first.id } : undefined;
    }
    if (target.type !== 'workItem' || target.parent.section !== 'ready' || dragged.includes(target.id))
      return undefined;
    const from = ready.findIndex(node => node.id === dragged[0]);
    const to = ready.findIndex(node => node.id === target.id);
    return from !== -1 && from < to ? { after: target.id } : { before: target.id };
  }
}

/** A place in the queue, named by a neighbour’s id. */
export type QueuePlace = { readonly before: string } | { readonly after: string };

/** Moves work items, by their ids, to a place. */
export type QueueMover = (repository: OpenRepository, ids: readonly string[], place: QueuePlace) => Promise<unknown>;

/** Work that may still be claimed can be put in another place. */
function isMovable(node: WorkItemNode): boolean {
  return node.item.section === 'ready' || node.item.section === 'blocked' || node.item.section === 'scheduled';
}
