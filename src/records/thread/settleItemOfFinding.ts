import type { FindingRow } from '../../domain/finding/findingRow.js';
import { findingStatusFacts } from '../../domain/finding/findingStatus.js';
import { formatRef } from '../../domain/identifier/identifier.js';
import { isHolderOrPerson } from '../../domain/thread/openingRule.js';
import { isHeldByWork } from '../../domain/thread/thread.js';
import { isTerminal } from '../../domain/workItem/workItemStatus.js';
import type { Act } from '../act.js';
import type { Context } from '../context.js';
import { endItem } from '../workItem/endItem.js';
import { threadOf } from '../workItem/threadAccess.js';
import { reopenItem } from './reopenItem.js';

/** Ends or reopens a finding's work item with it, unless a lane or task holds the item or someone else has claimed it. */
export async function settleItemOfFinding(
  context: Context,
  act: Act,
  before: FindingRow,
  { status, number }: FindingRow,
): Promise<void> {
  const thread = await threadOf(act.transaction, before.work_item_id);
  if (thread === undefined) return;
  const { item } = thread;
  const end = findingStatusFacts[status].item;
  const ref = formatRef('finding', number);
  if (end !== null && !isTerminal(item.status)) {
    if (!isHeldByWork(thread) && isHolderOrPerson(thread, act.actor)) await endItem(act, item, { status: end });
  } else if (status === 'open' && findingStatusFacts[before.status].item === item.status) {
    await reopenItem(context, act, item, `${ref} was reopened`);
  }
}
