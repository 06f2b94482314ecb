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

/** Branches of agents at the remote, as last fetched, with commits that the default branch lacks, and that neither a branch here nor a lane has. */
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
  const lanes = await context.store.read(transaction => transaction.lanes.list());
  const taken = new Set([...(await trees.branchTips()).keys(), ...lanes.map(({ branch }) => branch)]);
  return known.filter(({ branch }) => !taken.has(branch));
}
