import { refusalError } from '../../domain/refusal/refusal.js';
import { nameOf } from '../../domain/workItem/nameOf.js';
import type { QueuePlace } from '../../domain/workItem/queueOrder.js';
import { planRank, rankAtBottom, rankAtTop } from '../../domain/workItem/rank.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import { isTerminal } from '../../domain/workItem/workItemStatus.js';
import { message } from '../../messages/message.js';
import { findWorkItem } from '../../records/workItem/workItemAccess.js';
import type { Transaction } from '../../store/store.js';

/** At most one of before, after and position. */
export interface MoveRequest {
  readonly priority?: number | undefined;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly position?: 'top' | 'bottom' | undefined;
}

export interface Move {
  readonly priority: number;
  readonly rank: number;
  readonly respaced: readonly { readonly number: number; readonly rank: number }[];
}

/** Computes priority and rank. An item already in place stays unchanged. */
export async function planMove(transaction: Transaction, row: WorkItemRow, request: MoveRequest): Promise<Move> {
  const anchorText = request.before ?? request.after;
  if (anchorText !== undefined) {
    const anchor = await findAnchor(transaction, row, anchorText, request.priority);
    const places = await transaction.workItems.openPlaces(anchor.priority);
    return beside(row, places, anchor, request.before === undefined ? 'after' : 'before');
  }
  const priority = request.priority ?? row.priority;
  if (request.position === undefined) {
    if (request.priority === undefined) {
      throw refusalError('invalid_input', 'input.nothingToChange', { hint: 'queue.moveHint' });
    }
    return { priority, rank: priority === row.priority ? row.rank : 0, respaced: [] };
  }
  const places = await transaction.workItems.openPlaces(priority);
  const others = places.filter(place => place.number !== row.number);
  const isThere = places.at(request.position === 'top' ? 0 : -1)?.number === row.number;
  if (isThere) return stay(row);
  const rank = request.position === 'top' ? rankAtTop(others[0]?.rank) : rankAtBottom(others.at(-1)?.rank);
  return { priority, rank, respaced: [] };
}

function stay(row: WorkItemRow): Move {
  return { priority: row.priority, rank: row.rank, respaced: [] };
}

async function findAnchor(
  transaction: Transaction,
  row: WorkItemRow,
  text: string,
  priority: number | undefined,
): Promise<WorkItemRow> {
  const anchor = await findWorkItem(transaction, text);
  if (anchor.id === row.id) {
    throw refusalError('invalid_input', message('queue.besideItself', { item: nameOf(row) }), {
      hint: 'queue.dependsOnItselfHint',
    });
  }
  if (isTerminal(anchor.status)) {
    throw refusalError(
      'transition_not_allowed',
      message('queue.noPlace', { item: nameOf(anchor), status: message(`state.${anchor.status}`) }),
      { hint: 'queue.noPlaceHint' },
    );
  }
  if (priority !== undefined && priority !== anchor.priority) {
    throw refusalError(
      'invalid_input',
      message('queue.otherPriority', { item: nameOf(anchor), priority: anchor.priority, wanted: priority }),
      { hint: 'queue.otherPriorityHint' },
    );
  }
  return anchor;
}

function beside(row: WorkItemRow, places: readonly QueuePlace[], anchor: WorkItemRow, side: 'before' | 'after'): Move {
  const self = places.findIndex(place => place.number === row.number);
  const anchorAt = places.findIndex(place => place.number === anchor.number);
  if (self !== -1 && self === anchorAt + (side === 'before' ? -1 : 1)) return stay(row);

  const others = places.filter(place => place.number !== row.number);
  const index = others.findIndex(place => place.number === anchor.number) + (side === 'before' ? 0 : 1);
  const next = others[index];
  const { priority } = anchor;
  if (next === undefined) return { priority, rank: rankAtBottom(others.at(-1)?.rank), respaced: [] };
  const before = others.slice(0, index);
  const plan = planRank(
    before.map(place => place.rank),
    next.rank,
  );
  const respaced = plan.respaced.map(({ index: at, rank }) => ({ number: (before[at] as QueuePlace).number, rank }));
  return { priority, rank: plan.rank, respaced };
}
