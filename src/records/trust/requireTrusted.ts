import { type Refusal, RefusalError, refuse } from '../../domain/refusal/refusal.js';
import { type CommandSetting, commandsNotIn, type RepositoryCommand } from '../../domain/trust/repositoryCommand.js';
import { type Message, message } from '../../messages/message.js';
import type { Context } from '../context.js';
import { grantTrust, shortCommand, shownCommand } from './grantTrust.js';
import { readTrustState, type TrustState } from './trustState.js';

const maxNamed = 5;

export interface TrustQuestion {
  /** Trusted by the answer: all untrusted commands, complete, with invisible characters escaped. */
  readonly commands: readonly RepositoryCommand[];
  /** True if other commands of this clone are trusted. */
  readonly isChange: boolean;
  /** Setting whose commands are about to run. */
  readonly setting: CommandSetting;
  /** True if the caller can continue without them. */
  readonly canSkip: boolean;
}

/** `skip`: continue without them. Undefined: the person closed the question. */
export type TrustAnswer = 'trust' | 'skip' | undefined;

/** Returns true for trusted commands, after asking the person if possible; false if the person skips them. Refuses otherwise. */
export async function requireTrusted(
  context: Context,
  setting: CommandSetting,
  commands: readonly string[],
  canSkip = false,
): Promise<boolean> {
  const wanted = commands.map(command => ({ setting, command }));
  if (wanted.length === 0) return true;
  const missing = await missingOf(context, wanted);
  if (missing.length === 0) return true;
  if (context.askTrust === undefined) throw new RefusalError(untrusted(context, setting, missing));
  const state = await trustState(context, wanted);
  const answer = await context.askTrust({
    commands: state.untrusted.map(shownCommand),
    isChange: state.grant !== undefined,
    setting,
    canSkip,
  });
  if (answer === 'skip' && canSkip) return false;
  if (answer !== 'trust') throw new RefusalError(untrusted(context, setting, missing));
  await grantTrust(context, state);
  // Trust may have been revoked since the question was shown.
  const gone = await missingOf(context, wanted);
  if (gone.length > 0) throw new RefusalError(untrusted(context, setting, gone));
  return true;
}

async function missingOf({ trust }: Context, wanted: readonly RepositoryCommand[]): Promise<RepositoryCommand[]> {
  const record = await trust?.read();
  return commandsNotIn(record?.state === 'granted' ? record.grant.commands : [], wanted);
}

/** Adds the commands about to run to all untrusted ones, even if not named where trust is shown. */
async function trustState(context: Context, wanted: readonly RepositoryCommand[]): Promise<TrustState> {
  const state = await readTrustState(context);
  const covered = [...(state.grant?.commands ?? []), ...state.untrusted];
  return { ...state, untrusted: [...state.untrusted, ...commandsNotIn(covered, wanted)] };
}

/** One-sentence reason for leaving commands out; undefined if they may run. */
export async function whyUntrusted(
  context: Context,
  setting: CommandSetting,
  commands: readonly string[],
): Promise<Message | undefined> {
  try {
    if (await requireTrusted(context, setting, commands, true)) return undefined;
    return notTrusted(setting, commands);
  } catch (error) {
    if (error instanceof RefusalError) return error.refusal.message;
    throw error;
  }
}

function untrusted(context: Context, setting: CommandSetting, missing: readonly RepositoryCommand[]): Refusal {
  const commands = missing.map(({ command }) => command);
  return refuse('not_allowed', notTrusted(setting, commands), {
    hint: hintFor(context, setting === 'lane.setup'),
    details: { needs: 'trust', setting, commands: missing.map(shortCommand) },
  });
}

/** Way for the caller, or a person for them, to allow the commands; a lane can be opened without its setup. */
function hintFor({ actor, askTrust }: Context, isSetup: boolean): Message {
  if (askTrust !== undefined) return message('trust.untrustedInEditor');
  if (actor.role === 'human') {
    return isSetup ? message('trust.untrustedOnSetup') : message('trust.untrustedOnCommandLine');
  }
  return isSetup ? message('trust.untrustedAgentOnSetup') : message('trust.untrustedAgent');
}

function notTrusted(setting: CommandSetting, commands: readonly string[]): Message {
  const named = commands.slice(0, maxNamed).map(command => ({ setting, command }));
  const short = named.map(each => `\`${shortCommand(each)}\``).join(', ');
  const more = commands.length > maxNamed ? message('input.andMore', { count: commands.length - maxNamed }) : '';
  const isShort = named.some(each => shortCommand(each) !== shownCommand(each).command);
  const where = isShort ? message('trust.shortened') : '';
  // A literal value, so that it is not translated.
  return message('trust.untrusted', { setting: String(setting), commands: short, more, where });
}
