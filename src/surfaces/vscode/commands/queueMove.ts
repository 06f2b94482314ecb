import type { QueuePlace } from '../views/queue/queueDragAndDrop.js';

export type QueueDirection = 'up' | 'down' | 'top';

/** The moved items in order and their target; no target if they are already there. */
interface QueueMove<Item> {
  readonly moving: readonly Item[];
  readonly place: QueuePlace | undefined;
}

/** Finds the target in the shown rows, or in the whole order where a filter, paging or a hidden view omits rows. */
export async function findMove<Item extends { readonly id: string }>(
  direction: QueueDirection,
  ids: readonly string[],
  shown: { readonly items: readonly Item[]; readonly isWhole: boolean },
  readWhole: () => Promise<readonly Item[]>,
): Promise<QueueMove<Item>> {
  if (ids.every(id => shown.items.some(item => item.id === id))) {
    const move = moveAmong(direction, shown.items, ids);
    if (shown.isWhole || move.place !== undefined) return move;
  }
  return moveAmong(direction, await readWhole(), ids);
}

function moveAmong<Item extends { readonly id: string }>(
  direction: QueueDirection,
  order: readonly Item[],
  ids: readonly string[],
): QueueMove<Item> {
  const moving = order.filter(({ id }) => ids.includes(id));
  return { moving, place: placeFor(direction, order, moving) };
}

function placeFor<Item extends { readonly id: string }>(
  direction: QueueDirection,
  order: readonly Item[],
  moving: readonly Item[],
): QueuePlace | undefined {
  const first = moving[0];
  const last = moving.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const others = order.filter(item => !moving.includes(item));
  const before = order.slice(0, order.indexOf(first)).filter(item => others.includes(item));
  const after = order.slice(order.indexOf(last) + 1).filter(item => others.includes(item));
  const neighbour = direction === 'up' ? before.at(-1) : direction === 'top' ? others[0] : after[0];
  if (neighbour === undefined) return undefined;
  if (direction === 'top' && before.length === 0) return undefined;
  return direction === 'down' ? { after: neighbour.id } : { before: neighbour.id };
}
