import { newEvent } from '../domain/event/newEvent.js';
import type { Attempt, Refusal } from '../domain/refusal/refusal.js';
import { say } from '../messages/say.js';
import type { Context } from '../records/context.js';
import type { AnyOperation } from './operation.js';

/**
 * Writes down, in a transaction of its own, what an agent tried that is for people to decide. The same agent's attempt on the
 * same state is written once. A store that takes no writes keeps the refusal from no one.
 */
export async function recordAttempt(
  { name }: Pick<AnyOperation, 'name'>,
  { actor, clock, log, store }: Context,
  { message }: Refusal,
  { about, state, taskId = null, workItemId = null }: Attempt,
): Promise<void> {
  if (actor.role !== 'agent') return;
  const payload = { about, operation: name, why: say(message), ...(state === undefined ? {} : { state }) };
  const event = newEvent(actor, clock.now(), 'attempt_refused', workItemId, payload, taskId);
  try {
    // Nothing is refused that makes a store.
    if ((await store.health()).state !== 'ready') return;
    if (await store.read(transaction => transaction.events.isKnown(event))) return;
    await store.transaction(async transaction => {
      if (!(await transaction.events.isKnown(event))) await transaction.events.append([event]);
    });
  } catch (error) {
    log.warn(`A refused attempt could not be recorded: ${String(error)}`);
  }
}
