import { baseConfigOrDefaults } from '../../records/baseConfig.js';
import type { Context } from '../../records/context.js';

/** Maximum number of bytes of ignored files that are kept with a worktree. */
export async function keptIgnored(context: Context): Promise<number> {
  return (await baseConfigOrDefaults(context)).lane.keepIgnored;
}
