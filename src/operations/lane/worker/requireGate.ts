import { formatRef } from '../../../domain/identifier/identifier.js';
import type { LaneRow } from '../../../domain/lane/laneRow.js';
import { refusalError } from '../../../domain/refusal/refusal.js';
import { type Message, message, messageOf } from '../../../messages/message.js';
import type { Context } from '../../../records/context.js';
import { laneCalled } from '../../../records/lane/laneAccess.js';
import { findTask } from '../../../records/task/taskAccess.js';

/** What a lane is to go through, and the commit at the tip of its branch being checked. */
export interface GateDemand {
  readonly gate: 'review-ready' | 'close-check';
  readonly tip: string;
  /** What does not happen to the lane otherwise: `handed in`, `merged`. */
  readonly not: Message;
}

/**
 * Refuses with the list of a gate what the task of a lane still wants. A lane without a task asks none, and a task that is over
 * was judged when it was finished.
 */
export async function requireGate(context: Context, lane: LaneRow, { gate, tip, not }: GateDemand): Promise<void> {
  const { askGate } = context;
  if (lane.task_id === null) return;
  // A gate that cannot see is not ready.
  if (askGate === undefined) throw new Error('Gates are not available here.');
  const question = { gate, task: lane.task_id, tip: { branch: lane.branch, commit: tip } };
  const reasons = (await askGate(context, question)).filter(({ code }) => code !== 'no_active_task');
  const [first] = reasons;
  if (first === undefined) return;
  const others = reasons.length === 1 ? '' : message('tasks.andMore', { count: reasons.length - 1 });
  const task = await context.store.read(transaction => findTask(transaction, question.task));
  throw refusalError(
    'transition_not_allowed',
    message('workers.gateRefuses', { lane: laneCalled(lane), act: not, why: first.text, others }),
    { hint: messageOf(first.fix), details: { lane: lane.name, task: formatRef('task', task.number), gate, reasons } },
  );
}
