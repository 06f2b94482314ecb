import { isRefusal } from '../../../domain/refusal/refusal.js';
import { eventsTail } from '../../../operations/events/eventsTail.js';
import type { Repository } from '../repository.js';

/** What the timeline says once a step of the walkthrough was done, and who did it. */
const recorded = [
  { step: 'add', type: 'work_item_created', role: 'human' },
  { step: 'watch', type: 'work_item_claimed', role: 'agent' },
  { step: 'review', type: 'worker_merged', role: 'human' },
] as const;

/** Only the latest events of a kind are searched. */
const searchedEvents = 500;

/**
 * The steps of the walkthrough that were done in a repository, on any surface and at any time after the event `since`.
 *
 * @param since an event's id, which is greater than 0 where the events up to it were made as an example
 */
export async function recordedSteps(repository: Pick<Repository, 'invoke'>, since: number): Promise<string[]> {
  const steps: string[] = [];
  for (const { step, type, role } of recorded) {
    const read = await repository.invoke(eventsTail, { type, limit: searchedEvents });
    if (!isRefusal(read) && read.events.some(event => event.id > since && event.role === role)) steps.push(step);
  }
  return steps;
}
