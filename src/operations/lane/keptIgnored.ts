import { baseConfigOrDefaults } from '../../records/baseConfig.js';
import type { Context } from '../../records/context.js';

/** Max bytes of ignored files backed up with a worktree. */
export async function keptIgnored(context: Context): Promise<number> {
  return (await baseConfigOrDefaults(context)).lane.keepIgnored;
}
