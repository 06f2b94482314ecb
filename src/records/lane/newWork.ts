import { configPath, usualBranchPrefix } from '../../domain/config/repositoryConfig.js';
import { type Message, message } from '../../messages/message.js';
import { baseConfigOrDefaults } from '../baseConfig.js';
import type { Context } from '../context.js';

/** What the branch of a new lane or task begins with, as the repository's settings have it. Ask before a transaction: it asks git. */
export async function branchPrefix(context: Context): Promise<string> {
  return (await baseConfigOrDefaults(context)).lane.branchPrefix;
}

/** The same with the usual one, which branches have that were made before it was set. */
export async function branchPrefixes(context: Context): Promise<readonly string[]> {
  return [await branchPrefix(context), usualBranchPrefix];
}

/** The branch that new work starts from where the caller names none; undefined where that cannot be told. Asks git. */
export async function baseOfNewWork(context: Context): Promise<string | undefined> {
  const { lane } = await baseConfigOrDefaults(context);
  return lane.base ?? context.workTree?.defaultBranch();
}

/** The next step where this base cannot be used and is what the settings say, for a call with `flag` for another one. Asks git. */
export async function wrongBaseSetting(context: Context, base: string, flag: string): Promise<Message | undefined> {
  const { lane } = await baseConfigOrDefaults(context);
  return lane.base === base ? message('config.laneBaseHint', { path: configPath, flag }) : undefined;
}
