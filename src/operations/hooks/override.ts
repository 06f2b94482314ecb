import { newEvent } from '../../domain/event/newEvent.js';
import { refuse } from '../../domain/refusal/refusal.js';
import type { HookName } from '../../git/hooks/gitHooks.js';
import { verbatim } from '../../messages/message.js';
import type { Context } from '../../records/context.js';
import { recordAttempt } from '../recordAttempt.js';
import { isMarkedAgent } from './markedAgent.js';

/** What a hook decides. */
export interface Ruling {
  readonly allowed: boolean;
  /** Output for git's user. */
  readonly lines: readonly string[];
  /** What the refusal is about, for the event of an override. */
  readonly about?: Readonly<Record<string, unknown>>;
  /** ULID of the task that it is about. */
  readonly taskId?: string | undefined;
}

const shortestReason = 10;

/** How a person continues all the same; agents are not handed it. */
export const overrideLine =
  'To override this once, set STATEROOM_OVERRIDE in a terminal to a reason of at least 10 characters. It is recorded.';

const personsAlone = 'Only a person may override a hook. Do what the hook says, or ask a person.';
/** For a person whose git has no terminal, as in an editor. */
const inTerminal = 'Only a person may override a hook, in a terminal. Do what the hook says, or run git in a terminal.';

/**
 * Lets a refused act pass when a person gives a reason, and writes down who gave it; nothing passes that is not on record. That an
 * agent tried is on record as well.
 */
export async function override(
  context: Context,
  hook: HookName,
  ruling: Ruling,
  reason: string | undefined,
): Promise<Ruling> {
  const { actor, clock, store } = context;
  if (reason === undefined) {
    return isMarkedAgent(context) ? ruling : { ...ruling, lines: [...ruling.lines, overrideLine] };
  }
  if (actor.role === 'agent') {
    const why = isMarkedAgent(context) ? personsAlone : inTerminal;
    const refusal = refuse('not_allowed', verbatim(why));
    const { commit } = ruling.about ?? {};
    await recordAttempt({ name: 'hooks.override' }, context, refusal, {
      about: hook,
      ...(typeof commit === 'string' ? { state: commit } : {}),
      taskId: ruling.taskId ?? null,
    });
    return { ...ruling, lines: [...ruling.lines, `stateroom: ${why}`] };
  }
  const text = reason.trim();
  if (text.length < shortestReason) {
    const short = `stateroom: the reason in STATEROOM_OVERRIDE is too short: ${text.length} characters, but at least ${shortestReason} are required.`;
    return { ...ruling, lines: [...ruling.lines, short] };
  }
  const payload = { hook, reason: text, ...ruling.about };
  const event = newEvent(actor, clock.now(), 'gate_overridden', null, payload, ruling.taskId ?? null);
  await store.transaction(transaction => transaction.events.append([event]));
  return { allowed: true, lines: [`stateroom: ${hook} was overridden by ${actor.name}. This was recorded.`] };
}
