import type { Actor } from '../../../src/domain/actor/actor.js';
import { defaultLeaseMs } from '../../../src/domain/workItem/workItem.js';
import { say } from '../../../src/messages/say.js';
import { invoke } from '../../../src/operations/invoke.js';
import { queueNext } from '../../../src/operations/queue/queueNext.js';
import { systemClock } from '../../../src/platform/clock.js';
import { randomIds } from '../../../src/platform/idSource.js';
import { silentLog } from '../../../src/platform/log.js';
import type { Context } from '../../../src/records/context.js';
import type { Store } from '../../../src/store/store.js';

/** What an operation gets when an agent on the command line calls it. */
export function contextOver(store: Store): Context {
  const actor: Actor = { role: 'agent', name: `bench-${process.pid}`, harness: 'bench' };
  const settings = { leaseMs: defaultLeaseMs, staleMs: 60 * 60 * 1000 };
  return { store, clock: systemClock, ids: randomIds, actor, log: silentLog, settings };
}

/** Claims the next work item through the operation; its number, undefined when none is ready. */
export async function claimNext(context: Context): Promise<number | undefined> {
  const answer = await invoke(queueNext, context, {});
  if (!('refused' in answer)) return Number(answer.item.ref.slice('W-'.length));
  if (answer.code === 'nothing_ready') return undefined;
  throw new Error(say(answer.message));
}

/** Claims so many work items; fails when there are fewer. */
export async function claimRepeatedly(store: Store, count: number): Promise<void> {
  const context = contextOver(store);
  for (let claimed = 0; claimed < count; claimed += 1) {
    if ((await claimNext(context)) === undefined) throw new Error('The seed holds too few ready work items.');
  }
}
