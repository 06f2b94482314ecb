import { formatRef } from '../domain/identifier/identifier.js';
import type { LaneRow } from '../domain/lane/laneRow.js';
import type { TaskRow } from '../domain/task/taskRow.js';
import { shortened } from '../domain/text/shortened.js';
import { firstCall } from '../domain/worker/workerContext.js';
import { isTerminal } from '../domain/workItem/workItemStatus.js';
import { itemsOfTask } from '../records/workItem/itemsOfTask.js';
import type { Transaction } from '../store/store.js';

export const maxBriefBytes = 300;
/** Max characters of title and answer, tried in order. */
const lengths = [160, 110, 80, 50, 25, 10];
const maxBranch = 60;

export interface BriefFacts {
  /** `W-4`; of a lane or task without an item, its own. */
  readonly ref: string;
  readonly title: string;
  /** `L-2` or `T-3`, if it is not `ref`. */
  readonly place: string | undefined;
  readonly branch: string | null;
  readonly answer: string | null | undefined;
}

/**
 * Names the work of an agent in one line of at most 300 bytes: its item, the answer of a person, and the call for the rest. Typed
 * into command lines, so it holds neither notes nor payload.
 */
export function briefText(facts: BriefFacts): string {
  const texts = lengths.map(length => briefWithin(facts, length));
  return texts.find(text => Buffer.byteLength(text) <= maxBriefBytes) ?? `Your work: ${facts.ref}. ${firstCall}`;
}

function briefWithin({ ref, title, place, branch, answer }: BriefFacts, length: number): string {
  const on = branch === null ? '' : ` on branch ${shortened(branch, maxBranch)}`;
  const where = place === undefined ? on : `, in ${place}${on}`;
  return [
    `Your work: ${ref} ${shortened(title, length)}${where}.`,
    ...(answer ? [`A person answered: ${ended(shortened(answer, length))}`] : []),
    firstCall,
  ].join(' ');
}

/** Adds a period if the text lacks closing punctuation, as answers often do. */
function ended(text: string): string {
  return /[.!?:\u2026)\]}]$/.test(text) ? text : `${text}.`;
}

/** Reads the facts of a lane's or a task's brief; the lane comes first. */
export async function readBrief(
  transaction: Transaction,
  lane: LaneRow | undefined,
  task: TaskRow | undefined,
): Promise<BriefFacts | undefined> {
  const own = lane === undefined ? task && formatRef('task', task.number) : formatRef('lane', lane.number);
  if (own === undefined) return undefined;
  const branch = lane?.branch ?? task?.branch ?? null;
  const items = task === undefined ? [] : await itemsOfTask(transaction, task);
  const [ofLane] = lane?.work_item_id == null ? [] : await transaction.workItems.ofIds([lane.work_item_id]);
  const item = ofLane ?? items.find(({ status }) => !isTerminal(status)) ?? items[0];
  if (item === undefined) {
    const title = lane === undefined ? (task?.objective ?? '') : (lane.description ?? lane.name);
    return { ref: own, title, place: undefined, branch, answer: undefined };
  }
  const { number, title, answer } = item;
  return { ref: formatRef('workItem', number), title, place: own, branch, answer };
}
