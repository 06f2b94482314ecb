import type { LanePorts } from '../../git/lane/openLanes.js';
import type { Context } from '../context.js';
import { judgeIntent } from '../intentLog/judgeIntent.js';
import { readAdoptable } from '../lane/readAdoptable.js';

/** Branches that name a work item by its id, at the remote or in a worktree without a lane, by the item's number. Runs git. */
export async function readElsewhere(context: Context, ports: LanePorts): Promise<ReadonlyMap<number, string>> {
  const own = new Set(await context.store.read(async ({ lanes }) => (await lanes.list()).map(({ branch }) => branch)));
  for (const branch of await halfOpened(context, ports)) own.add(branch);
  const remote = await (await ports.trees()).remoteBranches();
  const trees = await readAdoptable(context, ports);
  const found = new Map<number, string>();
  const add = (branch: string, shown: string) => {
    const number = numberIn(branch);
    if (number !== undefined && !own.has(branch) && !found.has(number)) found.set(number, shown);
  };
  for (const branch of remote) add(branch, `origin/${branch}`);
  for (const { branch } of trees) if (branch !== null) add(branch, branch);
  return found;
}

/** Branches of lanes whose opening was killed: the next opening takes them back. */
async function halfOpened(context: Context, ports: LanePorts): Promise<string[]> {
  const found: string[] = [];
  for (const name of (await ports.intentLogs.all()).keys()) {
    const file = await ports.intentLogs.inspect(name);
    const judged = file === undefined ? undefined : await judgeIntent(context, ports, name, file);
    if (judged === undefined || !('intentLog' in judged) || 'closing' in judged.intentLog) continue;
    const { branch } = judged.intentLog;
    if (branch !== null && branch.before === undefined) found.push(branch.name);
  }
  return found;
}

/** 15 for `feature/w15-keep-the-cart`; undefined for a branch without the id of an item. */
export function numberIn(branch: string): number | undefined {
  const digits = /(?:^|[/_-])w-?(\d{1,9})(?=[/_-]|$)/i.exec(branch)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
