import type { LanePorts } from '../../git/lane/openLanes.js';
import { foreignEntries } from '../../platform/foreignEntries.js';
import type { Context } from '../context.js';
import { judgeIntent } from './judgeIntent.js';

export interface IgnoredFile {
  /** Below the store's folder, with `/`. */
  readonly file: string;
  /** Sentence without a full stop. */
  readonly reason: string;
}

const maxFiles = 100;

/** Returns every unprocessed file in the store's folder, with the reason. Without `lanes`, intent logs are left out. */
export async function ignoredFiles(context: Context, lanes: LanePorts | undefined): Promise<IgnoredFile[]> {
  const { location } = await context.store.health();
  const foreign = (await foreignEntries(location, maxFiles)).map(({ file, reason }) => ({
    file,
    reason: `it ${reason}`,
  }));
  if (lanes === undefined) return foreign;
  const listed = new Set(foreign.map(({ file }) => file));
  const shim = await lanes.shimProblem();
  if (shim !== undefined && !listed.has('bin/stateroom')) foreign.push({ file: 'bin/stateroom', reason: shim });
  const intents = [...(await waitingIntents(context, lanes)), ...(await intentsAside(context, lanes))];
  return [...foreign, ...intents.filter(({ file }) => !listed.has(file))].slice(0, maxFiles);
}

async function waitingIntents(context: Context, lanes: LanePorts): Promise<IgnoredFile[]> {
  const found: IgnoredFile[] = [];
  for (const name of (await lanes.intentLogs.all()).keys()) {
    const content = await lanes.intentLogs.inspect(name);
    const judged = content && (await judgeIntent(context, lanes, name, content));
    if (judged && 'problem' in judged) found.push({ file: `journeys/${name}.json`, reason: judged.problem });
  }
  return found;
}

/** Determines again why files were set aside. */
async function intentsAside(context: Context, lanes: LanePorts): Promise<IgnoredFile[]> {
  const found: IgnoredFile[] = [];
  for (const [file, content] of await lanes.intentLogs.allSetAside()) {
    const name = /^[^/]*\/(.+)\.[0-9a-f]{8}\.json$/.exec(file)?.[1] ?? file;
    const judged = content && (await judgeIntent(context, lanes, name, content));
    const reason = judged && 'problem' in judged ? judged.problem : 'it was set aside earlier';
    found.push({ file: `journeys/${file}`, reason });
  }
  return found;
}
