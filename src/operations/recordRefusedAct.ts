import { newEvent } from '../domain/event/newEvent.js';
import type { Refusal, RefusedAct } from '../domain/refusal/refusal.js';
import { say } from '../messages/say.js';
import type { Context } from '../records/context.js';
import { recordOnce } from './recordOnce.js';

/** Records an act of an agent that is reserved for people, once per agent and state. */
export async function recordRefusedAct(
  { name }: { readonly name: string },
  context: Context,
  { message }: Refusal,
  { about, state, taskId = null, workItemId = null }: RefusedAct,
): Promise<void> {
  if (context.actor.role !== 'agent') return;
  const actor = (await context.namedActor?.()) ?? context.actor;
  const payload = { about, operation: name, why: say(message), ...(state === undefined ? {} : { state }) };
  await recordOnce(context, [newEvent(actor, context.clock.now(), 'attempt_refused', workItemId, payload, taskId)]);
}
