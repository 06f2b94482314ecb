import * as z from 'zod';
import { type Lane, laneSchema } from '../../domain/lane/lane.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import { mergeWays } from '../../domain/lane/mergeWay.js';
import { archivedField } from '../../records/archivedField.js';
import type { Context } from '../../records/context.js';
import { findLane, presentOneLane, requireLanes, workerOf } from '../../records/lane/laneAccess.js';
import { closedFields, ownLaneField, proofWarningsField } from '../../records/lane/laneFields.js';
import { readLiveness } from '../../records/presence/workerLiveness.js';
import { earlierFindingSchema, earlierFindings } from '../../records/thread/earlierFindings.js';
import { ownLane } from '../../records/worker/workerAccess.js';
import { itemRecordShapes, readItemRecords } from '../../records/workItem/itemRecords.js';
import { defineOperation } from '../operation.js';
import { keptIgnored } from './keptIgnored.js';
import { laneDiskSchema } from './laneDisk.js';
import { approvalOf, approvalSchema } from './worker/approval.js';
import { mergeRules } from './worker/mergeRules.js';
import { proofWarnings } from './worker/requireGate.js';

const mergeSchema = z.object({
  into: z.string(),
  way: z.enum(mergeWays),
  /** Own commits that are merged, squashed or rebased. */
  commits: z.int(),
  /** Commits that only the remote's branch has, which come along unchanged. */
  along: z.int(),
  /** Files of its worktree with uncommitted changes, including new ones. */
  uncommitted: z.int(),
  /** Ignored files and folders removed with its worktree, too large to be backed up. */
  leftBehind: closedFields.leftBehind,
  ...proofWarningsField,
});

export const laneShow = defineOperation({
  name: 'lane.show',
  order: 20,
  title: 'Show Lane',
  summary: 'Shows a lane with its branch, worktree, owned paths, ports and worker.',
  input: z.strictObject({
    lane: ownLaneField,
    archived: archivedField,
    disk: z.boolean().optional().describe('Include its size on disk, measured now'),
    merge: z.boolean().optional().describe('Include where and how it would be merged'),
  }),
  output: laneSchema.extend({
    approval: approvalSchema.nullable(),
    /** Commit of its branch in review, if that is not the submitted one; else null. */
    moved: z.string().nullable(),
    /** Null if not requested, and without a worktree. */
    disk: laneDiskSchema.nullable(),
    /** Preview of its merge; null if not requested, or if branch or target is gone. */
    merge: mergeSchema.nullable(),
    /** Open ones of earlier lanes and ended tasks of its work item. */
    earlierFindings: z.array(earlierFindingSchema),
    ...itemRecordShapes(),
  }),
  effect: 'read',
  mcp: { tool: 'manage_worktree_lane', action: 'show', brief: '', rare: ['disk', 'merge', 'archived'] },
  cli: { positionals: ['lane'], examples: ['lane show login', 'lane show L-3 --disk', 'lane show login --merge'] },
  palette: false,
  async run(context, { lane: named, disk, merge }) {
    const name = await ownLane(context, named);
    const liveness = await readLiveness(context);
    const { row, lane, worker, found, ofItem } = await context.store.read(async transaction => {
      const row = await findLane(transaction, name);
      const lane = await presentOneLane(transaction, row, context.clock.now(), liveness);
      const worker = await workerOf(transaction, row.id);
      const ofItem = await readItemRecords(transaction, row.work_item_id);
      return { row, lane, worker, found: await earlierFindings(transaction, row), ofItem };
    });
    return {
      ...lane,
      approval: await approvalOf(context, worker && { lane: row, worker }),
      moved: await movedTo(context, lane),
      disk: disk === true ? await diskOf(context, lane) : null,
      merge: merge === true ? await mergeOf(context, row) : null,
      earlierFindings: found,
      ...ofItem,
    };
  },
});

/** Commits after the submitted one need to be submitted, too. */
async function movedTo({ workTree, lanes }: Context, { branch, worker }: Lane): Promise<string | null> {
  if (workTree === undefined || lanes === undefined || worker?.state !== 'IN_REVIEW') return null;
  const tip = await (await lanes.trees()).branchCommit(branch);
  return tip === undefined || tip === worker.submitted ? null : tip;
}

async function mergeOf(context: Context, row: LaneRow): Promise<z.output<typeof mergeSchema> | null> {
  const trees = await requireLanes(context).trees();
  const { into, way } = await mergeRules(context, row);
  const plan = await trees.planMerge({ branch: row.branch, into, way });
  if (plan === undefined) return null;
  const tip = await trees.branchCommit(row.branch);
  // An adopted worktree stays with its creator.
  const left = row.adopted === 1 ? [] : await trees.leftBehind(row.worktree_path, await keptIgnored(context));
  const { changed = 0, untracked = 0 } = (await trees.condition(row.worktree_path)) ?? {};
  return {
    into,
    way,
    ...plan,
    uncommitted: changed + untracked,
    leftBehind: left.map(({ path, bytes }) => ({ path, bytes })),
    warnings: tip === undefined ? [] : [...(await proofWarnings(context, row, tip))],
  };
}

async function diskOf(context: Context, { worktreePath }: Lane): Promise<z.output<typeof laneDiskSchema> | null> {
  const trees = await requireLanes(context).trees();
  if ((await trees.kindOf(worktreePath)) !== 'folder') return null;
  const { bytes, leftovers } = await trees.diskUse(worktreePath, context.signal);
  return { bytes, leftovers: leftovers.map(({ path, bytes: taken }) => ({ path, bytes: taken })) };
}
