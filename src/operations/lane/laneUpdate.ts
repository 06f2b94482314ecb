import * as z from 'zod';
import { laneSchema } from '../../domain/lane/lane.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import { openStatuses } from '../../domain/lane/laneStatus.js';
import { type Refusal, refuse, throwIfRefused } from '../../domain/refusal/refusal.js';
import { message } from '../../messages/message.js';
import { redact } from '../../platform/redact.js';
import type { Context } from '../../records/context.js';
import {
  changeLane,
  findLane,
  type LaneChange,
  laneCalled,
  moveLane,
  requireLanes,
  showLane,
  tellOfLane,
} from '../../records/lane/laneAccess.js';
import { laneDescriptionField, ownLaneField, ownsField } from '../../records/lane/laneFields.js';
import { noticeUnmatched } from '../../records/lane/noticeUnmatched.js';
import { writeKit } from '../../records/lane/writeKit.js';
import { laneCallerOf } from '../../records/worker/laneCaller.js';
import { findWorker, ownLane, rightRefusal } from '../../records/worker/workerAccess.js';
import type { Transaction } from '../../store/store.js';
import { defineOperation } from '../operation.js';
import { requireReviewer } from './worker/reviewer.js';
import { ownedConflict } from './writeLane.js';

const word = z.string().trim().min(1).max(200);

/** Columns copied to its files in the worktree. */
const kitColumns = ['owned_paths', 'description', 'model', 'effort'] as const;

const updateInput = z.strictObject({
  lane: ownLaneField,
  description: laneDescriptionField.optional(),
  owns: ownsField.optional().describe('New owned paths, as globs; only a reviewer may change them'),
  gitWrites: z
    .enum(['agent', 'host'])
    .optional()
    .describe('Who commits, rebases and pushes in it; only a reviewer may change this'),
  status: z.enum(['active', 'blocked']).optional().describe('Whether it is blocked'),
  owner: word.optional().describe('Worker of the lane'),
  backend: word.optional().describe('The agent program'),
  model: word.optional().describe('Its model'),
  effort: word.optional().describe('Reasoning effort'),
});

export const laneUpdate = defineOperation({
  name: 'lane.update',
  order: 120,
  title: 'Update Lane',
  menuTitle: 'Update',
  asks: true,
  summary: 'Updates an open lane: description, owned paths, worker, blocked or not.',
  input: updateInput,
  output: laneSchema,
  effect: 'external',
  mcp: { tool: 'manage_worktree_lane', action: 'update', listed: 'never', brief: '' },
  cli: {
    paths: { owns: 'pattern' },
    positionals: ['lane'],
    examples: ['lane update login --owns src/login/** --owner claude', 'lane update --status blocked'],
  },
  icon: 'edit',
  palette: 'lanes',
  async run(context, { lane: named, status, owns, gitWrites, description, ...rest }) {
    const ports = requireLanes(context);
    const name = await ownLane(context, named);
    await requireRight(context, name, owns !== undefined || gitWrites !== undefined);
    const { row, isKit } = await context.store.transaction(async transaction => {
      const lane = await findLane(transaction, name);
      throwIfRefused(refuseOver(lane));
      if (owns !== undefined) throwIfRefused(await ownedConflict(transaction, lane, owns));
      const change = changesOf(lane, {
        ...rest,
        ...(description === undefined ? {} : { description: redact(description) }),
        ...(owns === undefined ? {} : { owned_paths: JSON.stringify(owns) }),
        ...(gitWrites === undefined ? {} : { git_writes: gitWrites }),
      });
      const updated = await applied(context, transaction, lane, change);
      const moved = status === undefined ? updated : await moveLane(context, transaction, updated, status);
      return { row: moved, isKit: kitColumns.some(column => column in change) };
    });
    await noticeUnmatched(context, owns);
    const trees = await ports.trees();
    if (isKit && (await trees.kindOf(row.worktree_path)) === 'folder') await writeKit(trees, row);
    return showLane(context, row.id);
  },
});

/** Only a reviewer sets owned paths and git rights; the worker may set the rest. */
async function requireRight(context: Context, name: string, isReviewers: boolean): Promise<void> {
  const caller = await laneCallerOf(context);
  const { found, refusal } = await context.store.read(async transaction => {
    const one = await findWorker(transaction, name);
    return { found: one, refusal: isReviewers ? undefined : await rightRefusal(caller, transaction, one) };
  });
  throwIfRefused(refusal);
  if (isReviewers) await requireReviewer(context, found, 'update');
}

async function applied(
  { actor, clock }: Context,
  transaction: Transaction,
  lane: LaneRow,
  change: LaneChange,
): Promise<LaneRow> {
  if (Object.keys(change).length === 0) return lane;
  const now = clock.now();
  const row = await changeLane(transaction, lane, change, now);
  await tellOfLane(transaction, row, { actor, now, type: 'lane_updated', payload: { fields: Object.keys(change) } });
  return row;
}

function changesOf(lane: LaneRow, wanted: Readonly<Record<string, string | undefined>>): LaneChange {
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => value !== undefined && lane[name as keyof LaneRow] !== value),
  );
}

function refuseOver(lane: LaneRow): Refusal | undefined {
  if (openStatuses.includes(lane.status)) return undefined;
  return refuse(
    'transition_not_allowed',
    message('lanes.staysAsItWas', { lane: laneCalled(lane), status: message(`state.${lane.status}`) }),
    {
      next: [
        lane.status === 'closed'
          ? { operation: 'worker.restore', input: { lane: lane.name } }
          : { operation: 'worker.spawn', input: {} },
      ],
    },
  );
}
