import { newEvent } from '../../domain/event/newEvent.js';
import { refuse } from '../../domain/refusal/refusal.js';
import type { HookName } from '../../git/hooks/gitHooks.js';
import { verbatim } from '../../messages/message.js';
import { redact } from '../../platform/redact.js';
import type { Context } from '../../records/context.js';
import { recordRefusedAct } from '../recordRefusedAct.js';
import { isMarkedAgent } from './markedAgent.js';

export interface Ruling {
  readonly allowed: boolean;
  readonly lines: readonly string[];
  /** Subject of the refusal, for an override's event. */
  readonly about?: Readonly<Record<string, unknown>>;
  readonly taskId?: string | undefined;
  /** The refusal is already recorded, as for paths that lanes own. */
  readonly recorded?: boolean;
}

const acts: Readonly<Partial<Record<HookName, string>>> = {
  'pre-commit': 'git commit',
  'commit-msg': 'git commit',
  'pre-rebase': 'git rebase',
  'pre-push': 'git push',
};

const shortestReason = 10;

/** For people only; agents do not get it. */
export const overrideLine =
  'To override this once, set STATEROOM_OVERRIDE in a terminal to a reason of at least 10 characters. It is recorded.';

const personsAlone = 'Only a person may override a hook. Follow its message, or ask a person.';
/** For a person whose git has no terminal, as in an editor. */
const inTerminal = 'Only a person may override a hook, in a terminal. Follow its message, or run git in a terminal.';

/** Lets a refused act pass for a person's reason, which must be recorded with its author. Also records refusals of agents. */
export async function override(
  context: Context,
  hook: HookName,
  ruling: Ruling,
  reason: string | undefined,
): Promise<Ruling> {
  const { actor, clock, store } = context;
  if (reason === undefined) {
    if (ruling.recorded !== true) await recordRefused(context, hook, ruling);
    return isMarkedAgent(context) ? ruling : { ...ruling, lines: [...ruling.lines, overrideLine] };
  }
  if (actor.role === 'agent') {
    const why = isMarkedAgent(context) ? personsAlone : inTerminal;
    const refusal = refuse('not_allowed', verbatim(why));
    const { commit } = ruling.about ?? {};
    await recordRefusedAct({ name: 'hooks.override' }, context, refusal, {
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

/** Records an agent's refused act, once per commit or tree. */
async function recordRefused(context: Context, hook: HookName, { about = {}, lines, taskId }: Ruling): Promise<void> {
  if (context.actor.role !== 'agent') return;
  const head = await context.workTree?.head();
  const firstText = (...values: unknown[]) => values.find(each => typeof each === 'string');
  const why = redact((lines[0] ?? '').replace(/^stateroom: /, ''));
  const state = firstText(about.commit, about.tree, head?.commit);
  await recordRefusedAct({ name: acts[hook] ?? hook }, context, refuse('not_allowed', verbatim(why)), {
    about: redact(firstText(about.ref, head?.branch) ?? hook),
    ...(state === undefined ? {} : { state }),
    taskId: taskId ?? null,
  });
}
