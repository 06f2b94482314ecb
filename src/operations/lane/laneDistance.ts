import * as z from 'zod';
import { openStatuses } from '../../domain/lane/laneStatus.js';
import { requireLanes } from '../../records/lane/laneAccess.js';
import { defineOperation } from '../operation.js';

export const laneDistance = defineOperation({
  name: 'lane.distance',
  order: 30,
  title: 'Show Lanes Ahead and Behind',
  summary:
    'Shows how far each open lane is ahead of and behind its base, and which were submitted again since you reviewed them.',
  input: z.strictObject({}),
  output: z.object({
    lanes: z.array(
      z.object({
        lane: z.string(),
        branch: z.string(),
        base: z.string(),
        /** Null if the branch or its base is gone. */
        ahead: z.number().int().nullable(),
        behind: z.number().int().nullable(),
        /** False if its worktree is gone or not visible from here. */
        isThere: z.boolean(),
        /** True if it is missing but may come back, as in another container or on a locked disk. */
        isAway: z.boolean(),
        /** True in review after another commit was submitted since the caller's review. */
        changedSinceReview: z.boolean(),
      }),
    ),
  }),
  effect: 'read',
  // The review is the caller's.
  readsAsCaller: true,
  mcp: { tool: 'manage_worktree_lane', action: 'distance', listed: 'never', brief: 'ahead, behind' },
  cli: { examples: ['lane distance'] },
  palette: false,
  async run(context) {
    const ports = requireLanes(context);
    const { rows, workers } = await context.store.read(async transaction => {
      const open = await transaction.lanes.list(openStatuses);
      return { rows: open, workers: await transaction.workers.ofLanes(open.map(({ id }) => id)) };
    });
    if (rows.length === 0) return { lanes: [] };
    const trees = await ports.trees();
    const distances = await trees.distances(rows.map(({ branch, base_branch }) => ({ branch, base: base_branch })));
    const kinds = await Promise.all(rows.map(({ worktree_path }) => trees.kindOf(worktree_path)));
    const away = await Promise.all(
      rows.map(async ({ worktree_path }, at) =>
        kinds[at] === 'folder' ? undefined : await trees.whyMissing(worktree_path),
      ),
    );
    const names = new Map(rows.map(({ id, name }) => [id, name]));
    const submitted = new Map(
      workers.flatMap(({ lane_id, state, submitted_sha }) =>
        state === 'IN_REVIEW' && submitted_sha !== null ? [[names.get(lane_id) ?? '', submitted_sha] as const] : [],
      ),
    );
    const reviewed = await trees.reviewedHeads([...submitted.keys()], context.actor.name);
    return {
      lanes: rows.map(({ name, branch, base_branch }, at) => ({
        lane: name,
        branch,
        base: base_branch,
        ahead: distances.get(branch)?.ahead ?? null,
        behind: distances.get(branch)?.behind ?? null,
        isThere: kinds[at] === 'folder',
        isAway: away[at] !== undefined,
        changedSinceReview: (reviewed.get(name) ?? submitted.get(name)) !== submitted.get(name),
      })),
    };
  },
});
