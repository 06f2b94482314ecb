import { configPath } from '../../domain/config/configPath.js';
import { mainWorkTree } from '../../git/derivedFile.js';
import { readOwnConfig } from '../../git/ownConfig.js';
import type { WorkTree } from '../../git/workTree.js';
import type { Context } from '../context.js';
import { dashboardPath } from './dashboardPath.js';

/**
 * Writes the main worktree's `dashboard.md` if wanted, at most every five seconds over all processes. Returns the ms to wait if
 * too early, 0 once written, undefined if off or if the file is a person's, which is kept. Never rejects. Every write calls it: the
 * writer is loaded only for a configuration that names the file.
 */
export async function renewDashboardFile(context: Context, isWanted = false): Promise<number | undefined> {
  const { workTree, log } = context;
  try {
    const main = workTree === undefined ? undefined : mainWorkTree(workTree);
    if (main === undefined || !(isWanted || (await namesDashboard(main)))) return undefined;
    const { renewIn } = await import('./renewDashboard.js');
    return await renewIn(context, main, isWanted);
  } catch (error) {
    log.debug(`${dashboardPath} was not written: ${String(error)}`);
    return undefined;
  }
}

async function namesDashboard(main: WorkTree): Promise<boolean> {
  const own = await readOwnConfig(main);
  const texts = [await main.readText(configPath), own !== undefined && 'text' in own ? own.text : undefined];
  return texts.some(text => text?.includes('dashboardFile'));
}
