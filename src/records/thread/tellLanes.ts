import { formatRef } from '../../domain/identifier/identifier.js';
import { holdersOf } from '../../domain/thread/thread.js';
import { type Message, message } from '../../messages/message.js';
import { say } from '../../messages/say.js';
import type { Transaction } from '../../store/store.js';
import type { Context } from '../context.js';
import { writeToLane } from '../message/writeMessage.js';
import { threadOf } from '../workItem/threadAccess.js';

export async function tellLanes(
  context: Context,
  transaction: Transaction,
  itemId: string,
  text: Message,
): Promise<void> {
  const thread = await threadOf(transaction, itemId);
  if (thread === undefined) return;
  const sentence = say(text);
  for (const { lane } of holdersOf(thread).lanes) {
    const content = { text: sentence, data: null, brief: null };
    await writeToLane(context, transaction, lane, { kind: 'note', subject: sentence.slice(0, 200), content });
  }
}

/** Notifies lanes that work on dependents of an item that it was reopened. */
export async function tellDependents(
  context: Context,
  transaction: Transaction,
  item: { readonly id: string; readonly number: number },
): Promise<void> {
  const itemRef = formatRef('workItem', item.number);
  for (const { id, number, status } of await transaction.dependencies.dependentsOf(item.id)) {
    if (status === 'pending') continue;
    const dependent = formatRef('workItem', number);
    await tellLanes(context, transaction, id, message('threads.reopenedBelow', { item: itemRef, dependent }));
  }
}
