import { openStatuses } from '../../domain/lane/laneStatus.js';
import { treeMaker } from '../../domain/lane/treeMaker.js';
import type { LanePorts } from '../../git/lane/openLanes.js';
import type { Context } from '../context.js';
import { baseOfNewWork } from './newWork.js';

/** A branch at the remote that an agent elsewhere has made, such as `copilot/fix-3`. */
export interface RemoteWork {
  readonly branch: string;
  /** Its agent, by the branch's name. */
  readonly maker: string;
}

/**
 * Branches of agents at the remote, as last fetched, with commits that the default branch lacks, and that neither a worktree here nor an
 * open lane has. That of an ended lane is there again once it has commits that the lane did not.
 */
export async function readRemoteWork(context: Context, ports: Pick<LanePorts, 'trees'>): Promise<RemoteWork[]> {
  const base = await baseOfNewWork(context);
  if (base === undefined) return [];
  const trees = await ports.trees();
  const names = await trees.unmergedRemote(base);
  const known = names.flatMap(branch => {
    const maker = treeMaker('', branch);
    return maker === undefined ? [] : [{ branch, maker }];
  });
  if (known.length === 0) return [];
  const { lanes, workers } = await context.store.read(async transaction => {
    const all = (await transaction.lanes.list()).filter(lane => known.some(({ branch }) => branch === lane.branch));
    return { lanes: all, workers: await transaction.workers.ofLanes(all.map(({ id }) => id)) };
  });
  const tips = await trees.branchTips();
  const open = lanes.filter(({ status }) => openStatuses.includes(status));
  const taken = new Set([...(await trees.list()), ...open].map(({ branch }) => branch));
  const found: RemoteWork[] = [];
  for (const work of known) {
    if (taken.has(work.branch)) continue;
    const ended = lanes.filter(({ branch }) => branch === work.branch);
    const submitted = workers.flatMap(({ lane_id, submitted_sha }) =>
      ended.some(({ id }) => id === lane_id) ? (submitted_sha ?? []) : [],
    );
    const had = [...submitted, tips.get(work.branch)].filter(commit => commit !== undefined);
    if (ended.length === 0 || (had.length > 0 && (await trees.remoteHasMore(work.branch, had)))) found.push(work);
  }
  return found;
}
