import * as z from 'zod';
import { laneSchema } from '../../domain/lane/lane.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import { closeReasons, openStatuses } from '../../domain/lane/laneStatus.js';
import type { LanePorts } from '../../git/lane/openLanes.js';
import { redact } from '../../platform/redact.js';
import type { Context } from '../../records/context.js';
import { findLane, requireLanes, workerOf } from '../../records/lane/laneAccess.js';
import { closedFields, laneField, leaveTreeField, noteField } from '../../records/lane/laneFields.js';
import { defineOperation } from '../operation.js';
import { closedAnswer } from './closedAnswer.js';
import { closeLane } from './closeLane.js';
import { endReviews } from './endReviews.js';
import { removeBranchOfLane } from './mergedBranch.js';
import { requireReviewer } from './worker/reviewer.js';

export const laneClose = defineOperation({
  name: 'lane.close',
  order: 130,
  title: 'Close Lane',
  menuTitle: 'Close',
  summary:
    'Closes a lane and frees its ports; its worktree is backed up first, and its branch stays unless it is merged.',
  input: z.strictObject({
    lane: laneField,
    reason: z.enum(closeReasons).optional().describe('Why; default: finished'),
    note: noteField.optional(),
    leaveTree: leaveTreeField,
  }),
  output: laneSchema.extend(closedFields),
  effect: 'external',
  mcp: {
    tool: 'manage_worktree_lane',
    action: 'close',
    listed: 'reviewing',
    brief: 'files are backed up',
    rare: ['leaveTree'],
  },
  cli: { positionals: ['lane'], examples: ['lane close login', 'lane close L-3 --reason abandoned --leave-tree'] },
  progress: 'notification',
  removesWorktree: true,
  palette: 'lanes',
  async run(context, { lane: named, reason = 'finished', note, leaveTree }) {
    const ports = requireLanes(context);
    const { lane, worker } = await context.store.read(async transaction => {
      const row = await findLane(transaction, named);
      return { lane: row, worker: await workerOf(transaction, row.id) };
    });
    if (worker !== undefined) await requireReviewer(context, { lane, worker }, 'close');
    if (await isClosed(context, ports, lane, leaveTree === true)) return closedAnswer(context, ports, lane.id);
    const closing = { lane, reason, note: note === undefined ? null : redact(note), leaveTree: leaveTree === true };
    const closed = await closeLane(context, ports, closing);
    await endReviews(context, ports);
    await removeBranchOfLane(context, await ports.trees(), lane.id);
    return closedAnswer(context, ports, lane.id, closed);
  },
});

/** True if nothing remains to be done; closing again removes a leftover worktree. */
async function isClosed({ store }: Context, ports: LanePorts, lane: LaneRow, leaveTree: boolean): Promise<boolean> {
  if (lane.status !== 'closed' && lane.status !== 'merged') return false;
  // Its ports are released, and its worktree is to stay.
  if ((leaveTree || lane.adopted === 1) && (lane.status === 'closed' || lane.port_first === null)) return true;
  if ((await (await ports.trees()).condition(lane.worktree_path)) === undefined) return true;
  const open = await store.read(transaction => transaction.lanes.list(openStatuses));
  return open.some(({ worktree_path }) => worktree_path === lane.worktree_path);
}
