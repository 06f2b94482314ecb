import { timeOfFile } from '../../git/derivedFile.js';
import { excludeFiles } from '../../git/excludeFiles.js';
import type { WorkTree } from '../../git/workTree.js';
import { dashboardPage, dashboardPageLimits } from '../../reports/dashboardPage.js';
import type { Context } from '../context.js';
import { readConfig } from '../repositoryConfig.js';
import { isOurs, sealed } from '../sealedFile.js';
import { dashboardPath } from './dashboardPath.js';

/** Min age in ms before a rewrite. */
const minAgeMs = 5000;

/** `isWanted` regardless of the configuration. Returns as `renewDashboardFile`. */
export async function renewIn(context: Context, main: WorkTree, isWanted: boolean): Promise<number | undefined> {
  const { lanes, log, clock } = context;
  if (!isWanted && !(await readConfig({ ...context, workTree: main })).reports.dashboardFile) return undefined;
  const renew = async (): Promise<number | undefined> => {
    const writtenAt = await timeOfFile(main, dashboardPath);
    const age = writtenAt === undefined ? undefined : clock.now() - writtenAt;
    // Ignore a negative age, after the clock was set back.
    if (age !== undefined && age >= 0 && age < minAgeMs) return minAgeMs - age;
    if (!(await isOurs(main, dashboardPath))) {
      log.debug(`${dashboardPath} was not written because it was edited`);
      return undefined;
    }
    await writeDashboardFile(context, main);
    return 0;
  };
  // With the lock, a second process finds the file fresh.
  return lanes === undefined ? renew() : lanes.turns.take('dashboard-file', renew);
}

async function writeDashboardFile(context: Context, main: WorkTree): Promise<void> {
  const text = await dashboardText(context);
  await excludeFiles(main, [`/${dashboardPath}`]);
  await main.writeText(dashboardPath, text);
}

export async function dashboardText({ store, clock }: Pick<Context, 'store' | 'clock'>): Promise<string> {
  const reads = await store.read(async transaction => ({
    event: await transaction.events.lastId(),
    ...(await transaction.retros.items(dashboardPageLimits.items)),
    events: await transaction.events.list({}, 'newest', dashboardPageLimits.events),
  }));
  return sealed(dashboardPage(reads, clock.now()));
}
