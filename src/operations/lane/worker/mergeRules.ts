import type { LaneRow } from '../../../domain/lane/laneRow.js';
import type { MergeWay } from '../../../domain/lane/mergeWay.js';
import type { LaneTrees } from '../../../git/lane/laneTrees.js';
import { baseConfig } from '../../../records/baseConfig.js';
import type { Context } from '../../../records/context.js';

export interface MergeRules {
  readonly into: string;
  readonly way: MergeWay;
  /** True if the host merges it, not Stateroom. */
  readonly pullRequest: boolean;
}

/** Target and way of a lane's merge, by the base branch's configuration. Calls git. */
export async function mergeRules(context: Context, lane: LaneRow): Promise<MergeRules> {
  const { lane: rules } = await baseConfig(context);
  return { into: rules.integration ?? lane.base_branch, way: rules.merge, pullRequest: rules.pullRequest };
}

/** Commit that a lane must be based on: its merge target, else its start; undefined without either. */
export async function mergeBase(context: Context, trees: LaneTrees, lane: LaneRow): Promise<string | undefined> {
  const { into } = await mergeRules(context, lane);
  return (await trees.startOf(into)) ?? (into === lane.base_branch ? undefined : trees.startOf(lane.base_branch));
}
