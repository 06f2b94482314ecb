import { formatRef } from '../../domain/identifier/identifier.js';
import { type Refusal, refuse } from '../../domain/refusal/refusal.js';
import type { Thread } from '../../domain/thread/thread.js';
import { checkStart } from '../../domain/workItem/claimRule.js';
import { nameOf } from '../../domain/workItem/nameOf.js';
import { newWorkItem } from '../../domain/workItem/newWorkItem.js';
import { titleSchema, workItemLimits } from '../../domain/workItem/workItem.js';
import type { WorkItemRow } from '../../domain/workItem/workItemRow.js';
import { isTerminal } from '../../domain/workItem/workItemStatus.js';
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

/** Free words for work without an item, and how it would begin. */
interface FreeWork {
  readonly title: string;
  /** Name of its lane: `w7-show-rates` means W-7. */
  readonly name?: string;
  /** True to start it beside an open item of the same title. */
  readonly another: boolean;
  /** True for work that waits for other lanes. */
  readonly isPlanned?: boolean;
}

/**
 * Refuses work without an item if its words mean an open item, which `next` starts: agents also what waits for other items or a time,
 * with the reason.
 */
export async function twinRefusal(
  { actor, clock }: Pick<Context, 'actor' | 'clock'>,
  transaction: Transaction,
  work: FreeWork,
  next: { readonly operation: string; readonly field: string },
): Promise<Refusal | undefined> {
  const titled = await transaction.workItems.openTitled(work.title);
  const twin = titled ?? (await itemMeant(transaction, work));
  if (twin === undefined) return undefined;
  if (actor.role !== 'human' && work.isPlanned !== true && twin.status === 'pending') {
    const waits = checkStart(twin, (await readThread(transaction, twin)).dependencies, clock.now());
    if (waits !== undefined) return waits;
  }
  if (work.another) return undefined;
  const ref = formatRef('workItem', twin.number);
  return refuse('conflict', message(titled ? 'threads.sameTitle' : 'threads.sameItem', { item: nameOf(twin) }), {
    hint: 'threads.sameTitleHint',
    next: [{ operation: next.operation, input: { [next.field]: ref } }],
    details: { workItem: ref, status: twin.status, owner: twin.owner },
  });
}

/** Open item that is named as `W-7: …`, `… (W-7)`, or by a lane's name. */
async function itemMeant({ workItems }: Transaction, { title, name = '' }: FreeWork): Promise<WorkItemRow | undefined> {
  const said = /^\W*W-(\d+)\b/i.exec(title) ?? /\(W-(\d+)\)\W*$/i.exec(title) ?? /^w(\d+)-/.exec(name);
  if (said === null) return undefined;
  const found = await workItems.find({ by: 'number', number: Number(said[1]) });
  return found === undefined || isTerminal(found.status) ? undefined : found;
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
