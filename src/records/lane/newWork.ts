import { configPath } from '../../domain/config/configPath.js';
import { usualBranchPrefix } from '../../domain/config/repositoryConfig.js';
import { type Message, message } from '../../messages/message.js';
import { baseConfigOrDefaults } from '../baseConfig.js';
import type { Context } from '../context.js';

/** Branch prefix of new lanes and tasks. Asks git: call it before a transaction. */
export async function branchPrefix(context: Context): Promise<string> {
  return (await baseConfigOrDefaults(context)).lane.branchPrefix;
}

/** Also the usual prefix, of branches created before another was set. */
export async function branchPrefixes(context: Context): Promise<readonly string[]> {
  return [await branchPrefix(context), usualBranchPrefix];
}

/** Default base of new work; undefined if unknown. Asks git. */
export async function baseOfNewWork(context: Context): Promise<string | undefined> {
  const { lane } = await baseConfigOrDefaults(context);
  return lane.base ?? context.workTree?.defaultBranch();
}

/** Next step for an unusable base from the settings: another one by `flag`. Asks git. */
export async function wrongBaseSetting(context: Context, base: string, flag: string): Promise<Message | undefined> {
  const { lane } = await baseConfigOrDefaults(context);
  return lane.base === base ? message('config.laneBaseHint', { path: configPath, flag }) : undefined;
}
