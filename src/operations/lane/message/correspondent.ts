import { parseIdentifier } from '../../../domain/identifier/identifier.js';
import type { LaneRow } from '../../../domain/lane/laneRow.js';
import { openStatuses } from '../../../domain/lane/laneStatus.js';
import { anyPerson, everybody } from '../../../domain/message/messageRow.js';
import { RefusalError, refusalError } from '../../../domain/refusal/refusal.js';
import { listLanes } from '../../../domain/refusal/steps.js';
import { message } from '../../../messages/message.js';
import type { Context } from '../../../records/context.js';
import { findLane, laneCalled } from '../../../records/lane/laneAccess.js';
import { ownLane } from '../../../records/worker/workerAccess.js';
import type { Transaction } from '../../../store/store.js';

/** An agent in a lane's worktree is that lane; everyone else uses their own name. */
export interface Correspondent {
  readonly name: string;
  readonly laneId: string | null;
}

/** Resolves the caller as sender or reader. Reads files: call it before a transaction. */
export async function correspondentOf(context: Context): Promise<Correspondent> {
  const { actor, store, workTree } = context;
  const self = { name: actor.name, laneId: null };
  if (actor.role !== 'agent' || workTree === undefined) return self;
  try {
    const laneId = await ownLane(context, undefined);
    const [lane] = await store.read(transaction => transaction.lanes.ofIds([laneId]));
    return lane === undefined ? self : { name: lane.name, laneId };
  } catch (error) {
    if (error instanceof RefusalError) return self;
    throw error;
  }
}

/** Name of the recipient: a lane's, also by number, else the text itself. */
export async function readerNamed(transaction: Transaction, text: string): Promise<string> {
  const lane = await laneNamed(transaction, text);
  return lane?.name ?? text;
}

/** Refuses an ended lane, where nobody reads messages. */
export async function recipientNamed(transaction: Transaction, text: string): Promise<string> {
  if (text === everybody || text === anyPerson) return text;
  const lane = await laneNamed(transaction, text);
  if (lane === undefined || openStatuses.includes(lane.status)) return lane?.name ?? text;
  throw refusalError(
    'transition_not_allowed',
    message('messages.nobodyReads', { lane: laneCalled(lane), status: message(`state.${lane.status}`) }),
    { next: [listLanes] },
  );
}

/** A lane's number or ULID must exist; any other text names an actor. */
async function laneNamed(transaction: Transaction, text: string): Promise<LaneRow | undefined> {
  const isNumbered = /^L-?\d+$/i.test(text) || parseIdentifier('lane', text).by === 'ulid';
  return isNumbered ? findLane(transaction, text) : transaction.lanes.find({ by: 'key', key: text });
}
