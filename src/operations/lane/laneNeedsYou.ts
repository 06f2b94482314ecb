import * as z from 'zod';
import { formatRef } from '../../domain/identifier/identifier.js';
import type { LaneRow } from '../../domain/lane/laneRow.js';
import { openStatuses } from '../../domain/lane/laneStatus.js';
import { type NeedFound, needOfLane, needSchema, rankNeeds } from '../../domain/lane/need.js';
import { anyPerson } from '../../domain/message/messageRow.js';
import type { SignOfLife } from '../../domain/worker/liveness.js';
import { presentWorkerReport, reportNeeds } from '../../domain/worker/workerReport.js';
import type { Context } from '../../records/context.js';
import { presentLanes } from '../../records/lane/laneAccess.js';
import type { Transaction } from '../../store/store.js';
import { defineOperation } from '../operation.js';
import { mailboxOf } from './message/correspondent.js';
import { signsOfLife } from './worker/workerSigns.js';

/** Maximum number of work items and reports ranked by what they block. */
const maxRanked = 200;
const usualLimit = 50;

export const laneNeedsYou = defineOperation({
  name: 'lane.needsYou',
  title: 'Show Needs You',
  summary:
    'Lists what needs a person in lanes and queue: questions, approvals, merges, conflicts, dead and failed workers; what blocks most comes first.',
  input: z.strictObject({
    limit: z.int().min(1).max(1000).optional().describe(`Maximum number; ${usualLimit} by default`),
  }),
  output: z.object({
    total: z.int(),
    needs: z.array(needSchema),
  }),
  effect: 'read',
  readsAsCaller: true,
  mcp: { tool: 'manage_worktree_lane', action: 'needs_you', brief: '', rare: ['limit'] },
  cli: { path: ['lane', 'needs-you'], examples: ['lane needs-you', 'lane needs-you --limit 5'] },
  palette: false,
  async run(context, { limit = usualLimit }) {
    const heartbeats = await context.store.heartbeats.all();
    const signs = await signsOfLife(context);
    return context.store.read(async transaction => {
      const now = context.clock.now();
      const rows = await transaction.lanes.list();
      const found = [
        ...(await ofLanes(transaction, rows, now, signs)),
        ...(await ofQuestions(context, transaction, rows)),
        ...(await ofReports(transaction, rows)),
        ...(await ofQueue(transaction, { now, heartbeats })),
      ];
      const needs = rankNeeds(found, await waitingRecords(transaction, rows, found));
      return { total: needs.length, needs: needs.slice(0, limit) };
    });
  },
});

/** A lane and its work item block the same. */
function keyOf({ id, work_item_id }: Pick<LaneRow, 'id' | 'work_item_id'>): string {
  return work_item_id ?? id;
}

async function ofLanes(
  transaction: Transaction,
  rows: readonly LaneRow[],
  now: number,
  signs: ReadonlyMap<string, SignOfLife>,
): Promise<NeedFound[]> {
  const open = rows.filter(({ status }) => openStatuses.includes(status));
  const lanes = await presentLanes(transaction, open, now, signs);
  return lanes.flatMap((lane, index) => {
    const need = needOfLane(lane);
    const row = open[index];
    return need === undefined || row === undefined ? [] : [{ need, key: keyOf(row) }];
  });
}

async function ofQuestions(context: Context, transaction: Transaction, rows: readonly LaneRow[]): Promise<NeedFound[]> {
  const recipients = new Set([...mailboxOf(context, context.actor.name).recipients, anyPerson]);
  const questions = (await transaction.messages.openQuestions()).filter(({ recipient }) => recipients.has(recipient));
  const lanes = new Map(rows.map(row => [row.id, row]));
  return questions.map(row => {
    const ref = formatRef('message', row.number);
    const lane = row.lane_id === null ? undefined : lanes.get(row.lane_id);
    return {
      need: {
        kind: 'question',
        ref,
        lane: lane?.name ?? null,
        title: row.subject,
        text: null,
        from: row.sender,
        since: new Date(row.created_at).toISOString(),
        next: `message send "…" --reply-to ${ref}`,
      },
      key: lane === undefined ? undefined : keyOf(lane),
    };
  });
}

async function ofReports(transaction: Transaction, rows: readonly LaneRow[]): Promise<NeedFound[]> {
  const lanes = new Map(rows.map(row => [row.id, row]));
  const reports = await transaction.workerReports.list({ open: true, after: 0, limit: maxRanked });
  const asking = reports.filter(({ outcome }) => reportNeeds[outcome] === 'help' || reportNeeds[outcome] === 'close');
  return asking.map(row => {
    const of = lanes.get(row.lane_id);
    const report = presentWorkerReport(row, of?.name ?? row.lane_id);
    const { ref, lane, summary, blockers, by, at } = report;
    const [title = ''] = summary.split('\n');
    const text = blockers.length === 0 ? null : blockers.join('; ');
    return {
      need: { kind: 'report', ref, lane, title, text, from: by, since: at, next: `report acknowledge ${ref}` },
      key: of === undefined ? undefined : keyOf(of),
    };
  });
}

type Moment = Pick<Parameters<Transaction['workItems']['list']>[0], 'now' | 'heartbeats'>;

async function ofQueue(transaction: Transaction, { now, heartbeats }: Moment): Promise<NeedFound[]> {
  const limit = maxRanked;
  const items = await transaction.workItems.list({ now, heartbeats, section: 'needs_you', order: 'queue', limit });
  const askedAt = await transaction.reports.lastAsked(items.map(({ id }) => id));
  return items.map(row => {
    const ref = formatRef('workItem', row.number);
    return {
      need: {
        kind: 'workItem',
        ref,
        lane: null,
        title: row.title,
        text: row.question,
        from: row.owner,
        since: new Date(askedAt.get(row.id) ?? row.updated_at).toISOString(),
        next: `queue advance ${ref} --answer "…"`,
      },
      key: row.id,
    };
  });
}

/** What waits for each lane and work item: lanes that were opened after another, and items that depend on another. */
async function waitingRecords(
  transaction: Transaction,
  rows: readonly LaneRow[],
  found: readonly NeedFound[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const open = new Map(rows.filter(({ status }) => openStatuses.includes(status)).map(row => [row.id, keyOf(row)]));
  const keys = new Map(rows.map(row => [row.id, keyOf(row)]));
  const itemKeys = new Set([...found.flatMap(({ key }) => key ?? []), ...open.values()]);
  const waiting = new Map(await transaction.reports.openDependents([...itemKeys]));
  for (const { lane_id, after_id } of await transaction.laneDependencies.all()) {
    const [waits, holds] = [open.get(lane_id), keys.get(after_id)];
    if (waits !== undefined && holds !== undefined) waiting.set(holds, [...(waiting.get(holds) ?? []), waits]);
  }
  return waiting;
}
