import { type Refusal, refuse } from '../../domain/refusal/refusal.js';
import type { Thread } from '../../domain/thread/thread.js';
import { nameOf } from '../../domain/workItem/nameOf.js';
import { newWorkItem } from '../../domain/workItem/newWorkItem.js';
import { titleSchema, workItemLimits } from '../../domain/workItem/workItem.js';
import { message } from '../../messages/message.js';
import type { Transaction } from '../../store/store.js';
import type { Act } from '../act.js';
import type { Context } from '../context.js';
import { createdEvent } from '../workItem/addRequest.js';
import { readThread } from '../workItem/threadAccess.js';

/** Title of the item for work without one: the text's first line. */
export function titleOfWork(text: string): string {
  const [line = ''] = text.trim().split('\n');
  return titleSchema.parse(line.slice(0, workItemLimits.title));
}

/** Refuses work without an item if an open item has its title. `next` starts that one. */
export async function twinRefusal(
  transaction: Transaction,
  title: string,
  next: { readonly operation: string; readonly field: string },
): Promise<Refusal | undefined> {
  const twin = await transaction.workItems.openTitled(title);
  if (twin === undefined) return undefined;
  const ref = `W-${twin.number}`;
  return refuse('conflict', message('threads.sameTitle', { item: nameOf(twin) }), {
    hint: 'threads.sameTitleHint',
    next: [{ operation: next.operation, input: { [next.field]: ref } }],
    details: { workItem: ref, status: twin.status, owner: twin.owner },
  });
}

/** Adds the item of a lane or task without one, at its start time: events are read in order of time. */
export async function addItemOfWork(
  { actor, ids }: Pick<Context, 'actor' | 'ids'>,
  { transaction, now }: Pick<Act, 'transaction' | 'now'>,
  title: string,
): Promise<Thread> {
  const number = await transaction.workItems.takeNumbers(1);
  const made = newWorkItem({ title }, { id: ids.ulid(now), number, now, actor, openDependencies: 0 });
  await transaction.workItems.insert([made]);
  await transaction.events.append([createdEvent(actor, made)]);
  const row = await transaction.workItems.find({ by: 'ulid', ulid: made.id });
  if (row === undefined) throw new Error('The new work item was not found.');
  return readThread(transaction, row);
}
