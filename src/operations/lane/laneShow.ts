import * as z from 'zod';
import { type Lane, laneSchema } from '../../domain/lane/lane.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import { mergeWays } from '../../domain/lane/mergeWay.js';
import { archivedField } from '../../records/archivedField.js';
import type { Context } from '../../records/context.js';
import { findLane, presentOneLane, requireLanes, workerOf } from '../../records/lane/laneAccess.js';
import { closedFields, ownLaneField, proofWarningsField } from '../../records/lane/laneFields.js';
import { signsOfLife } from '../../records/presence/workerSigns.js';
import { earlierFindingSchema, earlierFindings } from '../../records/thread/earlierFindings.js';
import { ownLane } from '../../records/worker/workerAccess.js';
import { defineOperation } from '../operation.js';
import { keptIgnored } from './keptIgnored.js';
import { laneDiskSchema } from './laneDisk.js';
import { approvalOf, approvalSchema } from './worker/approval.js';
import { mergeRules } from './worker/mergeRules.js';
import { proofWarnings } from './worker/requireGate.js';

const mergeSchema = z.object({
  /** The branch that it goes into. */
  into: z.string(),
  way: z.enum(mergeWays),
  /** How many commits of its own are merged, squashed or put on top. */
  commits: z.int(),
  /** How many commits of the remote's branch, which the one here lacks, come along as they are. */
  along: z.int(),
  /** How many files of its worktree are changed or new and not committed. */
  uncommitted: z.int(),
  /** Ignored files and folders of its worktree that go with that and are too large to be kept. */
  leftBehind: closedFields.leftBehind,
  ...proofWarningsField,
});

export const laneShow = defineOperation({
  name: 'lane.show',
  title: 'Show Lane',
  summary: 'Shows a lane with its branch, worktree, owned paths, ports and worker.',
  input: z.strictObject({
    lane: ownLaneField,
    archived: archivedField,
    disk: z.boolean().optional().describe('Include its size on disk, measured now'),
    merge: z.boolean().optional().describe('Include where and how it would be merged'),
  }),
  output: laneSchema.extend({
    /** Null when it is not approved. */
    approval: approvalSchema.nullable(),
    /** Null when it was not asked for, and without a worktree. */
    disk: laneDiskSchema.nullable(),
    /** What merging it would do; null when it was not asked for, and where branch or target is gone. */
    merge: mergeSchema.nullable(),
    /** Open ones of earlier lanes and ended tasks of its work item. */
    earlierFindings: z.array(earlierFindingSchema),
  }),
  effect: 'read',
  mcp: { tool: 'manage_worktree_lane', action: 'show', brief: '', rare: ['archived'] },
  cli: { positionals: ['lane'], examples: ['lane show login', 'lane show L-3 --disk', 'lane show login --merge'] },
  palette: false,
  async run(context, { lane: named, disk, merge }) {
    const name = await ownLane(context, named);
    const signs = await signsOfLife(context);
    const { row, lane, worker, found } = await context.store.read(async transaction => {
      const row = await findLane(transaction, name);
      const lane = await presentOneLane(transaction, row, context.clock.now(), signs);
      const worker = await workerOf(transaction, row.id);
      return { row, lane, worker, found: await earlierFindings(transaction, row) };
    });
    return {
      ...lane,
      approval: await approvalOf(context, worker && { lane: row, worker }),
      disk: disk === true ? await diskOf(context, lane) : null,
      merge: merge === true ? await mergeOf(context, row) : null,
      earlierFindings: found,
    };
  },
});

async function mergeOf(context: Context, row: LaneRow): Promise<z.output<typeof mergeSchema> | null> {
  const trees = await requireLanes(context).trees();
  const { into, way } = await mergeRules(context, row);
  const plan = await trees.planMerge({ branch: row.branch, into, way });
  if (plan === undefined) return null;
  const tip = await trees.branchCommit(row.branch);
  // An adopted worktree stays with who made it.
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
