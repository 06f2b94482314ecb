import * as z from 'zod';
import { type Lane, laneSchema } from '../../domain/lane/lane.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import { laneStatuses, openStatuses } from '../../domain/lane/laneStatus.js';
import type { BranchDistance } from '../../git/lane/branchDistances.js';
import { errorText } from '../../messages/errorText.js';
import { archivedField } from '../../records/archivedField.js';
import type { Context } from '../../records/context.js';
import { presentLanes } from '../../records/lane/laneAccess.js';
import { readLiveness } from '../../records/presence/workerLiveness.js';
import type { Transaction } from '../../store/store.js';
import { defineOperation } from '../operation.js';

export const laneList = defineOperation({
  name: 'lane.list',
  order: 10,
  title: 'List Lanes',
  summary: 'Lists lanes in the order they were opened; closed ones on request.',
  input: z.strictObject({
    status: z.enum(laneStatuses).optional().describe('Only this status'),
    all: z.boolean().optional().describe('Include merged and closed ones'),
    archived: archivedField,
    noDistance: z.boolean().optional().describe('Omit the distance to the base, which needs git'),
  }),
  output: z.object({
    lanes: z.array(
      laneSchema.extend({
        /** Commits of its branch that its base, local and remote, lacks; null if ended or unknown. */
        ahead: z.number().int().nullable(),
        behind: z.number().int().nullable(),
        /** Commands whose last run on its branch failed, latest first; empty if ended. */
        failing: z.array(z.string()),
      }),
    ),
  }),
  effect: 'read',
  mcp: { tool: 'manage_worktree_lane', action: 'list', brief: '', rare: ['status', 'all', 'archived', 'noDistance'] },
  cli: { examples: ['lane list', 'lane list --status review', 'lane list --all'], exclusive: [['status', 'all']] },
  palette: false,
  async run(context, { status, all, archived, noDistance }) {
    const statuses = status === undefined ? (all === true || archived === true ? undefined : openStatuses) : [status];
    const liveness = await readLiveness(context);
    const [lanes, failing] = await context.store.read(async transaction => {
      const rows = await transaction.lanes.list(statuses);
      const presented = await presentLanes(transaction, rows, context.clock.now(), liveness);
      return [presented, await failingIn(transaction, rows)] as const;
    });
    const distances = noDistance === true ? undefined : await distancesOf(context, lanes);
    return {
      lanes: lanes.map(lane => {
        const isOpen = openStatuses.includes(lane.status);
        const { ahead = null, behind = null } = (isOpen ? distances?.get(lane.branch) : undefined) ?? {};
        return { ...lane, ahead, behind, failing: [...(failing.get(lane.lane) ?? [])] };
      }),
    };
  },
});

/** Commands whose last run on an open lane's branch failed since it was opened, by lane name. */
async function failingIn(
  transaction: Transaction,
  rows: readonly LaneRow[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const open = rows.filter(({ status }) => openStatuses.includes(status));
  const runs = open.length === 0 ? [] : await transaction.evidence.lastRunsOn(open.map(({ branch }) => branch));
  return new Map(
    open.map(({ name, branch, created_at }) => [
      name,
      runs
        .filter(run => run.branch === branch && run.passed === 0 && run.created_at >= created_at)
        .map(({ command }) => command),
    ]),
  );
}

export type LaneOfList = z.output<typeof laneList.output>['lanes'][number];

/** Distances of open lanes from their bases; undefined if git fails, which must not hide the lanes. */
async function distancesOf(
  { lanes: ports, log }: Context,
  lanes: readonly Lane[],
): Promise<ReadonlyMap<string, BranchDistance> | undefined> {
  const open = lanes.filter(lane => openStatuses.includes(lane.status));
  if (ports === undefined || open.length === 0) return undefined;
  try {
    return await (await ports.trees()).distances(open.map(({ branch, base }) => ({ branch, base })));
  } catch (error) {
    log.warn(`Could not determine how far lanes are from their bases: ${errorText(error)}`);
    return undefined;
  }
}
