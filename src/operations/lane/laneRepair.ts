import * as z from 'zod';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import { openStatuses } from '../../domain/lane/laneStatus.js';
import type { LaneTrees } from '../../git/lane/laneTrees.js';
import { setAsideFolder } from '../../platform/intentFiles.js';
import type { Context } from '../../records/context.js';
import { ignoredFiles } from '../../records/intentLog/ignoredFiles.js';
import { requireLanes } from '../../records/lane/laneAccess.js';
import { defineOperation } from '../operation.js';
import { clearGone } from './clearGone.js';
import { recoverIntentLogs } from './recoverIntentLog.js';
import { repairTree, type TreeRepair } from './repairTree.js';
import type { RecoveredIntentLog } from './undoIntentLog.js';
import { type ClearedLeftovers, clearLeftovers } from './worker/clearLeftovers.js';
import { foundMergedSchema, recordMergedElsewhere } from './worker/mergedElsewhere.js';

type Outcome = Exclude<(RecoveredIntentLog | ClearedLeftovers)['outcome'], 'setAside'>;

export const laneRepair = defineOperation({
  name: 'lane.repair',
  order: 180,
  title: 'Repair Lanes',
  summary: 'Finishes or undoes interrupted lane operations; records lanes merged elsewhere.',
  input: z.strictObject({}),
  output: z.object({
    settled: z.array(
      z.object({
        lane: z.string(),
        /** `finished`: complete, or removed; `running`: being opened; `kept`: merged, not removable; `stuck`: see notes. */
        outcome: z.enum(['undone', 'finished', 'running', 'kept', 'stuck']),
        notes: z.array(z.string()),
      }),
    ),
    /** Ignored files in the store's folder; none was removed. */
    ignored: z.array(
      z.object({
        /** Relative to the store's folder. */
        file: z.string(),
        reason: z.string(),
        isNew: z.boolean(),
      }),
    ),
    /** Open lanes whose worktree was restored. */
    repaired: z.array(
      z.object({
        lane: z.string(),
        worktreePath: z.string(),
        /** See `TreeRepair`. */
        how: z.enum(['moved', 'gitFile', 'index', 'branch']),
      }),
    ),
    /** Lanes in review merged without Stateroom, and those to be decided by a person. */
    merged: z.array(foundMergedSchema),
    missing: z.array(z.object({ lane: z.string(), worktreePath: z.string(), branch: z.string(), why: z.string() })),
  }),
  effect: 'external',
  mcp: { tool: 'manage_worktree_lane', action: 'repair', listed: 'never', brief: 'after a crash' },
  cli: { examples: ['lane repair'] },
  progress: 'notification',
  icon: 'tools',
  palette: 'store',
  // Scripts must notice these.
  exitCode: ({ settled, missing }) =>
    missing.length > 0 || settled.some(({ outcome }) => outcome === 'stuck') ? 1 : 0,
  async run(context) {
    const ports = requireLanes(context);
    const before = new Set((await ports.intentLogs.allSetAside()).keys());
    const settled = await recoverIntentLogs(context, ports);
    const ignored = await ignoredFiles(context, ports);
    const rows = await context.store.read(transaction => transaction.lanes.list(openStatuses));
    const repairs = rows.length === 0 ? [] : await repairTrees(context, await ports.trees(), rows);
    const merged = await recordMergedElsewhere(context, ports);
    const cleared = [...(await clearLeftovers(context, ports)), ...(await clearGone(context, ports))];
    return {
      merged,
      settled: onePerLane([...settled, ...cleared]),
      ignored: ignored.map(({ file, reason }) => {
        const own = file.replace(/^journeys\//, '');
        return { file, reason, isNew: own.startsWith(`${setAsideFolder}/`) && !before.has(own) };
      }),
      repaired: repairs.flatMap(({ how, lane }) =>
        how === 'missing' ? [] : [{ lane: lane.name, worktreePath: lane.worktree_path, how }],
      ),
      missing: repairs.flatMap(repair =>
        repair.how === 'missing' ? [{ ...named(repair.lane), why: repair.why }] : [],
      ),
    };
  },
});

/** Last outcome of each lane, with all notes: one recovered first may be finished later. */
function onePerLane(parts: readonly (RecoveredIntentLog | ClearedLeftovers)[]) {
  const lanes = new Map<string, { lane: string; outcome: Outcome; notes: string[] }>();
  for (const { lane, outcome, notes } of parts) {
    if (outcome === 'setAside') continue;
    lanes.set(lane, { lane, outcome, notes: [...(lanes.get(lane)?.notes ?? []), ...notes] });
  }
  return [...lanes.values()];
}

async function repairTrees(context: Context, trees: LaneTrees, rows: readonly LaneRow[]): Promise<TreeRepair[]> {
  const present = (await trees.list()).filter(({ isThere }) => isThere);
  const places = new Set(present.map(({ directory }) => directory));
  const repairs: TreeRepair[] = [];
  for (const row of rows) {
    if (!places.has(row.worktree_path)) repairs.push(await repairTree(context, trees, present, row));
  }
  return repairs;
}

function named({ name, worktree_path, branch }: LaneRow) {
  return { lane: name, worktreePath: worktree_path, branch };
}
