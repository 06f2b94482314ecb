import { configPath } from '../../domain/config/repositoryConfig.js';
import { mainWorkTree, timeOfFile } from '../../git/derivedFile.js';
import { excludeFiles } from '../../git/excludeFiles.js';
import type { WorkTree } from '../../git/workTree.js';
import { dashboardPage, dashboardPageLimits } from '../../reports/dashboardPage.js';
import type { Context } from '../context.js';
import { readConfig } from '../repositoryConfig.js';
import { isOurs, sealed } from '../sealedFile.js';

/** Below the root of the main worktree. */
const path = '.stateroom/dashboard.md';
/** Min age in ms before a rewrite. */
const minAgeMs = 5000;

/**
 * Writes the main worktree's `dashboard.md` if wanted, at most every five seconds over all processes. Returns the ms to wait if
 * too early, 0 once written, undefined if off or if the file is a person's, which is kept. Never rejects.
 */
export async function renewDashboardFile(context: Context, isWanted = false): Promise<number | undefined> {
  const { workTree, lanes, log, clock } = context;
  try {
    const main = workTree === undefined ? undefined : mainWorkTree(workTree);
    if (main === undefined || !(isWanted || (await isOn(context, main)))) return undefined;
    const renew = async (): Promise<number | undefined> => {
      const writtenAt = await timeOfFile(main, path);
      const age = writtenAt === undefined ? undefined : clock.now() - writtenAt;
      // Ignore a negative age, after the clock was set back.
      if (age !== undefined && age >= 0 && age < minAgeMs) return minAgeMs - age;
      if (!(await isOurs(main, path))) {
        log.debug(`${path} was not written because it was edited`);
        return undefined;
      }
      await writeDashboardFile(context, main);
      return 0;
    };
    // With the lock, a second process finds the file fresh.
    return await (lanes === undefined ? renew() : lanes.turns.take('dashboard-file', renew));
  } catch (error) {
    log.debug(`${path} was not written: ${String(error)}`);
    return undefined;
  }
}

async function isOn(context: Context, main: WorkTree): Promise<boolean> {
  const text = await main.readText(configPath);
  if (text === undefined || !text.includes('dashboardFile')) return false;
  return (await readConfig({ ...context, workTree: main })).reports.dashboardFile;
}

async function writeDashboardFile(context: Context, main: WorkTree): Promise<void> {
  const text = await dashboardText(context);
  await excludeFiles(main, [`/${path}`]);
  await main.writeText(path, text);
}

export async function dashboardText({ store, clock }: Pick<Context, 'store' | 'clock'>): Promise<string> {
  const reads = await store.read(async transaction => ({
    event: await transaction.events.lastId(),
    ...(await transaction.retros.items(dashboardPageLimits.items)),
    events: await transaction.events.list({}, 'newest', dashboardPageLimits.events),
  }));
  return sealed(dashboardPage(reads, clock.now()));
}
