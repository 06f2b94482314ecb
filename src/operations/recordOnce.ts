import type { NewEvent } from '../domain/event/eventRow.js';
import type { Context } from '../records/context.js';

/** Records, in its own transaction, events that their actor has not recorded before. A failure does not affect the refusal. */
export async function recordOnce({ log, store }: Context, events: readonly NewEvent[]): Promise<void> {
  try {
    // A refusal must not create a store.
    if ((await store.health()).state !== 'ready') return;
    if ((await store.read(transaction => unknown(transaction, events))).length === 0) return;
    await store.transaction(async transaction => {
      const fresh = await unknown(transaction, events);
      if (fresh.length > 0) await transaction.events.append(fresh);
    });
  } catch (error) {
    log.warn(`A refused attempt could not be recorded: ${String(error)}`);
  }
}

async function unknown(
  transaction: Parameters<Parameters<Context['store']['read']>[0]>[0],
  events: readonly NewEvent[],
): Promise<NewEvent[]> {
  const fresh: NewEvent[] = [];
  for (const event of events) if (!(await transaction.events.isKnown(event))) fresh.push(event);
  return fresh;
}
