import { isRefusal } from '../../../domain/refusal/refusal.js';
import { eventsTail } from '../../../operations/events/eventsTail.js';
import type { Repository } from '../repository.js';

/** The event that proves a step of the walkthrough, and the role of its actor. */
const recorded = [
  { step: 'add', type: 'work_item_created', role: 'human' },
  { step: 'watch', type: 'work_item_claimed', role: 'agent' },
  { step: 'review', type: 'worker_merged', role: 'human' },
] as const;

/** Max latest events searched per type. */
const searchedEvents = 500;

/** Steps completed in a repository, on any surface, after the event with id `since` (above 0 to omit a sample's). */
export async function recordedSteps(repository: Pick<Repository, 'invoke'>, since: number): Promise<string[]> {
  const steps: string[] = [];
  for (const { step, type, role } of recorded) {
    const read = await repository.invoke(eventsTail, { type, limit: searchedEvents });
    if (!isRefusal(read) && read.events.some(event => event.id > since && event.role === role)) steps.push(step);
  }
  return steps;
}
