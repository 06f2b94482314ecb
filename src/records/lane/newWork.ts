import { configPath, usualBranchPrefix } from '../../domain/config/repositoryConfig.js';
import { type Message, message } from '../../messages/message.js';
import { baseConfigOrDefaults } from '../baseConfig.js';
import type { Context } from '../context.js';

/** Returns the branch prefix of a new lane or task from the repository's settings. Call it before a transaction: it asks git. */
export async function branchPrefix(context: Context): Promise<string> {
  return (await baseConfigOrDefaults(context)).lane.branchPrefix;
}

/** Returns the branch prefix and the usual one, of branches created before it was set. */
export async function branchPrefixes(context: Context): Promise<readonly string[]> {
  return [await branchPrefix(context), usualBranchPrefix];
}

/** Returns the default base of new work; undefined if it is unknown. Asks git. */
export async function baseOfNewWork(context: Context): Promise<string | undefined> {
  const { lane } = await baseConfigOrDefaults(context);
  return lane.base ?? context.workTree?.defaultBranch();
}

/** Returns the next step if this unusable base comes from the settings, for a call with `flag` for another one. Asks git. */
export async function wrongBaseSetting(context: Context, base: string, flag: string): Promise<Message | undefined> {
  const { lane } = await baseConfigOrDefaults(context);
  return lane.base === base ? message('config.laneBaseHint', { path: configPath, flag }) : undefined;
}
