import type { LaneRow } from '../../../domain/lane/laneRow.js';
import type { MergeWay } from '../../../domain/lane/mergeWay.js';
import type { LaneTrees } from '../../../git/lane/laneTrees.js';
import { baseConfig } from '../../../records/baseConfig.js';
import type { Context } from '../../../records/context.js';

export interface MergeRules {
  /** The branch that the lane goes into. */
  readonly into: string;
  readonly way: MergeWay;
  /** True where the host merges it, and not we. */
  readonly pullRequest: boolean;
}

/** Where a lane is merged and how, as the base branch's configuration says. Asks git. */
export async function mergeRules(context: Context, lane: LaneRow): Promise<MergeRules> {
  const { lane: rules } = await baseConfig(context);
  return { into: rules.integration ?? lane.base_branch, way: rules.merge, pullRequest: rules.pullRequest };
}

/** The commit that a lane's work is to come on top of: where it is merged, else where it started from; undefined without either. */
export async function mergeBase(context: Context, trees: LaneTrees, lane: LaneRow): Promise<string | undefined> {
  const { into } = await mergeRules(context, lane);
  return (await trees.startOf(into)) ?? (into === lane.base_branch ? undefined : trees.startOf(lane.base_branch));
}
