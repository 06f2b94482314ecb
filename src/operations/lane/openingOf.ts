import type { LaneRow } from '../../domain/lane/laneRow.js';
import type { LaneOpening } from './openLane.js';

export function openingOf(lane: LaneRow): Omit<LaneOpening, 'fetch'> {
  return {
    name: lane.name,
    description: lane.description,
    kind: lane.kind,
    branch: lane.branch,
    ownsBranch: true,
    base: lane.base_branch,
    taskId: lane.task_id,
    workItemId: lane.work_item_id,
    ownedPaths: JSON.parse(lane.owned_paths) as string[],
    gitWrites: lane.git_writes,
    // Its dependencies are already stored.
    after: [],
    start: 'again',
    agent: lane.backend,
    model: lane.model,
    effort: lane.effort,
  };
}
